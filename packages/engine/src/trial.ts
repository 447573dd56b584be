/** Tries one experiment for one rule: searches, shrinks, confirms, and asks what could have been caught. */
import * as fc from 'fast-check';
import type { Findings, Tested } from './tested.ts';
import { inputKey, type Experiment, type Preparation } from './experiment.ts';
import { lookAhead } from './look-ahead.ts';
import { neverRecurred, Search, type Reading, type SeenBreach } from './search.ts';
import { derivedSeed } from './seed.ts';
import type { Source } from './source.ts';
import { distinctPremises, Stopped, type UnmetPremise } from './unmet.ts';
import type { Spendable } from './tested.ts';

/** A rule, as far as trying an experiment for it needs it. */
export interface TriedRule {
  readonly id: string;
  readonly eachAnswerCounts: boolean | 'unless others write';
}

/** An experiment as it is planned and tried, whatever its inputs and observations. */
export interface Looking<On extends Tested> {
  readonly experiment: string;
  /** See {@link ExperimentDefinition.does}. */
  readonly does: string;
  readonly needs: readonly On['need'][];
  /** See {@link ExperimentDefinition.repeatsLook}. */
  readonly repeatsLook: boolean;
  /** When it runs; null: in the first phase. */
  readonly phase: On['phase'] | null;
  readonly cost: Spendable;
  /** See {@link Preparation}; null if there is nothing to prepare. */
  readonly prepare: Preparation<On> | null;
  /** See {@link inputsOf}. */
  inputs(runs: number | null): number;
  /** Whether it tries this input, whatever the seed. */
  tries(input: InputName): boolean;
  /**
   * Tries it for a rule that its exchanges may break, whatever it was made for.
   *
   * @param only - the inputs that broke it on their first try; null: all inputs
   */
  tryForEvidence(
    rule: TriedRule,
    context: TrialContext<On>,
    only: ReadonlySet<string> | null,
  ): Promise<TrialOutcome<On['findings']>>;
}

/** An experiment without the types of its inputs and observations. */
export function trialOf<Given, Seen, On extends Tested>(
  experiment: Experiment<Given, Seen, On>,
): Looking<On> {
  return {
    experiment: experiment.name,
    does: experiment.does,
    needs: experiment.needs,
    repeatsLook: experiment.repeatsLook ?? false,
    phase: experiment.phase ?? null,
    cost: experiment.cost ?? {},
    prepare: experiment.prepare ?? null,
    inputs: (runs) => inputsOf(experiment, runs),
    tries: (input) =>
      typeof input === 'number'
        ? input < inputsOf(experiment, null)
        : [...(experiment.first ?? []), ...(experiment.inTurn ?? [])].some(
            (given) => inputKey(given) === input,
          ),
    tryForEvidence: async ({ id, eachAnswerCounts }, context, only) => {
      const reading: Reading<Given, Seen, On> = {
        rule: id,
        forEvidence: true,
        judge: ({ evidence }) => evidence.get(id) ?? null,
        caught: () => [],
        limitation: () => null,
        demandsAnswer: null,
        countsUnlessOthersWrite: eachAnswerCounts === 'unless others write',
      };
      const outcome = await tryExperiment(reading, experiment, context, only);
      // Nothing seen this way makes a pass.
      return { ...outcome, runs: 0 };
    },
  };
}

/** The result of trying one experiment for one rule. */
export interface TrialOutcome<Found extends Findings> {
  readonly experiment: string;
  /** Runs that could be judged. */
  readonly runs: number;
  /** Why runs could not be judged, each reason once. */
  readonly unmet: readonly UnmetPremise[];
  readonly breach: SeenBreach<Found> | null;
  /** Named breaches that would have been caught in what was seen. */
  readonly caught: readonly string[];
  /** Whether the run was stopped before a breach that was seen could be confirmed. */
  readonly isBrokenOff: boolean;
  /** A fault of the suite itself. */
  readonly fault: unknown;
}

/** An input of an experiment: its place, boundaries first, or the key of a boundary (see {@link inputKey}). */
export type InputName = number | string;

/** The inputs to try in a first pass, by experiment; others have to wait. */
export type FirstPass = Readonly<Record<string, readonly InputName[]>>;

/** What a trial needs to know about its run. */
export interface TrialContext<On extends Tested> {
  readonly source: Source<On>;
  readonly seed: number;
  /** How many inputs to explore, if the user said so. */
  readonly runs: number | null;
  /** The most inputs that the budgets allow, boundaries included. */
  readonly affordable: number;
  /** Replays one counterexample of this experiment instead of searching. */
  readonly path: string | null;
  /** The only inputs to try: a counterexample is not shrunk then. Null: all. */
  readonly chosen: readonly InputName[] | null;
}

const defaultRuns = 20;
const furtherSearches = 2;
/** How many responses of intermediaries one trial passes over. */
const intermediariesPassed = 5;

/**
 * How many inputs of an experiment are tried if no breach is found and budgets allow it: boundary values and explored
 * ones.
 *
 * @param runs - how many to explore, if the user said so
 */
export function inputsOf<Given, Seen, On extends Tested>(
  experiment: Experiment<Given, Seen, On>,
  runs: number | null,
): number {
  const { first = [], inTurn = [] } = experiment;
  return first.length + inTurn.length + (runs ?? experiment.runs ?? defaultRuns);
}

/** The boundary values in the order in which they are tried. */
function boundariesOf<Given, Seen, On extends Tested>(
  { name, first = [], inTurn = [] }: Experiment<Given, Seen, On>,
  { seed }: TrialContext<On>,
): readonly Given[] {
  const from = inTurn.length === 0 ? 0 : Math.abs(derivedSeed(seed, `${name} in turn`)) % inTurn.length;
  return [...first, ...inTurn.slice(from), ...inTurn.slice(0, from)];
}

