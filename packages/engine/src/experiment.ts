/** An experiment: a way of looking at the target, whose observations several rules judge. */
import type * as fc from 'fast-check';
import type { Findings, Tested } from './tested.ts';
import type { Judgement } from './judgement.ts';
import { Unmet, type Blocker } from './unmet.ts';

/**
 * Creates on the target what several experiments want to look at: done once, before any of them looks, and undone by
 * the ledger. Throws {@link Unmet} if it cannot be created; the experiments are tried anyway.
 */
export type Preparation<On extends Tested> = (session: On['session']) => Promise<void>;

/** How an experiment is described; see {@link defineExperiment}. */
export interface ExperimentDefinition<Given, Seen, On extends Tested> {
  /** Unique; part of replay commands and of the seed. */
  readonly name: string;
  /** What it does, for who reads about the rule: a phrase to follow its name. */
  readonly does: string;
  /** What the target's owner must have allowed or provided. */
  readonly needs?: readonly On['need'][];
  /** When it runs; in the first phase if not set. */
  readonly phase?: On['phase'];
  readonly reads?: readonly On['resource'][];
  readonly changes?: readonly On['resource'][];
  /**
   * Resources of which it changes single records only, which it locks itself, so that its inputs are tried in parallel.
   * A run that is repeated to confirm a breach has these resources to itself.
   */
  readonly changesRecordsOf?: readonly On['resource'][];
  /** The inputs to explore; they do not depend on the target, so that a seed always gives the same ones. */
  readonly given: fc.Arbitrary<Given>;
  /** Boundary values, tried before exploring. */
  readonly first?: readonly Given[];
  /**
   * Further boundary values, tried after `first`. Which of them comes first changes with the seed: where a budget ends
   * before the last of them, other runs try the others.
   */
  readonly inTurn?: readonly Given[];
  /** How many inputs to explore after the boundary values. */
  readonly runs?: number;
  /** How much of each budget one run may spend. */
  readonly cost?: On['cost'];
  /** Set if a run uses something up: its counterexamples are not shrunk. */
  readonly costly?: boolean;
  /**
   * Set if it only repeats a look for what its rules' other experiments see: a verdict that lacks nothing else is
   * complete without it if it is not allowed.
   */
  readonly repeatsLook?: true;
  /** Inputs that are somewhat smaller, the smallest first: for boundary values, which fast-check cannot shrink. */
  smaller?(given: Given): Iterable<Given>;
  readonly prepare?: Preparation<On>;
  /**
   * Talks to the target and returns what it saw. The only part that does I/O. What needs checking only if a judge calls
   * the observation broken is left to the session, as a {@link Recheck}.
   *
   * @throws Unmet if a premise is not met: the run proves nothing
   * @throws Disturbed if somebody else changed what was being looked at
   */
  probe(given: Given, session: On['session']): Promise<Seen>;
}

/** The result of one run of an experiment, whatever it is. */
interface ObservedRun<Found extends Findings> {
  /** The name of the experiment. */
  readonly experiment: string;
  readonly exchanges: readonly Found['exchange'][];
  /** What rules say about its exchanges as evidence; rules about which the exchanges say nothing are left out. */
  readonly evidence: ReadonlyMap<string, Judgement<Found>>;
}

/** The result of one run of an experiment. */
export type Observed<Seen, Found extends Findings> = ObservedRun<Found> &
  (
    | {
        readonly kind: 'seen';
        readonly seen: Seen;
        /** Why parts of it were not looked at; empty if all were. */
        readonly leftOut: readonly string[];
      }
    | { readonly kind: 'unmet'; readonly reason: string; readonly blockedBy?: Blocker }
  );

/** What a run of some experiment saw, and for which input. */
export interface SeenRun {
  /** The name of the experiment. */
  readonly experiment: string;
  readonly given: unknown;
  readonly seen: unknown;
}

/**
 * Checks whether the premises of a run still hold, once a judge calls broken what it saw.
 *
 * @param isBroken - whether a judge would call this broken, had the run seen it instead
 * @throws Unmet if they do not: the run proves nothing
 * @throws Disturbed if somebody else changed what was being looked at
 */
export type Recheck = (isBroken: (seen: unknown) => boolean) => Promise<void>;

/** Who wants a run of its own: the rule that confirms a breach, or `probe` for a probe that uses the experiment. */
export type FreshFor = string;

/** Knows, or finds out, the results of experiments. */
export interface Observer<On extends Tested> {
  /**
   * The result of an experiment for one input. All callers share the result of the first run.
   *
   * @param freshFor - who wants it run again; null if the first run will do
   */
  observe<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen, On>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen, On['findings']>>;
}

/** A way of looking at the target whose observations several rules may judge. */
export interface Experiment<Given, Seen, On extends Tested> extends ExperimentDefinition<Given, Seen, On> {
  readonly needs: readonly On['need'][];
  /** What a run of this experiment saw; null if, read this way, it proves nothing. */
  read(run: SeenRun): { readonly given: Given; readonly seen: Seen } | null;
  /** Its result for one input; see {@link Observer}. */
  observe(
    observer: Observer<On>,
    given: Given,
    freshFor?: FreshFor | null,
  ): Promise<Observed<Seen, On['findings']>>;
}

/** A key that equal inputs share. */
export function inputKey(given: unknown): string {
  return JSON.stringify(given);
}

/** The run as a run of this experiment. Names are unique: a run under another name is not one of its runs. */
export function mustBeOf<Given, Seen, On extends Tested>(
  experiment: ExperimentDefinition<Given, Seen, On>,
  observed: Observed<unknown, On['findings']>,
): Observed<Seen, On['findings']> {
  if (isOf(experiment, observed)) return observed;
  throw new TypeError(`a run of «${observed.experiment}» is not one of «${experiment.name}»`);
}

function isOf<Given, Seen, On extends Tested>(
  { name }: ExperimentDefinition<Given, Seen, On>,
  observed: Observed<unknown, On['findings']>,
): observed is Observed<Seen, On['findings']> {
  return observed.experiment === name;
}

function isRunOf<Given, Seen, On extends Tested>(
  { name }: ExperimentDefinition<Given, Seen, On>,
  run: SeenRun,
): run is SeenRun & { readonly given: Given; readonly seen: Seen } {
  return run.experiment === name;
}

/** Makes an experiment from its description. */
export function defineExperiment<Given, Seen, On extends Tested>(
  definition: ExperimentDefinition<Given, Seen, On>,
): Experiment<Given, Seen, On> {
  const experiment: Experiment<Given, Seen, On> = {
    ...definition,
    needs: definition.needs ?? [],
    probe: async (given, session) => definition.probe(given, session),
    read: (run) => (isRunOf(definition, run) ? run : null),
    observe: async (observer, given, freshFor = null) => observer.observe(experiment, given, freshFor),
  };
  return experiment;
}

/**
 * The same experiment with its observations converted: both share their runs.
 *
 * @param change - throws {@link Unmet} if the observation proves nothing once converted
 */
export function seenAs<Given, Seen, Other, On extends Tested>(
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
