/** The results of a run, in words. */
import type { Blocker } from '@outreach-api/engine';
import type { SeenBreach, RuleResult } from '../rules/rule-result.ts';
import { reasonsWords, reasonWords } from './reason-words.ts';
import type { Sides } from './sides.ts';
import { inWords } from './words.ts';

/** A result with the words that reports show. */
export interface WordedResult extends RuleResult {
  /** Why it is not a pass; null if it is one. */
  readonly reason: string | null;
  /** Each reason by itself, except the breaches that could not have been seen. */
  readonly reasons: readonly string[];
  /** What else than the target was at fault, each once. */
  readonly blockedBy: readonly Blocker[];
  readonly breach: (SeenBreach & Sides) | null;
}

/**
 * A result with its words.
 *
 * @param result - whose values are as they may be shown: words quote them
 */
export function wordedResult(result: RuleResult): WordedResult {
  const { why, breach } = result;
  return {
    ...result,
    reason: reasonWords(why),
    reasons: reasonsWords(why),
    blockedBy: [...new Set(why.flatMap((one) => (one.kind === 'unmet' ? (one.blockedBy ?? []) : [])))],
    breach: breach === null ? null : { ...breach, ...inWords(breach) },
  };
}
