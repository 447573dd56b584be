/** Scenarios as experiments of the engine: each call is an input. */
import * as fc from 'fast-check';
import { defineExperiment, type Experiment } from './client-domain.ts';
import type { Scenario, ScenarioCall } from '../scenarios/scenario.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import type { ScenarioRun } from './scenario-run.ts';

/** A scenario as an experiment. */
export type ScenarioExperiment = Experiment<ScenarioCall, ScenarioRun>;

/** Each scenario with its experiment, in the order of the table. */
export const scenarioExperiments: readonly (readonly [Scenario, ScenarioExperiment])[] = scenarios.map(
  (scenario) => [scenario, experimentOf(scenario)],
);

function experimentOf(scenario: Scenario): ScenarioExperiment {
  return defineExperiment<ScenarioCall, ScenarioRun>({
    name: scenario.name,
    does: scenario.says,
    given: fc.constantFrom(...scenario.calls),
    first: scenario.calls,
    runs: 0,
    probe: async (asked, session) => session.run(scenario, asked),
  });
}
