/** What the instrumented sources look at to know which mutant is on, and where they count what is passed. */

/** See the instrumenter of StrykerJS: the names are its own. */
export interface Switches {
  /** Which mutant is on. */
  activeMutant?: string | undefined;
  /** Under which name is counted. */
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  /** So many hits of the mutant that is on are an endless loop. */
  hitLimit?: number | undefined;
  mutantCoverage?: {
    /** What was passed while the modules were loaded. */
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Record<string, Readonly<Record<string, number>>>;
  };
}

/** The switches of this process: `__stryker__` of the global object. */
export const switches: Switches = {};
