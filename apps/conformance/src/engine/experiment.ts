/** An experiment: a way of looking at the target, whose observations several rules judge. */
import type * as fc from 'fast-check';
import type { StatementId } from '../generated/statements.ts';
import type { Domain, Exchange, Tested } from './domain.ts';
import type { Judgement } from './judgement.ts';
import type { Resource } from './resource-locks.ts';
import { Unmet } from './unmet.ts';

/**
 * When an experiment is run: those that only look first, those that expect to be refused before those that
 * change something, deletions late (those that should be refused before those that use a record up), and the flood alone
 * at the end.
 */
export type Phase = 'look' | 'refusal' | 'change' | 'refused deletion' | 'delete' | 'flood';

/** The budgets of the target file, and how much of each one run of an experiment may spend. */
export interface Cost {
  readonly createApiKeys?: number;
  readonly deliveries?: number;
}

/**
 * Makes on the target what several experiments want to look at: done once, before anything is looked at, and undone
 * by the ledger. Throws {@link Unmet} where it cannot be made; the experiments are tried all the same.
 */
export type Preparation<On extends Tested = Domain> = (session: On['session']) => Promise<void>;

/** How an experiment is described; see {@link defineExperiment}. */
export interface ExperimentDefinition<Given, Seen, On extends Tested = Domain> {
  /** Unique; part of replay commands and of the seed. */
  readonly name: string;
  /** What the target's owner must have allowed or provided. */
  readonly needs?: readonly On['need'][];
  readonly phase?: Phase;
  readonly reads?: readonly Resource[];
  readonly changes?: readonly Resource[];
  /**
   * Resources of which it changes single records, which it holds by itself, so that its inputs are tried side by side.
   * What is tried afresh, to make sure of a breach, is alone with them.
   */
  readonly changesRecordsOf?: readonly Resource[];
  /** Inputs to wander over; they do not depend on the target, so that a seed always gives the same ones. */
  readonly given: fc.Arbitrary<Given>;
  /** Boundaries, tried before wandering. */
  readonly first?: readonly Given[];
  /** How many inputs to wander over after the boundaries. */
  readonly runs?: number;
  readonly cost?: Cost;
  /** Set where a run uses something up: its counterexamples are not shrunk. */
  readonly costly?: boolean;
  /**
   * Set where it looks once more at what others of its rules see: a verdict that lacks nothing else lacks nothing where it
   * is not allowed.
   */
  readonly looksOnceMore?: true;
  /** Inputs that are somewhat smaller, the smallest first: for boundaries, which fast-check cannot shrink. */
  smaller?(given: Given): Iterable<Given>;
  readonly prepare?: Preparation<On>;
  /**
   * Talks to the target and returns what it saw. The only part that does I/O. What is to be made sure of only where a
   * judge calls that broken, it leaves to the session, as a {@link Recheck}.
   *
   * @throws Unmet where a premise is not met: the run proves nothing
   * @throws Disturbed where somebody else changed what was being looked at
   */
  probe(given: Given, session: On['session']): Promise<Seen>;
}

/** What came of one run of an experiment, whatever came of it. */
interface ObservedRun {
  /** The name of the experiment. */
  readonly experiment: string;
  readonly exchanges: readonly Exchange[];
  /** What rules say of its exchanges, which they take as evidence; those are left out of which they say nothing. */
  readonly evidence: ReadonlyMap<StatementId, Judgement>;
}

/** What came of one run of an experiment. */
export type Observed<Seen> = ObservedRun &
  (
    | {
        readonly kind: 'seen';
        readonly seen: Seen;
        /** Why a part of it was not looked at; nothing where all was. */
        readonly leftOut: readonly string[];
      }
    | { readonly kind: 'unmet'; readonly reason: string }
  );

/** What a run of some experiment saw, and on what. */
export interface SeenRun {
  /** The name of the experiment. */
  readonly experiment: string;
  readonly given: unknown;
  readonly seen: unknown;
}

/**
 * Checks whether what a run rests on still holds, where a judge calls broken what it saw.
 *
 * @param isBroken - whether a judge calls this broken, had the run seen it instead
 * @throws Unmet where it does not: the run proves nothing
 * @throws Disturbed where somebody else changed what was being looked at
 */
