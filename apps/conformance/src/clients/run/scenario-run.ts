/** The outcome of a call in a scenario, each time as the service and the driver saw it. */
import type { FreshFor } from '@outreach-api/engine';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import type { ScenarioCall } from '../scenarios/scenario.ts';
import type { DriverCall } from '../driver-call.ts';

/** The outcome of a call in a scenario. */
export interface ScenarioRun {
  /** One entry for each time it was made. {@link wholeKey} replaces a key that the service created. */
  readonly calls: readonly DriverCall[];
  /** What the owner of the client declares; null if nothing is declared. */
  readonly declared: DeclaredBackoff | null;
  /** How late requests that were sent on time arrived meanwhile, in milliseconds; null if not measured. */
  readonly noise: readonly number[] | null;
}

/** A call in a scenario that was made, and its outcome. */
export interface TriedScenario extends Pick<ScenarioRun, 'calls' | 'noise'> {
  readonly scenario: string;
  readonly asked: ScenarioCall;
  /** Who needed a fresh run; null for the first run. */
  readonly freshFor: FreshFor | null;
}

/** Replaces, in the value of a call, a whole key that the service created meanwhile, but not parts of it. */
export const wholeKey = '<the new key>';
