/** Shows that a target with the temporary failures of conforming ones is judged to the end: no run is cut. */
import { describe, expect, it } from 'vitest';
import { patience } from '../../src/sections/limits/lift.ts';
import { exitOf } from '@outreach-api/report/exit-code';
import { jsonReport } from '../../src/report/json-report.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway, type SandboxJudging } from '../judge-sandbox.ts';

/** One answer in fifty comes from a gateway whose upstream is unavailable. */
function loses(): Gateway {
  let requests = 0;
  return async (request, pass) => {
    requests += 1;
    return requests % 50 === 7 ? new Response('bad gateway', { status: 502 }) : pass(request);
  };
}

/** After the seventh refused credential everyone is refused for this long, once. */
function locksOutOnce(lastsMs: number): Gateway {
  let refusals = 0;
  let until = 0;
  return async (request, pass) => {
    if (performance.now() < until) return new Response('locked', { status: 403 });
    const answer = await pass(request);
    if (answer.status === 401) refusals += 1;
    if (refusals === 7 && until === 0) until = performance.now() + lastsMs;
    return answer;
  };
}

/** Is unavailable for this long, from a certain request on. */
function restarts(from: number, lastsMs: number): Gateway {
  let requests = 0;
  let until = 0;
  return async (request, pass) => {
    requests += 1;
    if (requests === from) until = performance.now() + lastsMs;
    return performance.now() < until ? new Response(null, { status: 503 }) : pass(request);
  };
}

/** Rate limits everyone for this long once it has limited any client. */
function limitsForLong(lastsMs: number): Gateway {
  let until = 0;
  return async (request, pass) => {
    if (performance.now() < until) return limitedFor(until - performance.now());
    const answer = await pass(request);
    if (answer.status === 429 && until === 0) until = performance.now() + lastsMs;
    return answer;
  };
}

function limitedFor(ms: number): Response {
  return new Response(null, { status: 429, headers: { 'retry-after': String(Math.ceil(ms / 1000)) } });
}

const unlimited = { rateLimit: null } as const;
const cases: readonly [name: string, groups: RegExp, judging: SandboxJudging][] = [
  ['loses one answer in fifty', /PAGE|HOOK|AUTH|PROF/, { gateway: loses(), sandbox: unlimited }],
  ['locks everyone out for 20 s once', /AUTH|PAGE/, { gateway: locksOutOnce(20_000), sandbox: unlimited }],
  ['restarts for 3 s', /PAGE|HOOK|AUTH/, { gateway: restarts(150, 3000), sandbox: unlimited }],
  [
    'accepts ten requests a second',
    /PAGE-0[1-4]|AUTH-01/,
    { sandbox: { rateLimit: { requests: 10, perMs: 1000 } } },
  ],
  [
    'stays rate limited for 60 s after a flood',
    /RATE|PAGE-01/,
    {
      gateway: limitsForLong(60_000),
      sandbox: { rateLimit: { requests: 40, perMs: 2500 } },
      allow: { createApiKeys: 0, deliveries: 0, flood: 200 },
    },
  ],
];

it('a rate limit after a flood that never lifts is a breach, not an outage', async () => {
  const run = await judgeSandbox({
    rules: rules.filter(({ id }) => /RATE/.test(id)),
    twin: 'limit-never-lifts',
    sandbox: { rateLimit: { requests: 30, perMs: 2500 } },
    allow: { createApiKeys: 0, deliveries: 0, updates: false, deletes: false, flood: 200 },
    backoff: { ...patience, totalMs: 4000 },
    observe: true,
  });
  expect(run.cutShort).toBeNull();
  expect(exitOf(jsonReport(run, '')).code).toBe(1);
});

it('a rate limit that never lifts delays a run no longer than the backoff, and the work before it', async () => {
  const run = await judgeSandbox({
    rules: rules.filter(({ id }) => /RATE|PROF|DEL/.test(id)),
    twin: 'limit-never-lifts',
    sandbox: { rateLimit: { requests: 1000, perMs: 1000 } },
    allow: { flood: 7000 },
    backoff: { ...patience, totalMs: 4000 },
  });
  expect(run.ledger.some(({ undone }) => !undone)).toBe(true);
  expect(run.seconds).toBeLessThan(8);
});

describe.concurrent('a target that', () => {
  it.each(cases)('%s is judged to the end', async (_, groups, judging) => {
    const chosen = rules.filter(({ id }) => groups.test(id));
    const run = await judgeSandbox({ rules: chosen, observe: true, ...judging });
    expect(run.cutShort).toBeNull();
    expect(exitOf(jsonReport(run, ''))).toEqual({ code: 0, why: null });
  });
});
