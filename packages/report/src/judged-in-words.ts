/** How much a run has judged, in words. */
import type { Blocker, Verdict } from '@outreach-api/engine';

/** A rule of a run, as far as it matters here. */
interface JudgedRule {
  readonly verdict: Verdict;
  /** What its owner did not allow or provide for it. */
  readonly wants?: readonly string[];
  /** What else than the target kept it from being decided. */
  readonly blockedBy?: readonly Blocker[];
}

const blockers: Readonly<Record<Blocker, string>> = {
  machine: 'this machine failed',
  provision: 'the provision module failed',
};

/** How many reasons are named, those of most rules first. */
const mostReasons = 5;
/** A rule that lacks more than these lacks several things. */
const mostWants = 2;

/**
 * How many statements a run has judged, and why it has not judged the others: `49 of 64 statements judged, 15 not: 9
 * need a second account, 6 could not be decided on this target’s data`.
 */
export function judgedInWords(
  rules: readonly JudgedRule[],
  { isCut = false, isRecording = false, isClient = false } = {},
): string {
  const open = rules.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skipped');
  const judged = `${rules.length - open.length} of ${rules.length} statements judged`;
  if (open.length === 0) return judged;
  // What was not made because something else failed may have been missed by any of them.
  const isBlocked = open.some(({ blockedBy = [] }) => blockedBy.length > 0);
  const reasonOf = (rule: JudgedRule, verb: 'need' | 'needs'): string =>
    isRecording ? whyOfRecording(rule) : why(rule, verb, { isCut, isBlocked, isClient });
  const groups = [...Map.groupBy(open, (rule) => reasonOf(rule, 'need')).values()]
    .map((members) => ({ rule: members[0], count: members.length }))
    .toSorted((one, other) => other.count - one.count);
  const named = groups
    .slice(0, mostReasons)
    .flatMap(({ rule, count }) =>
      rule === undefined ? [] : `${count} ${reasonOf(rule, count === 1 ? 'needs' : 'need')}`,
    );
  const more = groups.slice(mostReasons).reduce((sum, { count }) => sum + count, 0);
  return `${judged}, ${open.length} not: ${[...named, ...(more === 0 ? [] : [`${more} for other reasons`])].join(', ')}`;
}

function whyOfRecording({ verdict }: JudgedRule): string {
  return verdict === 'skipped' ? 'not covered by the recording' : 'covered too little by the recording';
}

function why(
  { wants = [], verdict, blockedBy = [] }: JudgedRule,
  verb: string,
  { isCut, isBlocked, isClient }: Readonly<Record<'isCut' | 'isBlocked' | 'isClient', boolean>>,
): string {
  if (blockedBy.length > 0)
    return `could not be decided because ${blockedBy.map((one) => blockers[one]).join(' and ')}`;
  if (wants.length > mostWants) return `${verb} several things`;
  if (wants.length > 0) return `${verb} ${wants.join(' and ')}`;
  if (verdict === 'skipped') return `${verb} what the owner did not allow or provide`;
  if (isCut) return 'could not be decided by then';
  if (isBlocked) return 'could not be decided';
  return isClient
    ? 'could not be decided by what the client did'
    : 'could not be decided on this target’s data';
}
