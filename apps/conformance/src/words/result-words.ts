/** The results of a run, in words. */
import type { SeenBreach } from '../engine/search.ts';
import type { RuleResult } from '../engine/verdict.ts';
import { reasonWords } from './reason-words.ts';
import type { Sides } from './sides.ts';
import { inWords } from './words.ts';

/** A result with the words that reports show. */
export interface ToldResult extends RuleResult {
  /** Why it is not a pass; null if it is one. */
  readonly reason: string | null;
  readonly breach: (SeenBreach & Sides) | null;
}

/**
 * A result with its words.
 *
 * @param result - whose values are as they may be shown: words quote them
 */
export function toldResult(result: RuleResult): ToldResult {
  const { why, breach } = result;
  return {
    ...result,
    reason: reasonWords(why),
    breach: breach === null ? null : { ...breach, ...inWords(breach) },
  };
}