export type Recheck = (isBroken: (seen: unknown) => boolean) => Promise<void>;

/** Who wants a run for himself alone: a rule that makes sure of a breach, or a probe that uses the experiment. */
export type FreshFor = StatementId | 'probe';

/** Whoever knows, or finds out, what comes of experiments. */
export interface Observer<On extends Tested = Domain> {
  /**
   * What comes of an experiment on one input. All who ask share what came of it the first time.
   *
   * @param freshFor - who has it tried once more; null where the first time will do
   */
  observe<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen, On>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen>>;
}

/** A way of looking at the target whose observations several rules may judge. */
export interface Experiment<Given, Seen, On extends Tested = Domain> extends ExperimentDefinition<
  Given,
  Seen,
  On
> {
  readonly needs: readonly On['need'][];
  readonly phase: Phase;
  /** What a run of this experiment saw; null where it proves nothing for whoever reads it so. */
  read(run: SeenRun): { readonly given: Given; readonly seen: Seen } | null;
  /** What comes of it on one input; see {@link Observer}. */
  observe(observer: Observer<On>, given: Given, freshFor?: FreshFor | null): Promise<Observed<Seen>>;
}

/** Whether an experiment looks for the limit: what it sees then would say nothing elsewhere. */
export function isFlood({ changes = [] }: Pick<ExperimentDefinition<never, never>, 'changes'>): boolean {
  return changes.includes('rate');
}

/** What two inputs have in common where they are the same. */
export function inputKey(given: unknown): string {
  return JSON.stringify(given);
}

/** A run as one of this experiment. Names are unique: under another one is no run of it. */
export function mustBeOf<Given, Seen, On extends Tested>(
  experiment: ExperimentDefinition<Given, Seen, On>,
  observed: Observed<unknown>,
): Observed<Seen> {
  if (isOf(experiment, observed)) return observed;
  throw new TypeError(`a run of «${observed.experiment}» is none of «${experiment.name}»`);
}

function isOf<Given, Seen, On extends Tested>(
  { name }: ExperimentDefinition<Given, Seen, On>,
  observed: Observed<unknown>,
): observed is Observed<Seen> {
  return observed.experiment === name;
}

function isRunOf<Given, Seen, On extends Tested>(
  { name }: ExperimentDefinition<Given, Seen, On>,
  run: SeenRun,
): run is SeenRun & { readonly given: Given; readonly seen: Seen } {
  return run.experiment === name;
}

/** Makes an experiment of its description. */
export function defineExperiment<Given, Seen, On extends Tested = Domain>(
  definition: ExperimentDefinition<Given, Seen, On>,
): Experiment<Given, Seen, On> {
  const experiment: Experiment<Given, Seen, On> = {
    ...definition,
    needs: definition.needs ?? [],
    phase: definition.phase ?? 'look',
    probe: async (given, session) => definition.probe(given, session),
    read: (run) => (isRunOf(definition, run) ? run : null),
    observe: async (observer, given, freshFor = null) => observer.observe(experiment, given, freshFor),
  };
  return experiment;
}

/**
 * The same experiment, of whose observations something else is made: both share their runs.
 *
 * @param change - throws {@link Unmet} where the observation proves nothing for whoever reads it so
 */
export function seenAs<Given, Seen, Other, On extends Tested = Domain>(
  experiment: Experiment<Given, Seen, On>,
  change: (seen: Seen) => Other,
): Experiment<Given, Other, On> {
  const changed = (seen: Seen): { readonly seen: Other } | { readonly reason: string } => {
    try {
      return { seen: change(seen) };
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
      return { reason: error.message };
    }
  };
  return {
    ...experiment,
    probe: async (given, session) => change(await experiment.probe(given, session)),
    read: (run) => {
      const own = experiment.read(run);
      const other = own === null ? null : changed(own.seen);
      return own !== null && other !== null && 'seen' in other ? { ...own, seen: other.seen } : null;
    },
    observe: async (observer, given, freshFor) => {
      const observed = await experiment.observe(observer, given, freshFor);
      if (observed.kind === 'unmet') return observed;
      const other = changed(observed.seen);
      return 'seen' in other ? { ...observed, ...other } : { ...observed, kind: 'unmet', ...other };
    },
  };
}
