/** Filters answered from an index that lags behind the list: nothing says how soon they find new webhooks. */
import { describe, expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { verdictsOf } from '../../../test/verdicts-of.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('FILT');
const sandbox = { webhooks: 3, rateLimit: null } as const;

/** Filters find a webhook this long after the list first showed it; the initial ones at once. */
function behind(lagMs: number): Gateway {
  const began = performance.now();
  const since = new Map<unknown, number>();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.method !== 'GET' || !request.url.includes('/webhooks') || !answer.ok) return answer;
    const page: unknown = await answer.json();
    if (!isRecord(page) || !Array.isArray(page['data'])) return Response.json(page);
    const now = performance.now();
    const data = page['data'].filter((record) => isRecord(record));
    for (const { uuid } of data) if (!since.has(uuid)) since.set(uuid, now - began < 300 ? 0 : now);
    if (!request.url.includes('filter')) return Response.json(page);
    const found = data.filter(({ uuid }) => now - (since.get(uuid) ?? now) > lagMs);
    return Response.json({ ...page, data: found, total: Number(page['total']) - data.length + found.length });
  };
}

describe.concurrent('filters that are behind the list', () => {
  test.each([
    ['query-json', 2000],
    ['query-json', 4000],
    ['query-brackets', 4000],
  ] as const)('in %s by %i ms are waited for', async (filterPlacement, lagMs) => {
    const run = await judgeSandbox({ rules, sandbox, dialect: { filterPlacement }, gateway: behind(lagMs) });
    expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set(['pass']));
  });

  test('and declared are waited for', async () => {
    const run = await judgeSandbox({
      rules,
      sandbox,
      dialect: { filterPlacement: 'query-json' },
      target: { filter: { placement: 'query-json' } },
      gateway: behind(4000),
    });
    expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set(['pass']));
  });

  test('for ever are failed', async () => {
    const run = await judgeSandbox({ rules, sandbox, twin: 'scalar-on-uuid-matches-nothing' });
    expect(verdictsOf(run)).toMatchObject({ 'FILT-01': 'fail' });
  });
});
