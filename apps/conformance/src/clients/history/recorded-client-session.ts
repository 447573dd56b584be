/** Replays the outcomes of scenarios from an earlier run, in place of a driver. */
import { inputKey, Unmet, type FreshFor, type ProgressBoard } from '@outreach-api/engine';
import type { DriverCall } from '../driver-call.ts';
import type { ScenarioRunner } from '../run/client-domain.ts';
import type { ScenarioRun } from '../run/scenario-run.ts';
import type { Scenario, ScenarioCall } from '../scenarios/scenario.ts';
import type { ClientHistory, ScenarioLine } from './client-history-line.ts';

/** Replays what an earlier run saw; repeated calls come in their original order. */
export class RecordedClientSession implements ScenarioRunner {
  readonly #history: ClientHistory;
  readonly #left: Map<string, ScenarioLine[]>;
  readonly #progress: ProgressBoard;

  constructor(history: ClientHistory, progress: ProgressBoard) {
    this.#history = history;
    this.#progress = progress;
    this.#left = Map.groupBy(history.scenarios, ({ scenario, asked, freshFor }) =>
      keyOf(scenario, asked, freshFor),
    );
  }

  /** The calls made, in the order in which they ended. */
  get made(): readonly DriverCall[] {
    return this.#history.scenarios.flatMap(({ calls }) => calls);
  }

  async run(scenario: Scenario, asked: ScenarioCall, freshFor: FreshFor | null): Promise<ScenarioRun> {
    const { declaration } = this.#history.header;
    if (!declaration.calls.includes(asked.call)) throw new Unmet('the driver makes only some of the calls');
    const line = this.#left.get(keyOf(scenario.name, asked, freshFor))?.shift();
    if (line === undefined) throw new Unmet('the run did not look at that');
    const { calls, noise } = line;
    for (const _ of calls.flatMap(({ exchanges }) => exchanges)) this.#progress.sent();
    return { calls, declared: declaration.backoff, noise };
  }
}

function keyOf(scenario: string, asked: ScenarioCall, freshFor: string | null): string {
  return `${scenario} ${inputKey(asked)} ${freshFor ?? ''}`;
}
