/** The RATE rules on conforming sandboxes with a limit, and on twins that break it. */
import { twins, type Dialect, type TwinName } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { patience } from './lift.ts';
import { judgeSandbox, type SandboxJudging } from '../../../test/judge-sandbox.ts';
import { ruleNamed, rulesNamed } from '../../../test/rules-named.ts';

const rules: readonly Rule[] = rulesNamed('RATE');
// Low enough to be reached even by a busy machine.
const rateLimit = { requests: 30, perMs: 2500 };
const lower = { requests: 15, perMs: 2500 };
const allow = { createApiKeys: 8, deliveries: 20, flood: 400 };

async function verdicts({ sandbox, ...judging }: SandboxJudging): Promise<Record<string, string>> {
  const run = await judgeSandbox({ rules, allow, sandbox: { rateLimit, ...sandbox }, ...judging });
  return Object.fromEntries(
    run.results.map(({ rule, verdict, reason }) => [
      rule.id,
      reason === null ? verdict : `${verdict}: ${reason}`,
    ]),
  );
}

function idsWith(verdict: string, all: Record<string, string>): string[] {
  return Object.keys(all).filter((id) => all[id]?.startsWith(verdict) === true);
}

describe.concurrent('the rules of the rate limit', () => {
  it('all pass on the sandbox, within 400 requests of the flood', async () => {
    expect(await verdicts({})).toEqual({
      'RATE-01': 'pass',
      'RATE-02': 'pass',
      'RATE-03': 'pass',
      'RATE-04': 'pass',
    });
  });

  it.each<Partial<Dialect>>([
    { rateLimitHeaders: 'none', rateLimitWindow: 'fixed', errorBody: 'empty' },
    { rateLimitHeaders: 'date', rateLimitWindow: 'bucket' },
    { rateLimitWindow: 'sliding', rateLimitHeaders: 'none' },
    { rateLimitScope: 'operation', rateLimitHeaders: 'none' },
    { rateLimitOfOthers: 'lower' },
    { rateLimitWindow: 'bucket', rateLimitOfOthers: 'lower', keyRotation: 'replaced' },
    { rateLimitHeaders: 'draft', rateLimitWindow: 'bucket', omittedOnUpdate: 'cleared', connection: 'close' },
    {
      rateLimitHeaders: 'seconds',
      successStatusOfUpdate: '202',
      successStatusOfDelete: '202',
      errorBody: 'like-success',
    },
  ])('fail no server that speaks %o', async (dialect) => {
    expect(idsWith('fail', await verdicts({ dialect }))).toEqual([]);
  });

  it.each([8, 20, 100])('fail nothing where the limit is %i requests', async (requests) => {
    expect(idsWith('fail', await verdicts({ sandbox: { rateLimit: { requests, perMs: 1500 } } }))).toEqual(
      [],
    );
  });

  it('are undecided where there is no limit, or none within the budget', async () => {
    const all = await verdicts({ sandbox: { rateLimit: null } });
    expect(idsWith('inconclusive', all)).toEqual(['RATE-01', 'RATE-02', 'RATE-03', 'RATE-04']);
    expect(all['RATE-01']).toContain('no request was refused within the budget of 400');
  });

  it('are undecided where the limit says itself that it takes an hour', async () => {
    const all = await verdicts({
      sandbox: { rateLimit: { requests: 60, perMs: 3_600_000 } },
      target: { otherAccountToken: null },
    });
    expect(idsWith('fail', all)).toEqual([]);
    expect(all['RATE-03']).toMatch(/^inconclusive/);
  });

  it('are skipped, and flood nobody, where no flood is allowed', async () => {
    const run = await judgeSandbox({ rules, allow: { flood: 0 } });
    expect(run.results.map(({ verdict }) => verdict)).toEqual(['skipped', 'skipped', 'skipped', 'skipped']);
    expect(run.record.length).toBeLessThan(5);
  });
});

describe.concurrent('where a quota of keys is used up by the time the limit has lifted', () => {
  const judging = { dialect: { keyQuota: '8' }, allow: { ...allow, createApiKeys: 20 } } as const;

  it('RATE-01 passes if creations past the limit are answered 429', async () => {
    expect((await verdicts(judging))['RATE-01']).toBe('pass');
  });

  it('RATE-01 fails if they are answered otherwise', async () => {
    const all = await verdicts({ ...judging, twin: 'limited-creation-answers-503' });
    expect(all['RATE-01']).toMatch(/^fail/);
  });
});

