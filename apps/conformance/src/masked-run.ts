/** A run as it is reported: the filter that every text of a target passes before anything is made of it. */
import type { RuleResult } from './rules/rule-result.ts';
import type { Run } from './run.ts';
import type { Secrets } from '@outreach-api/masking/secrets';
import { wordedResult, type WordedResult } from './words/result-words.ts';

/** A run before its texts are masked, and its results made into words. */
export interface RawRun extends Omit<Run, 'results'> {
  readonly results: readonly RuleResult[];
}

/**
 * A run whose texts are masked and neutralized, with its results in words. The exchanges of breaches are as they went
 * over the wire: a report shows few of them, and passes them through the same filter.
 */
export function maskedRun(run: RawRun): Run {
  const { target, startedAt, results, secrets, ...rest } = run;
  return {
    target,
    startedAt,
    results: results.map((result) => maskedResult(result, secrets)),
    secrets,
    ...secrets.maskAll(rest),
  };
}

/** The same for one result. */
export function maskedResult(result: RuleResult, secrets: Secrets): WordedResult {
  const { why, breach } = result;
  return wordedResult({
    ...result,
    why: secrets.maskAll(why),
    breach: breach === null ? null : maskedBreach(breach, secrets),
  });
}

function maskedBreach(breach: NonNullable<RuleResult['breach']>, secrets: Secrets): RuleResult['breach'] {
  const { exchanges, shownBy, ...rest } = breach;
  return { ...secrets.maskAll(rest), exchanges, ...(shownBy === undefined ? {} : { shownBy }) };
}
