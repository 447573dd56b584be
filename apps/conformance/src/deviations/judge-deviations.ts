/** Tells what came of known deviations in a run. */
import leven from 'leven';
import type { Verdict } from '../engine/verdict.ts';
import { rules } from '../rules/rules.ts';
import type { DeviationState, JudgedDeviation, KnownDeviation } from './known-deviation.ts';

/** A rule of a run, as far as known deviations are concerned. */
interface Judged {
  readonly id: string;
  readonly verdict: Verdict;
}

const stale: readonly DeviationState[] = ['kept', 'unknown', 'expired'];

/**
 * Tells what came of known deviations in a run. An entry is red that no longer fails, matches no rule or is past its
 * date. One whose rule was not run, or could not be decided, is not: nobody can tell whether it still fits.
 *
 * @param results - the rules of the run
 * @param now - the time by which entries expire; their last day is meant in UTC
 */
export function judgeDeviations(
  entries: readonly KnownDeviation[],
  results: readonly Judged[],
  now: Date,
): readonly JudgedDeviation[] {
  const today = now.toISOString().slice(0, 10);
  return entries.map((entry) => {
    const verdict = results.find(({ id }) => id === entry.rule)?.verdict;
    const state = stateOf(entry, verdict, today);
    return { ...entry, state, red: stale.includes(state), says: sentenceOf(entry, state, verdict) };
  });
}

/** Whether a breach of a rule is listed and accepted. */
export function isAccepted(rule: string, deviations: readonly JudgedDeviation[]): boolean {
  return deviations.some((entry) => entry.rule === rule && entry.state === 'broken');
}

function stateOf(
  { rule, until }: KnownDeviation,
  verdict: Verdict | undefined,
  today: string,
): DeviationState {
  if (rules.every(({ id }) => id !== rule)) return 'unknown';
  if (verdict === undefined) return 'not run';
  if (until < today) return 'expired';
  if (verdict === 'fail') return 'broken';
  return verdict === 'pass' ? 'kept' : 'undecided';
}

function sentenceOf(
  { rule, reason, owner, until }: KnownDeviation,
  state: DeviationState,
  verdict: Verdict | undefined,
): string {
  const sentences: Readonly<Record<DeviationState, string>> = {
    broken: `${rule} is broken as listed, accepted until ${until} (${owner}): ${reason}`,
    kept: `${rule} no longer fails: remove its entry (${owner}: ${reason})`,
    undecided: `${rule} is ${verdict}: whether its entry still fits cannot be told`,
    'not run': `${rule} is not part of this run: whether its entry still fits was not looked at`,
    unknown: `${rule} matches no rule${nearTo(rule)}: mend or remove its entry (${owner}: ${reason})`,
    expired: `${rule} was accepted until ${until}, which is past; its verdict is ${verdict}: mend it, or agree on another date with ${owner}`,
  };
  return sentences[state];
}

function nearTo(rule: string): string {
  const near = rules.map(({ id }) => id).filter((id) => leven(id, rule.toUpperCase()) <= 1);
  return near.length === 0 || near.length > 3 ? '' : ` (did you mean ${near.join(' or ')}?)`;
}
