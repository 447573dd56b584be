/** Observations of a client: each call of a scenario is made once, unless a fresh one is needed. */
import {
  inputKey,
  mustBeOf,
  type ExperimentDefinition,
  type FreshFor,
  type Observed,
} from '../../engine/experiment.ts';
import { nothing } from '../../engine/affordable-runs.ts';
import type { Provided } from '../../engine/plan.ts';
import type { ProgressBoard } from '../../engine/progress.ts';
import type { BrokenByEvidence, ExchangeReader, InterferenceGuard, Source } from '../../engine/source.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { Exchange } from '../../records/exchange.ts';
import type { DriverCallName } from '../driver-call.ts';
import type { ClientDomain, ClientSession, ScenarioRunner } from './client-domain.ts';
import { exchangesOf } from './reported-exchange.ts';

/** Each call is made as soon as it is its turn. */
const phases = ['calls'] as const;

/** No other client uses the service of a scenario. */
const alone: InterferenceGuard = {
  during: async (look) => ({ held: await look(), doubt: null }),
  byTurns: async () => [],
  isBusy: async () => false,
  isInterferedWith: async () => false,
  sawInterference: false,
};

/** No statement requires a client to send requests. */
const exchangeReader: ExchangeReader = {
  fared: () => ({ cut: new Map(), answered: true }),
  isByIntermediary: () => false,
};

/** Observations of a client. */
export class ClientSource implements Source<ClientDomain> {
  readonly progress: ProgressBoard;
  readonly phases = phases;
  readonly hasControls = false;
  readonly exchangeReader = exchangeReader;
  readonly brokenByEvidence: readonly BrokenByEvidence[] = [];
  readonly provided: Provided<ClientDomain>;
  readonly #runner: ScenarioRunner;
  readonly #known = new Map<string, Promise<Observed<unknown>>>();

  /** @param calls - the calls that the driver can make */
  constructor(runner: ScenarioRunner, calls: readonly DriverCallName[], progress: ProgressBoard) {
    this.progress = progress;
    this.#runner = runner;
    this.provided = {
      allow: nothing,
      spare: { forRepetitions: nothing, forObservations: nothing },
      missing: (needs) => lacking(needs, calls).map((call) => `a driver that makes \`${call}\``),
      wants: (needs) => lacking(needs, calls).map((call) => `the call ${call}`),
    };
  }

  async observe<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen, ClientDomain>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen>> {
    if (freshFor !== null) return this.#run(experiment, given, freshFor);
    const key = `${experiment.name} ${inputKey(given)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return mustBeOf(experiment, await known);
    const running = this.#run(experiment, given, null);
    this.#known.set(key, running);
    return running;
  }

  guard(): InterferenceGuard {
    return alone;
  }

  async prepare(): Promise<null> {
    return null;
  }

  whyDoubtful(): null {
    return null;
  }

  judgeExchangesBy(): void {
    // Rules on clients take all their evidence from scenarios.
  }

  recheckWhere(): void {
    // No other client can interfere with a driver.
  }

  keep(): void {
    // There is no budget to spend.
  }

  trialEnded(): void {
    // Nothing depends on it.
  }

  async stageEnded(): Promise<void> {
    // Nothing depends on it.
  }

  async #run<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen, ClientDomain>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen>> {
    const exchanges: Exchange[] = [];
    const session: ClientSession = {
      run: async (scenario, asked) => {
        const run = await this.#runner.run(scenario, asked, freshFor);
        for (const call of run.calls) exchanges.push(...exchangesOf(call));
        return run;
      },
    };
    const observed = { experiment: experiment.name, exchanges, evidence: new Map() } as const;
    try {
      const seen = await experiment.probe(given, session);
      return { ...observed, kind: 'seen', seen, leftOut: [] };
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
      return { ...observed, kind: 'unmet', reason: error.message };
    }
  }
}

function lacking(
  needs: readonly DriverCallName[],
  calls: readonly DriverCallName[],
): readonly DriverCallName[] {
  return [...new Set(needs)].filter((call) => !calls.includes(call));
}
