/** Tries one experiment for one rule: searches, shrinks, confirms, and asks what could have been caught. */
import * as fc from 'fast-check';
import type { Session } from '../session/session.ts';
import type { Experiment } from './experiment.ts';
import type { RuleDefinition } from './rule.ts';
import { lookAhead } from './look-ahead.ts';
import { cameOnce, Search, type SeenBreach } from './search.ts';
import { derivedSeed } from './seed.ts';

/** What came of trying one experiment for one rule. */
export interface TrialOutcome {
  readonly experiment: string;
  /** Runs that could be judged. */
  readonly runs: number;
  /** Why runs could not be judged, each reason once. */
  readonly unmet: readonly string[];
  readonly breach: SeenBreach | null;
  /** Named breaches that would have been caught in what was seen. */
  readonly caught: readonly string[];
  /** A fault of the suite itself. */
  readonly fault: unknown;
}

/** What a trial needs to know of the run it is part of. */
export interface TrialContext {
  readonly session: Session;
  readonly seed: number;
  /** How many inputs to wander over, where the user said. */
  readonly runs: number | null;
  /** The most inputs that the budgets allow, boundaries included. */
  readonly affordable: number;
  /** Replays one counterexample of this experiment instead of searching. */
  readonly path: string | null;
}

const defaultRuns = 20;
const furtherSearches = 2;

/**
 * How many inputs of an experiment are tried where nothing is found and budgets allow it: boundaries and wandering.
 *
 * @param runs - how many to wander over, where the user said
 */
export function inputsOf<Given, Seen>(experiment: Experiment<Given, Seen>, runs: number | null): number {
  return (experiment.first ?? []).length + (runs ?? experiment.runs ?? defaultRuns);
}

/**
 * Tries one experiment for one rule: searches, shrinks, confirms, then asks what it could have caught. Where a breach
 * was seen once and never again, or may have been the work of others, it searches on among the other inputs: on one of
 * them it may come back.
 */
export async function tryExperiment<Given, Seen>(
  rule: RuleDefinition<Given, Seen>,
  experiment: Experiment<Given, Seen>,
  context: TrialContext,
): Promise<TrialOutcome> {
  const setAside = new Set<string>();
  const first = await searchOnce(rule, experiment, context, setAside);
  const most = context.path === null ? furtherSearches : 0;
  let latest = first;
  for (let further = 0; further < most && isUndecided(latest); further += 1)
    latest = await searchOnce(rule, experiment, context, setAside);
  const cameBack = latest.breach !== null && latest.breach.times > 1 && latest.breach.doubt === undefined;
  return cameBack ? latest : { ...first, fault: latest.fault };
}

function isUndecided({ breach, fault }: TrialOutcome): boolean {
  if (fault !== undefined || breach === null) return false;
  return breach.doubt === undefined ? cameOnce(breach) : breach.times > 1;
}

/**
 * One search among the inputs that were not set aside.
 *
 * @param setAside - keys of inputs; those on which a breach is seen are added
 */
async function searchOnce<Given, Seen>(
  rule: RuleDefinition<Given, Seen>,
  experiment: Experiment<Given, Seen>,
  context: TrialContext,
  setAside: Set<string>,
): Promise<TrialOutcome> {
  const search = new Search(rule, experiment, context.session, setAside);
  const first = experiment.first ?? [];
  const wanted = inputsOf(experiment, context.runs);
  if (context.path === null)
    await lookAhead(experiment, context.session, first.slice(0, Math.min(wanted, context.affordable)));
  const details = await fc.check(
    fc.asyncProperty(experiment.given, async (given) => search.try(given)),
    {
      seed: derivedSeed(context.seed, experiment.name),
      examples: first.map((given): [Given] => [given]),
      numRuns: context.path === null ? Math.min(wanted, context.affordable) : 1,
      skipEqualValues: true,
      endOnFailure: experiment.costly === true || context.path !== null,
      ...(context.path === null ? {} : { path: context.path }),
    },
  );
  await search.shrink();
  const path = `${experiment.name}:${details.counterexamplePath ?? '0'}`;
  const breach = (await search.confirmed(path)) ?? (await search.silence(experiment.name));
  return {
    experiment: experiment.name,
    runs: search.judged,
    unmet: [...search.unmet],
    breach,
    caught: breach === null && search.fault === undefined ? search.caught() : [],
    fault: search.fault,
  };
}
