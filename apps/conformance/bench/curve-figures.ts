/** Measures how soon a run finds what is broken, and decides what is kept, in simulation. */
import { curveJobs, curveOf } from '../test/proof/curve.ts';
import type { JobResult } from '../test/proof/job.ts';
import { runJobs } from '../test/proof/run-jobs.ts';
import type { Figure } from './figure.ts';

/** At the maximum that suits a check on each commit. */
const aims = { maxRequests: 200, found: 24, decided: 45 } as const;

/** For each maximum of requests: the twins found, and the rules decided. */
export async function curveFigures(): Promise<readonly Figure[]> {
  const results: JobResult[] = [];
  await runJobs(curveJobs(1), (result) => results.push(result));
  return curveOf(results).flatMap(({ maxRequests, found, twins, decided, rules, passed }) => {
    const isAimed = maxRequests === aims.maxRequests;
    const blind = passed.length === 0 ? '' : `; passed: ${passed.join(', ')}`;
    const after = `after ${maxRequests} requests`;
    const figure = { unit: '', isLeast: true } as const;
    return [
      {
        ...figure,
        name: `found ${after}`,
        measured: [found],
        aim: isAimed ? aims.found : null,
        on: `of ${twins} broken twins, in simulation${blind}`,
      },
      {
        ...figure,
        name: `decided ${after}`,
        measured: [decided],
        aim: isAimed ? aims.decided : null,
        on: `of ${rules} rules, on a sandbox that conforms`,
      },
    ];
  });
}
