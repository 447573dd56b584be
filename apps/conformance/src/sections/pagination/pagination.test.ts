/** Servers with one narrow pagination defect, the rule that finds it, and others that are merely unusual. */
import { describe, expect, test } from 'vitest';
import { judgeSandbox, type Gateway, type SandboxJudging } from '../../../test/judge-sandbox.ts';
import { pageIn, type Page } from '@outreach-api/model/records/page';
import { ruleNamed, rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('PAGE');
const timeout = 120_000;

/** What is requested, and which of it the query contains. */
interface Asked {
  readonly limit: number;
  readonly offset: number;
  readonly says: (name: 'limit' | 'offset') => boolean;
}

type Slice = (offset: number, limit: number) => Page['data'];

/** A server with the wrong window or page. */
interface Wrong {
  readonly window?: (asked: Asked) => Partial<Record<'limit' | 'offset', number>>;
  readonly page?: (page: Page, asked: Asked, slice: Slice) => Partial<Page>;
}

function listing({ window, page: change }: Wrong): Gateway {
  return async (request, pass) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || !url.pathname.endsWith('/webhooks')) return pass(request);
    const asked: Asked = {
      limit: Number(url.searchParams.get('limit') ?? 20),
      offset: Number(url.searchParams.get('offset') ?? 0),
      says: (name) => new URL(request.url).searchParams.has(name),
    };
    const ask = async (query: Readonly<Record<string, number>>): Promise<Response> => {
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      return pass(new Request(url, request));
    };
    const answer = await ask(window?.(asked) ?? {});
    const page = answer.ok ? pageIn(await answer.clone().json()) : undefined;
    if (page === undefined || change === undefined) return answer;
    const all: Page['data'][number][] = [];
    while (all.length < page.total) {
      const next = pageIn(await (await ask({ limit: 100, offset: all.length })).json());
      all.push(...(next?.data ?? []));
    }
    return Response.json({
      ...page,
      ...change(page, asked, (offset, limit) => all.slice(offset, offset + limit)),
    });
  };
}

/** As many records as should come, but from elsewhere in the list. */
const beginning =
  (at: (page: Page, asked: Asked) => number): NonNullable<Wrong['page']> =>
  (page, asked, slice) => ({ data: slice(at(page, asked), page.data.length) });

/** Two alternating replicas, each with its own order. */
function twoReplicas(): Gateway {
  let turned = false;
  const lastOfUuid = (record: Page['data'][number]): string => String(record['uuid']).slice(-6);
  return listing({
    page: ({ data, offset, total }, _, slice) => {
      turned = !turned;
      if (!turned) return {};
      const all = slice(0, total).toSorted((a, b) => (lastOfUuid(a) < lastOfUuid(b) ? -1 : 1));
      return { data: all.slice(offset, offset + data.length) };
    },
  });
}

type Case = readonly [what: string, wrong: Wrong, failed: string, judging: SandboxJudging];

