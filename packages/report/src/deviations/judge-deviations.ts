/** Judges known deviations by the results of a run. */
import leven from 'leven';
import type { Verdict } from '@outreach-api/engine';
import { isIdentity } from './breach-identity.ts';
import type { DeviationState, JudgedDeviation, KnownDeviation } from './known-deviation.ts';

/** A rule of a run, as far as known deviations are concerned. */
interface Judged {
  readonly id: string;
  readonly verdict: Verdict;
  /** Its breach, if there is one, by its identity. */
  readonly breach?: { readonly identity?: string } | null;
}

const stale: readonly DeviationState[] = ['kept', 'decided', 'outdated', 'unknown', 'expired'];

/**
 * Judges known deviations by the results of a run. An entry is red if it no longer fits, matches no rule or is past its
 * date. It is not red if its rule was not run, or could not be decided: whether it still fits is unknown.
 *
 * @param results - the rules of the run
 * @param known - the ids of all rules
 * @param now - the time by which entries expire; their last day is meant in UTC
 */
export function judgeDeviations(
  entries: readonly KnownDeviation[],
  results: readonly Judged[],
  known: readonly string[],
  now: Date,
): readonly JudgedDeviation[] {
  const today = now.toISOString().slice(0, 10);
  return entries.map((entry) => {
    const result = results.find(({ id }) => id === entry.rule);
    const state = known.includes(entry.rule) ? stateOf(entry, result, today) : 'unknown';
    const says = sentenceOf(entry, state, { result, known });
    const pin = state === 'broken' && entry.breach === undefined ? result?.breach?.identity : undefined;
    return { ...entry, state, red: stale.includes(state), says, ...(pin === undefined ? {} : { pin }) };
  });
}

/** Whether the breach of a rule is listed and accepted. */
export function isAccepted(rule: string, deviations: readonly JudgedDeviation[]): boolean {
  return deviations.some((entry) => entry.rule === rule && entry.state === 'broken');
}

function stateOf(
  { until, verdict: expected, breach }: KnownDeviation,
  result: Judged | undefined,
  today: string,
): DeviationState {
  if (breach !== undefined && !isIdentity(breach)) return 'outdated';
  if (result === undefined) return 'not run';
  if (until < today) return 'expired';
  const isDecided = result.verdict === 'pass' || result.verdict === 'fail';
  if (!isDecided) return 'undecided';
  if (expected === 'inconclusive') return 'decided';
  if (result.verdict === 'pass') return 'kept';
  return breach === undefined || breach === result.breach?.identity ? 'broken' : 'otherwise';
}

function sentenceOf(
  { rule, reason, owner, until, verdict: expected }: KnownDeviation,
  state: DeviationState,
  { result, known }: { readonly result: Judged | undefined; readonly known: readonly string[] },
): string {
  const { verdict, breach } = result ?? {};
  const sentences: Readonly<Record<DeviationState, string>> = {
    broken: `${rule} is broken as listed, accepted until ${until} (${owner}): ${reason}`,
    otherwise: `${rule} is broken by another breach than the listed one (${owner}: ${reason})`,
    outdated: `${rule} is pinned by words, as earlier versions did: ${replacementOf(breach?.identity)} (${owner}: ${reason})`,
    kept: `${rule} no longer fails: remove its entry (${owner}: ${reason})`,
    undecided:
      expected === 'inconclusive' && verdict === 'inconclusive'
        ? `${rule} cannot be decided, as listed, accepted until ${until} (${owner}): ${reason}`
        : `${rule} is ${verdict}: whether its entry still fits is unknown`,
    decided: `${rule} can be decided now, its verdict is ${verdict}: remove its entry (${owner}: ${reason})`,
    'not run': `${rule} is not part of this run: whether its entry still fits was not checked`,
    unknown: `${rule} matches no rule${nearTo(rule, known)}: fix or remove its entry (${owner}: ${reason})`,
    expired: `${rule} was accepted until ${until}, which is past; its verdict is ${verdict}: fix it, or agree on another date with ${owner}`,
  };
  return sentences[state];
}

/** What to put in place of a breach that is pinned by words. */
function replacementOf(identity: string | undefined): string {
  return identity === undefined
    ? 'the rule has no breach in this run, so remove its `breach`, or the entry if it no longer fails'
    : `replace its \`breach\` with "${identity}"`;
}

function nearTo(rule: string, known: readonly string[]): string {
  const near = known.filter((id) => leven(id, rule.toUpperCase()) <= 1);
  return near.length === 0 || near.length > 3 ? '' : ` (did you mean ${near.join(' or ')}?)`;
}
