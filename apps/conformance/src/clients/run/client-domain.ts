/** What the engine needs to know of clients as of something that is tested. */
import type { DriverCallName } from '../driver-call.ts';
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

/** The types of what is tested where that is a client. */
export interface ClientDomain {
  readonly session: ClientSession;
  /** A call that the driver must be able to make. */
  readonly need: DriverCallName;
}
