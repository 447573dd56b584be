/** What the instrumented sources read to know which mutant is active, and where they count hits. */

/** The names are those of the StrykerJS instrumenter. */
export interface Switches {
  /** The active mutant. */
  activeMutant?: string | undefined;
  /** The name under which hits are counted. */
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  /** This many hits of the active mutant are an endless loop. */
  hitLimit?: number | undefined;
  mutantCoverage?: {
    /** The hits while the modules were loaded. */
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Record<string, Readonly<Record<string, number>>>;
  };
}

/** The switches of this process: `__stryker__` of the global object. */
export const switches: Switches = {};
