/** The FILT rules on the sandbox: its dialects, its twins, and what they request of it. */
import { twins, type Dialect } from '@outreach-api/sandbox';
import { isRecord } from '@outreach-api/model/records/is-record';
import { describe, expect, test } from 'vitest';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { verdictsOf } from '../../../test/verdicts-of.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('FILT');
const placements = ['query-json', 'query-brackets', 'body-json'] as const;

const dialects: readonly Partial<Dialect>[] = [
  ...placements.map((filterPlacement) => ({ filterPlacement })),
  {
    filterPlacement: 'query-brackets',
    stringCollation: 'locale',
    pageMaximum: '20',
    nullsUnderNotEquals: 'included',
    nullsUnderComparison: 'first',
    dateFormat: 'offset',
  },
  {
    filterPlacement: 'body-json',
    stringCollation: 'case-insensitive',
    pageMaximum: '20',
    overMaximum: 'refused',
    nullsUnderComparison: 'last',
    unknownQuery: 'refused',
    offsetPastEnd: 'refused',
    uuidCase: 'upper',
  },
  { furtherFields: 'changing', dateFormat: 'utc-offset', listOrder: 'target-url', errorBody: 'like-success' },
];

describe.concurrent('a sandbox that keeps the description', () => {
  test.each(dialects)('passes each rule: %j', async (dialect) => {
    const run = await judgeSandbox({ rules, dialect });
    expect(verdictsOf(run)).toEqual(Object.fromEntries(rules.map(({ id }) => [id, 'pass'])));
  });

  test('asks for scalars in every placement before it asks for more in any', async () => {
    const { record } = await judgeSandbox({
      rules: rules.filter(({ id }) => id === 'FILT-01'),
      dialect: { filterPlacement: 'body-json' },
    });
    const asked = record.filter(({ query, body }) => query.includes('filter') || body !== '');
    expect(asked.findIndex(({ body }) => body !== '')).toBeLessThan(20);
  });

  test.each(placements)('passes where the placement is declared: %s', async (placement) => {
    const run = await judgeSandbox({
      rules,
      target: { filter: { placement } },
      dialect: { filterPlacement: placement },
    });
    expect(Object.values(verdictsOf(run))).toEqual(rules.map(() => 'pass'));
  });

  test('is asked with nothing but reads, and of few requests', async () => {
    const run = await judgeSandbox({
      rules,
      allow: { createApiKeys: 0, deliveries: 0, updates: false, deletes: false },
    });
    expect(new Set(run.record.map(({ operation }) => operation))).toEqual(new Set(['webhooks.list']));
    expect(run.requests).toBeLessThan(400);
  });

  test.each(['documented', 'none'] as const)('never fails for its further fields: %s', async (further) => {
    const dialect: Partial<Dialect> =
      further === 'none'
        ? { furtherFields: 'none' }
        : { filterableFields: 'documented', unknownFilterField: 'ignored' };
    const verdicts = verdictsOf(await judgeSandbox({ rules, dialect }));
    expect(verdicts).toMatchObject({
      'FILT-01': 'pass',
      'FILT-05': 'pass',
      'FILT-06': 'inconclusive',
      'FILT-07': 'inconclusive',
    });
  });

  test('never fails for fields that its target file does not name, around deletions either', async () => {
    const run = await judgeSandbox({
      rules: [...rules, ...rulesNamed('DEL')],
      target: { filter: { placement: 'auto', fields: ['event'] } },
      gateway: async (request, pass) => {
        const url = new URL(request.url);
        const filter: unknown = JSON.parse(url.searchParams.get('filter') ?? '{}');
        if (!isRecord(filter) || 'event' in filter) return pass(request);
        url.searchParams.delete('filter');
        return pass(new Request(url, request));
      },
    });
    expect(Object.values(verdictsOf(run))).not.toContain('fail');
  });

  test.each([0, 1, 2, 3, 19, 20, 21, 40, 130])(
    'never fails for the length of its list: %i',
    async (webhooks) => {
      const run = await judgeSandbox({
        rules,
        sandbox: { webhooks },
        dialect: { pageMaximum: '20' },
        target: { provision: null },
      });
      expect(Object.values(verdictsOf(run))).not.toContain('fail');
    },
  );

  test('reports that its filters cannot be found', async () => {
    const run = await judgeSandbox({ rules, dialect: { filterPlacement: 'none' } });
    expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set(['inconclusive']));
    expect(run.results[0]?.reason).toContain('no placement of filters was found');
  });
});

describe.concurrent('a broken twin', () => {
  const broken = twins.filter(({ breaks }) => breaks.startsWith('FILT-'));
  const hard = dialects.slice(placements.length);
  // Each in one dialect, since there are many; `pnpm test:proof` runs them all in three.
  const cells = broken.map((twin, index) => {
    const dialect = index % 2 === 0 ? {} : hard[index % hard.length];
    return { twin, dialect: { ...dialect, ...twin.under } };
  });

  test.each(cells)(
    '$twin.name fails the rule of its statement alone: $dialect',
    async ({ twin, dialect }) => {
      const judged = [
        ...rules,
        ...(twin.needs.includes('deletes') ? rulesNamed('DEL') : []),
        ...(twin.needs.includes('createApiKeys') ? rulesNamed('KEY') : []),
      ];
      const verdicts = verdictsOf(await judgeSandbox({ rules: judged, twin: twin.name, dialect }));
      expect(verdicts[twin.breaks]).toBe('fail');
      const blamed = Object.keys(verdicts).filter((id) => verdicts[id] === 'fail');
      const allowed: readonly string[] = [twin.breaks, ...twin.also];
      expect(blamed.filter((id) => !allowed.includes(id))).toEqual([]);
    },
  );

  test('is not excused by a declared placement where it takes no filter at all', async () => {
    const run = await judgeSandbox({
      rules,
      dialect: { filterPlacement: 'none' },
      target: { filter: { placement: 'query-json' } },
    });
    expect(verdictsOf(run)).toMatchObject({
      'FILT-01': 'fail',
      'FILT-02': 'fail',
      'FILT-03': 'fail',
      'FILT-04': 'fail',
      'FILT-06': 'fail',
    });
  });
});
