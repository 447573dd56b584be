/** A run with everything allowed decides everything: directly, on a slow target, and on one that limits requests. */
import type { SandboxOptions } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import { Summary } from '../../src/report/summary.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type JudgedSandbox } from '../judge-sandbox.ts';

/** The rate limit is judged by a flood, which is not part of an ordinary run. */
const ordinary = rules.filter(({ id }) => !id.startsWith('RATE'));

async function judged(sandbox: SandboxOptions): Promise<JudgedSandbox> {
  const run = await judgeSandbox({ rules: ordinary, sandbox });
  expect(
    run.results
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ rule, verdict, reason }) => `${rule.id} ${verdict}: ${reason}`),
  ).toEqual([]);
  return run;
}

it.concurrent('passes every rule if each answer takes 50 ms', async () => {
  const { requests, waits } = await judged({ latencyMs: 50 });
  expect(requests).toBeLessThanOrEqual(2000);
  expect(waits).toBe(0);
});

it.concurrent('passes every rule under a limit of 60 requests a second, and says how often it waited', async () => {
  const run = await judged({ rateLimit: { requests: 60, perMs: 1000 } });
  expect(run.waits).toBeGreaterThan(0);
  const written: string[] = [];
  new Summary({ write: (text: string) => written.push(text) }, {}).end(run, 'outreach-conformance server');
  expect(written.join('')).toContain(`waited ${run.waits} times for the rate limit`);
});
