/** What the engine needs to know about clients as the thing under test. */
import * as engine from '@outreach-api/engine';
import { statements } from '@outreach-api/model/generated/statements';
import type { Described } from '../../rules/breaches/breach-values.ts';
import type { DriverCall, DriverCallName } from '../driver-call.ts';
import type { Scenario, ScenarioCall } from '../scenarios/scenario.ts';
import type { ScenarioRun } from './scenario-run.ts';

/** The session that a probe of clients talks to. */
export interface ClientSession {
  /**
   * Asks the driver for a call of a scenario, as many times as the call says.
   *
   * @throws Unmet if the driver cannot make it
   */
  run(scenario: Scenario, asked: ScenarioCall): Promise<ScenarioRun>;
}

/** Runs scenarios: with a driver, or from the history of an earlier run. */
export interface ScenarioRunner {
  /**
   * Runs a call of a scenario, as many times as the call says.
   *
   * @param freshFor - who needs a fresh run; null for the first run
   * @throws Unmet if it cannot be run
   */
  run(scenario: Scenario, asked: ScenarioCall, freshFor: engine.FreshFor | null): Promise<ScenarioRun>;
  /** The calls made, in the order in which they ended. */
  readonly made: readonly DriverCall[];
}

/** A client as the thing under test. */
export interface ClientDomain {
  readonly findings: Described;
  readonly session: ClientSession;
  /** A call that the driver must be able to make. */
  readonly need: DriverCallName;
  readonly phase: 'calls';
  readonly resource: never;
  readonly cost: Record<string, never>;
  /** No statement requires a client to send requests. */
  readonly answerDemanded: never;
}

/** A scenario as the engine tries it. */
export type Experiment<Given, Seen> = engine.Experiment<Given, Seen, ClientDomain>;
/** A rule on clients, ready to be tried. */
export type Rule = engine.Rule<ClientDomain>;

export const { defineExperiment, defineRule, seenAs } = engine.engineFor<ClientDomain>(statements);
