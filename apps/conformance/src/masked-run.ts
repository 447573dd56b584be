/** A run as it is reported: the filter that every text of a target passes before anything is made of it. */
import type { RuleResult } from './engine/verdict.ts';
import type { Run } from './run.ts';
import type { Secrets } from './output/secrets.ts';

/**
 * A run whose texts are masked and neutralized. The exchanges of breaches are as they went over the wire: a report
 * shows few of them, and passes them through the same filter.
 */
export function maskedRun(run: Run): Run {
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
export function maskedResult(result: RuleResult, secrets: Secrets): RuleResult {
  const { reason, breach } = result;
  return {
    ...result,
    reason: secrets.maskAll(reason),
    breach: breach === null ? null : toldBreach(breach, secrets),
  };
}

function toldBreach(breach: NonNullable<RuleResult['breach']>, secrets: Secrets): RuleResult['breach'] {
  const { exchanges, ...rest } = breach;
  return { ...secrets.maskAll(rest), exchanges };
}
