/** Combines the results of a rule's trials into its verdict. */
import type { Contradiction } from './judgement.ts';
import type { RuleText } from './rule.ts';
import type { SeenBreach } from './search.ts';
import type { Doubt } from './source.ts';
import type { Findings } from './tested.ts';
import type { TrialOutcome } from './trial.ts';
import { distinctPremises, Stopped, type UnmetPremise } from './unmet.ts';

/** What the suite says about a rule on a target. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'skipped';

/** A rule, its verdict, and what the verdict rests on. */
export interface RuleResult<Found extends Findings> extends Judged<Found> {
  /** What the target's owner did not allow or provide for it, in a few words each. */
  readonly wants: readonly string[];
}

/** A rule, and the results of its trials. */
export interface Judged<Found extends Findings> {
  readonly rule: RuleText<Found>;
  readonly verdict: Verdict;
  /** Why it is not a pass; empty if it is one. */
  readonly why: readonly Why<Found>[];
  /** Runs that could be judged. */
  readonly runs: number;
  /** Named breaches that would have been caught. */
  readonly caught: readonly string[];
  /** Named breaches that would have gone unseen. */
  readonly unseen: readonly string[];
  readonly breach: SeenBreach<Found> | null;
  /** Its share of the time that the rules took, in seconds: they are tried in parallel. */
  readonly seconds: number;
  /** A fault of the suite itself, never of the target. */
  readonly fault: unknown;
}

/** What the target's owner allowed and provided for a rule. */
export interface ProvidedFor {
  /** What he did not allow or provide for trials that were not run, each once. */
  readonly skipped: readonly string[];
  /** The named breaches that can show with what he did. */
  readonly claimed: readonly string[];
}

/** What else may explain a breach in a recording: somebody changed the list, or the server failed, at that moment. */
export type RecordedDoubt = 'list changed' | 'server failed';

/** What ended a trial early. */
interface FaultOrStop {
  readonly kind: 'fault' | 'stopped';
  readonly message: string;
}

/** Why a rule did not pass. */
export type Why<Found extends Findings> =
  /** A breach was confirmed. */
  | { readonly kind: 'seen'; readonly times: number; readonly tries: number }
  /** Breaches among recorded exchanges; `doubted`: they do not count yet, since something else may explain them. */
  | {
      readonly kind: 'recorded';
      readonly broken: number;
      readonly judged: number;
      readonly doubted: { readonly unless: RecordedDoubt; readonly breach: Contradiction<Found> } | null;
    }
  /** A breach that does not count. */
  | { readonly kind: 'doubted'; readonly doubt: Doubt; readonly breach: Contradiction<Found> }
  /** A breach that was seen once, and in none of these further tries. */
  | { readonly kind: 'seen once'; readonly further: number; readonly breach: Contradiction<Found> }
  | FaultOrStop
  /** A premise that was not met, as an experiment or a recording says it. */
  | ({ readonly kind: 'unmet' } & UnmetPremise)
  | { readonly kind: 'not provided'; readonly what: readonly string[] }
  /** Nothing was tried: all trials need what was not provided. */
  | { readonly kind: 'needs'; readonly what: readonly string[] }
  | { readonly kind: 'nothing tried' }
  | { readonly kind: 'blind'; readonly unseen: readonly string[] };

/**
 * Combines the results of a rule's trials into its verdict.
 *
 * A confirmed breach fails. A pass requires that each named breach would have been caught at least once.
 *
 * @param outcomes - of the trials that were run
 * @param provided - what the target's owner allowed and provided for it
 * @param seconds - how long they took
 */
export function verdictOf<Found extends Findings>(
  rule: RuleText<Found>,
  outcomes: readonly TrialOutcome<Found>[],
  { skipped, claimed }: ProvidedFor,
  seconds: number,
): Judged<Found> {
  const runs = outcomes.reduce((sum, outcome) => sum + outcome.runs, 0);
  const caught = claimed.filter((name) => outcomes.some((outcome) => outcome.caught.includes(name)));
  const unseen = claimed.filter((name) => !caught.includes(name));
  const result = (
    verdict: Verdict,
    why: readonly Why<Found>[],
    breach: SeenBreach<Found> | null = null,
  ): Judged<Found> => {
    const fault = outcomes.find((outcome) => isFault(outcome.fault))?.fault;
    return {
      rule,
      verdict,
      why,
      runs,
      caught: breach === null ? caught : [],
      unseen: breach === null ? unseen : [],
      breach,
      seconds,
      fault,
    };
  };

  const breaches = outcomes.flatMap(({ breach }) => breach ?? []);
  const confirmed = breaches.find(isConfirmed);
  if (confirmed !== undefined) {
    const { times, tries } = confirmed;
    return result('fail', [{ kind: 'seen', times, tries }], confirmed);
  }
  const reasons = reasonsIn(outcomes);
  if (outcomes.length === 0) return result('skipped', [{ kind: 'needs', what: skipped }]);
  const isOpen = breaches.length > 0 || outcomes.some(({ isBrokenOff }) => isBrokenOff);
  if (unseen.length === 0 && !isOpen && runs > 0) return result('pass', []);
  const wanted: readonly Why<Found>[] = skipped.length === 0 ? [] : [{ kind: 'not provided', what: skipped }];
  const silent: readonly Why<Found>[] = runs === 0 && reasons.length === 0 ? [{ kind: 'nothing tried' }] : [];
  const blind: readonly Why<Found>[] = runs > 0 && unseen.length > 0 ? [{ kind: 'blind', unseen }] : [];
  return result('inconclusive', [...wanted, ...silent, ...reasons, ...blind]);
}

/** Why the trials show too little, or nothing that counts. */
function reasonsIn<Found extends Findings>(outcomes: readonly TrialOutcome<Found>[]): readonly Why<Found>[] {
  const breaches = outcomes.flatMap(({ breach }) => breach ?? []);
  return [
    ...breaches.map((breach): Why<Found> =>
      breach.doubt === undefined
        ? { kind: 'seen once', further: breach.tries - 1, breach: contradictionOf(breach) }
        : { kind: 'doubted', doubt: breach.doubt, breach: contradictionOf(breach) },
    ),
    ...faultsIn(outcomes),
    ...distinctPremises(outcomes.flatMap(({ unmet }) => unmet)).map((premise): Why<Found> => ({
      kind: 'unmet',
      ...premise,
    })),
  ];
}

function contradictionOf<Found extends Findings>({
  code,
  values,
  difference,
}: SeenBreach<Found>): Contradiction<Found> {
  return { code, values, ...(difference === undefined ? {} : { difference }) };
}

/** Each once. */
function faultsIn(outcomes: readonly { readonly fault: unknown }[]): readonly FaultOrStop[] {
  const faults = outcomes.flatMap(({ fault }) => (fault === undefined ? [] : [faultOf(fault)]));
  return [...new Map(faults.map((why) => [why.message, why])).values()];
}

/** Ending the run is not a fault. */
function isFault(fault: unknown): boolean {
  return fault !== undefined && !(fault instanceof Stopped);
}

function faultOf(fault: unknown): FaultOrStop {
  if (fault instanceof Stopped) return { kind: 'stopped', message: fault.message };
  return { kind: 'fault', message: fault instanceof Error ? fault.message : String(fault) };
}

/** Seen again; or seen once, if the run used up what a repetition would need. */
function isConfirmed<Found extends Findings>({ times, tries, costly, doubt }: SeenBreach<Found>): boolean {
  if (doubt !== undefined) return false;
  return times > 1 || (tries === 1 && costly);
}
