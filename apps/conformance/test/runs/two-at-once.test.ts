/** Shows that of two runs on one account neither fails anything on a conforming target: a later one is refused. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { sandboxTarget } from '../judge-sandbox.ts';
import { simulate } from '../simulation/simulate.ts';

describe.concurrent('two runs on one account', () => {
  it.each([
    [1, 0],
    [3, 400],
    [6, 3000],
  ])(
    'with seed %i, one of which starts %i ms later, fail nothing, or the later one is refused',
    async (seed, laterMs) => {
      await simulate({ seed, sandbox: { seed } }, async ({ sandbox, network, url }) => {
        const target = sandboxTarget(sandbox, url, { createApiKeys: 20, deliveries: 40 });
        const ends = await Promise.allSettled(
          [0, laterMs].map(async (after) => {
            await wait(after);
            return judgeTarget(target, { rules, seed: seed + after, runs: null, path: null, network });
          }),
        );
        const [first, second] = ends;
        expect(first?.status).toBe('fulfilled');
        if (second?.status === 'rejected') {
          expect(second.reason).toBeInstanceOf(ConfigurationError);
          expect(String(second.reason)).toContain('is in use by another run');
        }
        for (const end of ends) {
          if (end.status === 'rejected') continue;
          const { results } = end.value;
          const failed = results.filter(({ verdict }) => verdict === 'fail');
          expect(
            failed.map(({ rule, breach }) => `${rule.id}: ${breach?.expected}; ${breach?.actual}`),
          ).toEqual([]);
          expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(50);
        }
      });
    },
  );
});