/** What is tried if no breach is found. */
interface Tries<Given> {
  readonly boundaries: readonly Given[];
  /** The places of the inputs among all of the experiment. */
  readonly places: readonly number[];
  /** From which the inputs after the boundary values are drawn. */
  readonly seed: number;
}

function triesOf<Given, Seen, On extends Tested>(
  experiment: Experiment<Given, Seen, On>,
  context: TrialContext<On>,
): Tries<Given> {
  const all = boundariesOf(experiment, context);
  const { chosen, runs, affordable } = context;
  const keys = all.map((given) => inputKey(given));
  const wanted =
    chosen === null
      ? Array.from({ length: inputsOf(experiment, runs) }, (_, place) => place)
      : chosen.map((name) => (typeof name === 'number' ? name : keys.indexOf(name)));
  const places = [...new Set(wanted)]
    .filter((place) => place >= 0)
    .toSorted((one, other) => one - other)
    .slice(0, affordable);
  return {
    boundaries: all.filter((_, place) => places.includes(place)),
    places,
    seed: derivedSeed(context.seed, experiment.name),
  };
}

/** What is tried if no breach is found: the boundary values, and those that exploring from this seed comes to. */
function inputsAhead<Given, Seen, On extends Tested>(
  experiment: Experiment<Given, Seen, On>,
  context: TrialContext<On>,
): readonly Given[] {
  const { boundaries, places, seed } = triesOf(experiment, context);
  return fc.sample(experiment.given, {
    seed,
    examples: [...boundaries],
    numRuns: places.length,
  });
}

/**
 * Tries one experiment for one rule: searches, shrinks, confirms, then asks what it could have caught. If a breach was
 * seen once and never again, or may have been the work of others, the search continues with the other inputs: one of
 * them may show it again.
 */
export async function tryExperiment<Given, Seen, On extends Tested>(
  reading: Reading<Given, Seen, On>,
  experiment: Experiment<Given, Seen, On>,
  context: TrialContext<On>,
  only: ReadonlySet<string> | null = null,
): Promise<TrialOutcome<On['findings']>> {
  const setAside = new Set<string>();
  const searchOnce = async (): Promise<TrialOutcome<On['findings']>> => {
    const isBrief = context.chosen !== null;
    const search = new Search({ reading, experiment, source: context.source, setAside, only, isBrief });
    if (context.path === null && only === null)
      await lookAhead(experiment, context.source, inputsAhead(experiment, context));
    return searched(search, experiment, context);
  };
  const first = await searchPastIntermediaries(searchOnce, context);
  const most = context.path === null ? furtherSearches : 0;
  let latest = first;
  for (let further = 0; further < most && isUndecided(latest); further += 1) latest = await searchOnce();
  const cameBack = latest.breach !== null && latest.breach.times > 1 && latest.breach.doubt === undefined;
  return cameBack ? latest : { ...first, fault: latest.fault };
}

/** Continues the search if all it found was the response of an intermediary: that is no breach, and other inputs may show one. */
async function searchPastIntermediaries<On extends Tested>(
  searchOnce: () => Promise<TrialOutcome<On['findings']>>,
  { path }: TrialContext<On>,
): Promise<TrialOutcome<On['findings']>> {
  let found = await searchOnce();
  const most = path === null ? intermediariesPassed : 0;
  for (let further = 0; further < most && found.breach?.isByIntermediary === true; further += 1) {
    const next = await searchOnce();
    found = {
      ...next,
      runs: found.runs + next.runs,
      unmet: distinctPremises([...found.unmet, ...next.unmet]),
      caught: [...new Set([...found.caught, ...next.caught])],
    };
  }
  return found;
}

function isUndecided<Found extends Findings>({ breach, fault }: TrialOutcome<Found>): boolean {
  if (fault !== undefined || breach === null) return false;
  return breach.doubt === undefined ? neverRecurred(breach) : breach.times > 1;
}

/** One search among the inputs that were not set aside. */
async function searched<Given, Seen, On extends Tested>(
  search: Search<Given, Seen, On>,
  experiment: Experiment<Given, Seen, On>,
  context: TrialContext<On>,
): Promise<TrialOutcome<On['findings']>> {
  const { boundaries, places, seed } = triesOf(experiment, context);
  const examples = context.path === null ? boundaries : boundariesOf(experiment, context);
  const details = await fc.check(
    fc.asyncProperty(experiment.given, async (given) => search.try(given)),
    {
      seed,
      examples: examples.map((given): [Given] => [given]),
      numRuns: context.path === null ? places.length : 1,
      skipEqualValues: true,
      endOnFailure: experiment.costly === true || context.path !== null || context.chosen !== null,
      ...(context.path === null ? {} : { path: context.path }),
    },
  );
  if (context.chosen === null) await search.shrink();
  const found = details.counterexamplePath ?? '0';
  const path = `${experiment.name}:${context.chosen === null ? found : (places[Number(found)] ?? found)}`;
  const breach = (await search.confirmed(path)) ?? (await search.silence());
  return {
    experiment: experiment.name,
    runs: search.judged,
    unmet: [...search.unmet.values()],
    breach,
    caught:
      (breach === null || breach.isByIntermediary === true) &&
      (search.fault === undefined || (search.fault instanceof Stopped && !search.isBrokenOff))
        ? search.caught()
        : [],
    isBrokenOff: search.isBrokenOff,
    fault: search.fault,
  };
}
