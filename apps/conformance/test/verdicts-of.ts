/** The results of the rules of a run, in the forms that the suite's own tests need. */
import type { Verdict } from '@outreach-api/engine';
import type { WordedResult } from '../src/words/result-words.ts';

/** The results of a run. */
export interface Judged {
  readonly results: readonly WordedResult[];
}

/** The verdict of each rule, by its id. @throws Error if there was a fault of the suite */
export function verdictsOf(run: Judged): Record<string, Verdict> {
  return Object.fromEntries(faultless(run).map(({ rule, verdict }) => [rule.id, verdict]));
}

/** The ids of the rules with this verdict. @throws Error if there was a fault of the suite */
export function idsWith(run: Judged, verdict: Verdict): string[] {
  return faultless(run)
    .filter((result) => result.verdict === verdict)
    .map(({ rule }) => rule.id);
}

/** The rules with this verdict, each with what was seen, or with the reason why nothing was. */
export function resultsWith({ results }: Judged, verdict: Verdict): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ rule, reason, breach }) => `${rule.id}: ${breach?.actual ?? reason}`);
}

/** The rules among those with matching ids that did not pass, each with the verdict and why. */
export function notPassed({ results }: Judged, which = /./): string[] {
  return results
    .filter(({ rule, verdict }) => which.test(rule.id) && verdict !== 'pass')
    .map(({ rule, verdict, reason, breach }) => `${rule.id} ${verdict}: ${breach?.actual ?? reason}`);
}

function faultless({ results }: Judged): readonly WordedResult[] {
  for (const { rule, fault } of results)
    if (fault !== undefined) throw new Error(`a fault of the suite in ${rule.id}`, { cause: fault });
  return results;
}
