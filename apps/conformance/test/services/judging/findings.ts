/** What is wrong with the results of runs on services. */
import type { ReportedRule } from '@outreach-api/report/json-report';
import { nameOf, type Judged } from './judge-service.ts';

/** The rules of a run that ended in a verdict. */
export function rulesWith(judged: Judged, verdict: ReportedRule['verdict']): readonly ReportedRule[] {
  return (judged.report?.rules ?? []).filter((rule) => rule.verdict === verdict);
}

/** What fails the tests, in words; empty if nothing does. */
export function findingsOf(judged: Judged): readonly string[] {
  const name = nameOf(judged);
  if (judged.fault !== null) return [`${name}: could not be judged: ${judged.fault}`];
  const failed = rulesWith(judged, 'fail');
  if (judged.defect === null)
    return [
      ...failed.map((rule) => `${name}: false alarm: ${worded(rule)}`),
      ...judged.changed.map((change) => `${name}: not as it was: ${change}`),
    ];
  const { rule: broken, alsoBreaks = [] } = judged.defect;
  const isFound = failed.some(({ id }) => id === broken);
  const others = failed.filter(({ id }) => id !== broken && !alsoBreaks.includes(id));
  const verdict = judged.report?.rules.find(({ id }) => id === broken);
  return [
    ...(isFound ? [] : [`${name}: missed: ${broken} is ${verdict?.verdict}: ${verdict?.reason ?? ''}`]),
    ...others.map((rule) => `${name}: wrong blame: ${worded(rule)}`),
  ];
}

function worded({ id, breach }: ReportedRule): string {
  return `${id}: expected ${breach?.expected}; actual ${breach?.actual}`;
}
