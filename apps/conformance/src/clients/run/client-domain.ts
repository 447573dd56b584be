/** What the engine needs to know of clients as of something that is tested. */
import type { FreshFor } from '../../engine/experiment.ts';
import type { DriverCall, DriverCallName } from '../driver-call.ts';
import type { Scenario, ScenarioCall } from '../scenarios/scenario.ts';
import type { ScenarioRun } from './scenario-run.ts';

/** What a probe of clients talks to. */
export interface ClientSession {
  /**
   * Asks the driver for a call of a scenario, as often as that says.
   *
   * @throws Unmet where the driver cannot make it
   */
  run(scenario: Scenario, asked: ScenarioCall): Promise<ScenarioRun>;
}

/** Who runs scenarios: a driver, or the history of an earlier run. */
export interface ScenarioRunner {
  /**
   * Runs a call of a scenario, as often as that says.
   *
   * @param freshFor - who has it tried once more; null where it is the first time
   * @throws Unmet where it cannot be run
   */
  run(scenario: Scenario, asked: ScenarioCall, freshFor: FreshFor | null): Promise<ScenarioRun>;
  /** The calls that were made, in the order in which they ended. */
  readonly made: readonly DriverCall[];
}

/** The types of what is tested where that is a client. */
export interface ClientDomain {
  readonly session: ClientSession;
  /** A call that the driver must be able to make. */
  readonly need: DriverCallName;
}
