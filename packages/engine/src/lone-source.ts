/** Observations where nobody else is at work: each run that was seen counts. */
import { inputKey, mustBeOf, type ExperimentDefinition, type FreshFor, type Observed } from './experiment.ts';
import type { Provided } from './plan.ts';
import type { ProgressBoard } from './progress.ts';
import { ResourceLocks } from './resource-locks.ts';
import type { BrokenByEvidence, ExchangeReader, InterferenceGuard, Source } from './source.ts';
import type { Tested } from './tested.ts';
import { Unmet } from './unmet.ts';

const alone: InterferenceGuard = {
  during: async (look) => ({ held: await look(), doubt: null }),
  byTurns: async () => [],
  isBusy: async () => false,
  isInterferedWith: async () => false,
  sawInterference: false,
};

/** A run of an experiment, as the session that is opened for it knows it. */
export interface LoneRun<On extends Tested> {
  /** The name of the experiment. */
  readonly experiment: string;
  readonly given: unknown;
  /** Who needs a fresh run; null for the first run. */
  readonly freshFor: FreshFor | null;
  /** Those of the run: the session adds them. */
  readonly exchanges: On['findings']['exchange'][];
}

/** What a {@link LoneSource} is made of. */
export interface Lone<On extends Tested> {
  readonly phases: readonly On['phase'][];
  readonly provided: Provided<On['need']>;
  readonly progress: ProgressBoard;
  /** What experiments read and change: those that change one have it to themselves. None if not set. */
  readonly resources?: readonly On['resource'][];
  /** Opens a session for one run. */
  readonly open: (run: LoneRun<On>) => On['session'];
}

/** Each input is tried once, unless a fresh run is needed. No statement demands an answer, and nothing is evidence. */
export class LoneSource<On extends Tested> implements Source<On> {
  readonly phases: readonly On['phase'][];
  readonly provided: Provided<On['need']>;
  readonly progress: ProgressBoard;
  readonly hasControls = false;
  readonly exchangeReader: ExchangeReader<On> = {
    outcomesOf: () => ({ cut: new Map(), answered: true }),
    isByIntermediary: () => false,
  };
  readonly brokenByEvidence: readonly BrokenByEvidence[] = [];
  readonly #open: Lone<On>['open'];
  readonly #locks: ResourceLocks<On['resource']>;
  readonly #known = new Map<string, Promise<Observed<unknown, On['findings']>>>();

  constructor({ phases, provided, progress, open, resources = [] }: Lone<On>) {
    this.phases = phases;
    this.provided = provided;
    this.progress = progress;
    this.#open = open;
    this.#locks = new ResourceLocks(resources, (record) => record);
  }

  async observe<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen, On>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen, On['findings']>> {
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

  refused(): null {
    return null;
  }

  async prepare(): Promise<null> {
    return null;
  }

  whyDoubtful(): null {
    return null;
  }

  judgeExchangesBy(): void {
    // Rules take all their evidence from experiments.
  }

  recheckWhere(): void {
    // Nobody else can interfere.
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
    experiment: ExperimentDefinition<Given, Seen, On>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen, On['findings']>> {
    const exchanges: On['findings']['exchange'][] = [];
    const { name, reads = [], changes = [] } = experiment;
    const observed = { experiment: name, exchanges, evidence: new Map() } as const;
    const session = this.#open({ experiment: name, given, freshFor, exchanges });
    try {
      const seen = await this.#locks.hold({ reads, changes }, async () => experiment.probe(given, session));
      return { ...observed, kind: 'seen', seen, leftOut: [] };
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
      return { ...observed, kind: 'unmet', reason: error.message };
    }
  }
}
