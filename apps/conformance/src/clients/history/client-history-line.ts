/** The lines of the history of a client's run: JSON Lines that begin with a header line and finish with an end line. */
import type { Declaration } from '../driver/declaration.ts';
import type { TriedScenario } from '../run/scenario-run.ts';

/** The version of the format. */
export const clientHistoryFormat = 1;

/** The first line: what was judged, and how. */
export interface ClientHeaderLine {
  readonly kind: 'client history';
  readonly format: typeof clientHistoryFormat;
  /** The version of the suite. */
  readonly suite: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seed: number;
  readonly path: string | null;
  readonly rules: readonly string[];
  /** The command of the driver. */
  readonly client: string;
  readonly declaration: Declaration;
}

/** The outcome of a call in a scenario. */
export interface ScenarioLine extends TriedScenario {
  readonly kind: 'scenario';
}

/** The last line. */
export interface ClientEndLine {
  readonly kind: 'end';
  readonly requests: number;
  readonly seconds: number;
}

/** A line of the history of a client's run. */
export type ClientHistoryLine = ClientHeaderLine | ScenarioLine | ClientEndLine;

/** The history of a client's run as it was written. */
export interface ClientHistory {
  readonly header: ClientHeaderLine;
  /** In the order in which they ended. */
  readonly scenarios: readonly ScenarioLine[];
  readonly end: ClientEndLine;
}
