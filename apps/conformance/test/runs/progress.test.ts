/** Shows that a run reports its progress. */
import { expect, it } from 'vitest';
import type { Progress } from '@outreach-api/engine';
import { judgeTarget } from '../../src/judge-target.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { sandboxTarget } from '../judge-sandbox.ts';
import { simulate } from '../simulation/simulate.ts';

it('reports each phase, each verdict, requests now and then, and waits for the limit', async () => {
  const reported: Progress[] = [];
  const chosen = rules.filter(({ id }) => /PAGE-0[123]/.test(id));
  const rateLimit = { requests: 20, perMs: 1000 };
  await simulate({ seed: 1, sandbox: { seed: 1, rateLimit } }, async ({ sandbox, network, url }) => {
    const run = await judgeTarget(sandboxTarget(sandbox, url, { flood: 0 }), {
      rules: chosen,
      seed: 1,
      runs: null,
      path: null,
      network,
      onProgress: (progress) => reported.push(progress),
    });
    expect(new Set(reported.map(({ phase }) => phase))).toEqual(
      new Set([
        'preparing',
        'look',
        'refusal',
        'change',
        'refused deletion',
        'delete',
        'late',
        'flood',
        'restoring',
      ]),
    );
    expect(reported.at(-1)).toMatchObject({ decided: chosen.length, rules: chosen.length, waitingMs: null });
    expect(reported.at(-1)).toMatchObject({ requests: run.requests, waits: run.waits });
    expect(reported.some(({ requests }) => requests === 25)).toBe(true);
    expect(run.waits).toBeGreaterThan(0);
    expect(reported.some(({ waitingMs }) => waitingMs !== null && waitingMs > 0)).toBe(true);
  });
});
