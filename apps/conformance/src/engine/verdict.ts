/** Combines the results of a rule's trials into its verdict. */
import type { RuleText } from './rule.ts';
import type { SeenBreach } from './search.ts';
import type { Doubt } from './source.ts';
import type { TrialOutcome } from './trial.ts';
import { Stopped } from './unmet.ts';

/** What the suite says about a rule on a target. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'skipped';

/** A rule, its verdict, and what the verdict rests on. */
export interface RuleResult extends Judged {
  /** What the target's owner did not allow or provide for it, in a few words each. */
  readonly wants: readonly string[];
}

/** A rule, and the results of its trials. */
export interface Judged {
  readonly rule: RuleText;
  readonly verdict: Verdict;
  /** Why it is not a pass; null if it is one. */
  readonly reason: string | null;
  /** Runs that could be judged. */
  readonly runs: number;
  /** Named breaches that would have been caught. */
  readonly caught: readonly string[];
  /** Named breaches that would have gone unseen. */
  readonly unseen: readonly string[];
  readonly breach: SeenBreach | null;
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

/** Why what was seen does not count, in words. */
export const doubts: Readonly<Record<Doubt, string>> = {
  disturbed: 'seen only while somebody else changed the list of webhooks',
  'shut out': 'seen while the key of the target file was refused, which it was not when the run began',
  'failed in a gateway': 'seen only where a gateway gave the answer (502, 503 or 504)',
  arguable: 'the description can be read both ways',
};

/**
 * Combines the results of a rule's trials into its verdict.
 *
 * A confirmed breach fails. A pass requires that each named breach would have been caught at least once.
 *
 * @param outcomes - of the trials that were run
 * @param provided - what the target's owner allowed and provided for it
 * @param seconds - how long they took
 */
export function verdictOf(
  rule: RuleText,
  outcomes: readonly TrialOutcome[],
  { skipped, claimed }: ProvidedFor,
  seconds: number,
): Judged {
  const runs = outcomes.reduce((sum, outcome) => sum + outcome.runs, 0);
  const caught = claimed.filter((name) => outcomes.some((outcome) => outcome.caught.includes(name)));
  const unseen = claimed.filter((name) => !caught.includes(name));
  const result = (verdict: Verdict, reason: string | null, breach: SeenBreach | null = null): Judged => {
    const fault = outcomes.find((outcome) => isFault(outcome.fault))?.fault;
    return {
      rule,
      verdict,
      reason,
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
  if (confirmed !== undefined)
    return result('fail', `seen ${confirmed.times} of ${confirmed.tries} times`, confirmed);

  const reasons = [
    ...breaches.map(({ actual, tries, doubt }) =>
      doubt !== undefined
        ? `${doubts[doubt]}: ${actual}`
        : tries === 1
          ? `seen once, and it could not be tried again: ${actual}`
          : `seen once and never again in ${tries - 1} tries: ${actual}`,
    ),
    ...new Set(outcomes.flatMap(({ fault }) => (fault === undefined ? [] : [faultReason(fault)]))),
    ...new Set(outcomes.flatMap(({ unmet }) => unmet)),
  ];
  const wanted = skipped.length === 0 ? [] : [`not allowed or provided: ${skipped.join(', ')}`];
  if (outcomes.length === 0) return result('skipped', `needs ${skipped.join(' and ')}`);
  if (unseen.length === 0 && breaches.length === 0 && runs > 0) return result('pass', null);
  const blind = runs > 0 && unseen.length > 0 ? [`could not have seen: ${unseen.join('; ')}`] : [];
  const silent = runs === 0 && reasons.length === 0 ? ['nothing was tried'] : [];
  return result('inconclusive', [...wanted, ...silent, ...reasons, ...blind].join(' — '));
}

/** Ending the run is not a fault. */
function isFault(fault: unknown): boolean {
  return fault !== undefined && !(fault instanceof Stopped);
}

function faultReason(fault: unknown): string {
  if (fault instanceof Stopped) return fault.message;
  return `a fault of the suite: ${fault instanceof Error ? fault.message : String(fault)}`;
}

/** Seen again; or seen once, if the run used up what a repetition would need. */
function isConfirmed({ times, tries, costly, doubt }: SeenBreach): boolean {
  if (doubt !== undefined) return false;
  return times > 1 || (tries === 1 && costly);
}