const cases: readonly Case[] = [
  [
    '`has_more` is false before a last record, on a long list',
    { page: ({ offset, data, total }) => ({ has_more: offset + data.length < total - 1 }) },
    'PAGE-06',
    { sandbox: { webhooks: 100 } },
  ],
  [
    '`has_more` is false before a last record, in pages of 20',
    {
      page: ({ offset, data, total, limit }) => ({
        has_more: offset + data.length < (limit === 20 ? total - 1 : total),
      }),
    },
    'PAGE-06',
    {},
  ],
  [
    'the offset is passed over in pages above 20',
    { window: ({ limit }) => (limit > 20 ? { offset: 0 } : {}) },
    'PAGE-03',
    { seed: 2 },
  ],
  [
    'an offset of as much as the limit is taken for 0',
    { window: ({ limit, offset }) => (limit === offset ? { offset: 0 } : {}) },
    'PAGE-03',
    { seed: 2 },
  ],
  [
    'an offset of 0 makes the limit 20',
    { window: ({ offset, says }) => (says('offset') && offset === 0 ? { limit: 20 } : {}) },
    'PAGE-03',
    { seed: 3 },
  ],
  [
    'pages of 20 come, whatever the limit and the envelope say',
    { window: () => ({ limit: 20 }), page: (_, { limit }) => ({ limit }) },
    'PAGE-03',
    {},
  ],
  [
    'a list without an offset begins at the second record where a limit is given',
    {
      page: beginning(({ offset, limit }, { says }) =>
        says('limit') && limit < 20 && !says('offset') ? 1 : offset,
      ),
    },
    'PAGE-07',
    {},
  ],
  [
    'pages without a limit begin one early',
    { page: beginning(({ offset }, { says }) => (says('limit') ? offset : Math.max(0, offset - 1))) },
    'PAGE-07',
    {},
  ],
  [
    'pages above 20 begin one early',
    { page: beginning(({ offset, limit }) => (limit > 20 ? Math.max(0, offset - 1) : offset)) },
    'PAGE-07',
    {},
  ],
  ...[50, 100].map((size): Case => [
    `pages of ${size} begin one early`,
    { page: beginning(({ offset, limit }) => (limit === size ? Math.max(0, offset - 1) : offset)) },
    'PAGE-07',
    { sandbox: { webhooks: 120 } },
  ]),
  [
    '`has_more` is false on the second page of the default size',
    { page: ({ offset, limit, has_more }) => ({ has_more: has_more && !(offset === 20 && limit === 20) }) },
    'PAGE-06',
    { sandbox: { webhooks: 65 } },
  ],
  [
    'the page that holds the offset comes from its beginning',
    { page: beginning(({ offset, limit }) => Math.floor(offset / limit) * limit) },
    'PAGE-07',
    {},
  ],
];

async function verdictsOf(gateway: Gateway, judging: SandboxJudging = {}): Promise<Record<string, string>> {
  const { results } = await judgeSandbox({ rules, ...judging, gateway });
  expect(results.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  return Object.fromEntries(results.map(({ rule, verdict }) => [rule.id, verdict]));
}

describe.concurrent('a server is failed where', () => {
  test.each(cases)('%s', { timeout }, async (_, wrong, failed, judging) => {
    expect(await verdictsOf(listing(wrong), judging)).toMatchObject({ [failed]: 'fail' });
  });

  test.each([47, 60, 70])(
    'the order of %d webhooks changes with every request',
    { timeout },
    async (webhooks) => {
      const verdicts = await verdictsOf(twoReplicas(), { sandbox: { webhooks } });
      expect(verdicts).toMatchObject({ 'PAGE-07': 'fail' });
    },
  );
});

// If that offset persists, any request in between may correct it: nothing repeats by itself.
test.each([1, 2])('an offset that is remembered fails PAGE-02, seed %d', { timeout }, async (seed) => {
  const { results } = await judgeSandbox({
    rules,
    seed,
    twin: 'default-offset-goes-on-from-the-last-page',
    dialect: { offsetPastEnd: 'refused' },
  });
  expect(results.find(({ rule }) => rule.id === 'PAGE-02')?.verdict).toBe('fail');
});

describe.concurrent('no rule fails a server that', () => {
  const right = Object.fromEntries(rules.map(({ id }) => [id, 'pass']));

  test.each(['clamped', 'refused'] as const)(
    'holds pages to 20 records: a larger limit is %s',
    { timeout },
    async (overMaximum) => {
      const dialect = { pageMaximum: '20', overMaximum } as const;
      expect(await verdictsOf(listing({}), { dialect })).toEqual(right);
    },
  );

  test.each([
    ['by all rules', rules],
    ['by PAGE-08 alone', [ruleNamed('PAGE-08')]],
  ])('turns the records of a page with every request, judged %s', { timeout }, async (_, judged) => {
    let turned = false;
    const turns = listing({
      page: ({ data }) => {
        turned = !turned;
        return turned ? { data: data.toReversed() } : {};
      },
    });
    const ofThese = Object.fromEntries(judged.map(({ id }) => [id, 'pass']));
    expect(await verdictsOf(turns, { rules: judged })).toEqual(ofThese);
  });
});