it.concurrent('a created key of another team says nothing of the limit', async () => {
  const all = await verdicts({
    target: { otherAccountToken: null },
    gateway: async (request, pass, { accounts: [, other] }) => {
      if (!request.url.endsWith('/create-api-key')) return pass(request);
      const headers = { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' };
      return pass(new Request(request.url, { method: 'POST', headers, body: await request.text() }));
    },
  });
  expect(idsWith('fail', all)).toEqual([]);
  expect(all['RATE-02']).toMatch(/^inconclusive/);
});

describe.concurrent('a gateway before the limit', () => {
  it('that answers every nineteenth request 502 or 503 fails nothing', async () => {
    let count = 0;
    const all = await verdicts({
      gateway: async (request, pass) => {
        count += 1;
        const status = count % 38 === 0 ? 502 : 503;
        return count % 19 === 0 ? new Response('gateway', { status }) : pass(request);
      },
    });
    expect(idsWith('fail', all)).toEqual([]);
  });

  it('that answers 503 for every other 429 breaks RATE-01', async () => {
    let limited = 0;
    const all = await verdicts({
      gateway: async (request, pass) => {
        const answer = await pass(request);
        limited += answer.status === 429 ? 1 : 0;
        return answer.status === 429 && limited % 2 === 0 ? new Response('gateway', { status: 503 }) : answer;
      },
    });
    expect(idsWith('fail', all)).toEqual(['RATE-01']);
  });
});

describe.concurrent('an operation that the first flood leaves limited', () => {
  const slow = {
    rateLimit: { requests: 60, perMs: 12_000 },
    dialect: { rateLimitWindow: 'bucket' },
  } as const;
  const toJudge: SandboxJudging = {
    rules: [ruleNamed('TEST-02'), ...rules],
    sandbox: slow,
    // Two batches of tests in addition to what the flood needs.
    allow: { ...allow, deliveries: 30, flood: 4000 },
    backoff: { ...patience, totalMs: 4000 },
  };

  it('is backed off from before the second', async () => {
    const { results } = await judgeSandbox(toJudge);
    expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ rule }) => rule.id)).toEqual([]);
  });

  it('gets a rest before the second, also where it is refused with 503', async () => {
    const { results } = await judgeSandbox({ ...toJudge, twin: 'limited-test-answers-503' });
    const verdict = (id: string) => results.find(({ rule }) => rule.id === id)?.verdict;
    expect([verdict('RATE-01'), verdict('RATE-03')]).toEqual(['fail', 'pass']);
  });

  it('fails RATE-03 where it stays limited', async () => {
    const { results } = await judgeSandbox({ ...toJudge, twin: 'limit-never-lifts-for-tests' });
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ rule, breach }) => [rule.id, breach?.expected])).toEqual([
      ['RATE-03', '`POST /integrations/api/webhooks/test` is answered again after backing off'],
    ]);
  });
});

/** A deletion that stays limited is a breach only if one was accepted before. */
const deletions: readonly { readonly twin: TwinName; readonly operation: string; readonly rule: Rule }[] = [
  {
    twin: 'limit-never-lifts-for-profile-deletions',
    operation: '`DELETE /flows/api/sender-profiles/{uuid}`',
    rule: ruleNamed('PROF-09'),
  },
  {
    twin: 'limit-never-lifts-for-webhook-deletions',
    operation: '`DELETE /integrations/api/webhooks/{uuid}`',
    rule: ruleNamed('DEL-01'),
  },
];

describe.concurrent('a deletion that was taken before the flood', () => {
  it.each(deletions)(
    'fails RATE-03 where it stays limited: $operation',
    async ({ twin, operation, rule }) => {
      const { results } = await judgeSandbox({
        rules: [rule, ...rules],
        sandbox: { rateLimit: { requests: 300, perMs: 3000 } },
        allow: { ...allow, flood: 6000 },
        backoff: { ...patience, totalMs: 5000 },
        twin,
      });
      const failed = results.filter(({ verdict }) => verdict === 'fail');
      expect(failed.map(({ rule: { id }, breach }) => [id, breach?.expected])).toEqual([
        ['RATE-03', `${operation} is answered again after backing off`],
      ]);
    },
  );
});

/** A caller that is limited before the first update of a run is never seen to update. */
const writes: readonly TwinName[] = [
  'limited-account-may-never-write-again',
  'limited-account-is-refused-its-writes-with-403',
];

describe.concurrent('an account that was limited once', () => {
  it.each(writes)('fails RATE-03 where it can read, and never write again: %s', async (twin) => {
    const failed = idsWith(
      'fail',
      await verdicts({
        twin,
        sandbox: { rateLimit: { requests: 300, perMs: 3000 } },
        allow: { ...allow, flood: 6000 },
        backoff: { ...patience, totalMs: 5000 },
      }),
    );
    expect(failed).toEqual(['RATE-03']);
  });
});

it.concurrent('a limit for each key is seen again where a new key replaces the one before', async () => {
  const failed = await verdicts({
    twin: 'limit-is-for-each-key',
    dialect: { keyRotation: 'replaced' },
    backoff: { ...patience, totalMs: 8000 },
    allow: { ...allow, flood: 4000 },
  });
  // On a busy machine, one of the four checks may find the account still limited, and prove nothing.
  expect(failed['RATE-02']).toMatch(/^fail: seen ([234]) of \1 times$/);
});

const ownTests = new Set([...writes, ...deletions.map(({ twin }) => twin)]);

// A breach is seen three times, and waited out each time.
describe.concurrent('twins of the sandbox that break the rate limit', () => {
  // One in five, since there are many; `pnpm test:proof` runs them all.
  const own = twins
    .filter(({ breaks, name }) => breaks.startsWith('RATE') && !ownTests.has(name))
    .filter((_, at) => at % 5 === 0)
    .map(({ name, breaks, also }) => ({ name, breaks, also }));

  it.each<{ name: TwinName; breaks: string; also: readonly string[] }>(own)(
    '$name fails $breaks',
    async ({ name, breaks, also }) => {
      // Limits that never lift are waited for with the same backoff, for part of its 120 seconds.
      const backoff = { ...patience, totalMs: 8000 };
      const failed = idsWith(
        'fail',
        await verdicts({
          twin: name,
          backoff,
          allow: { ...allow, flood: 4000 },
          sandbox: { rateLimit: lower },
        }),
      );
      expect(failed).toContain(breaks);
      expect(failed.filter((id) => id !== breaks && !also.includes(id))).toEqual([]);
    },
  );
});
