/** What came of a call in a scenario, each time as the service and the driver saw it. */
import type { DeclaredBackoff } from '../backoff/declared-backoff.ts';
import type { FreshFor } from '../../engine/experiment.ts';
import type { ScenarioCall } from '../scenarios/scenario.ts';
import type { DriverCall } from '../driver-call.ts';

/** What came of a call in a scenario. */
export interface ScenarioRun {
  /** Each time that it was made. What stands there for a key that the service had created: see {@link wholeKey}. */
  readonly calls: readonly DriverCall[];
  /** What the owner of the client declares; null where nothing is declared. */
  readonly declared: DeclaredBackoff | null;
  /** How late requests came meanwhile that were sent in time, in milliseconds; null where that was not measured. */
  readonly noise: readonly number[] | null;
}

/** A call in a scenario that was tried, and what came of it. */
export interface TriedScenario extends Pick<ScenarioRun, 'calls' | 'noise'> {
  readonly scenario: string;
  readonly asked: ScenarioCall;
  /** Who had it tried once more; null where it was the first time. */
  readonly freshFor: FreshFor | null;
}

/** What stands in the value of a call for a key that the service had created meanwhile: for the whole of it, not for parts. */
export const wholeKey = '<the new key>';
