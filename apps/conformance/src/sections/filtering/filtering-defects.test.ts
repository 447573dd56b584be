/** Servers whose filters have one narrow defect, and which rule finds it. */
import { describe, expect, test } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { ruleNamed, rulesNamed } from '../../../test/rules-named.ts';

const rules: readonly Rule[] = [...rulesNamed('FILT'), ruleNamed('PAGE-03')];
const timeout = 120_000;

/** The field's condition in a list filter; undefined if there is no filter. */
function conditionOf({ method, url }: Request): unknown {
  const { pathname, searchParams } = new URL(url);
  const text = searchParams.get('filter');
  if (method !== 'GET' || !pathname.endsWith('/webhooks') || text === null) return undefined;
  const filter: unknown = JSON.parse(text);
  return Object.values(Object(filter))[0];
}

const operatorOf = (condition: unknown): string | undefined =>
  isRecord(condition) ? Object.keys(condition)[0] : undefined;

/** Changes the answers to some conditions. */
function answering(
  isMeant: (condition: unknown, request: Request) => boolean,
  change: (answer: Response, request: Request, pass: Parameters<Gateway>[1]) => Promise<Response>,
): Gateway {
  return async (request, pass) => {
    const answer = await pass(request);
    const condition = conditionOf(request);
    const isChanged = answer.ok && condition !== undefined && isMeant(condition, request);
    return isChanged ? change(answer, request, pass) : answer;
  };
}

function withQuery(request: Request, change: (query: URLSearchParams) => void): Request {
  const url = new URL(request.url);
  change(url.searchParams);
  return new Request(url, request);
}

/** The request with another condition on its filtered field. */
function withCondition(request: Request, condition: unknown): Request {
  return withQuery(request, (query) => {
    const filter: unknown = JSON.parse(query.get('filter') ?? '{}');
    const [field = ''] = Object.keys(Object(filter));
    query.set('filter', JSON.stringify({ [field]: condition }));
  });
}

async function envelope(
  answer: Response,
  change: (page: JsonObject & { readonly data: readonly unknown[] }) => JsonObject,
): Promise<Response> {
  const page: unknown = await answer.json();
  if (!isRecord(page) || !Array.isArray(page['data'])) return Response.json(page);
  return Response.json({ ...page, ...change({ ...page, data: page['data'] }) });
}

/** `total` counts the whole list under such a condition. */
const countingAll = (isMeant: (condition: unknown) => boolean): Gateway =>
  answering(isMeant, async (answer, request, pass) => {
    const whole = await pass(withQuery(request, (query) => query.delete('filter')));
    const page: unknown = await whole.json();
    return envelope(answer, () => ({ total: isRecord(page) ? page['total'] : 0 }));
  });

/** Such conditions are ignored. */
const ignoring = (isMeant: (condition: unknown) => boolean): Gateway =>
  answering(isMeant, async (_, request, pass) => pass(withQuery(request, (query) => query.delete('filter'))));

/** Such conditions find nothing. */
const findingNothing = (isMeant: (condition: unknown) => boolean): Gateway =>
  answering(isMeant, async (answer) => envelope(answer, () => ({ data: [], total: 0, has_more: false })));

/** A value with a comma in it, on its own or with `=`, is read as a list. */
const splittingAtCommas: Gateway = async (request, pass) => {
  const condition = conditionOf(request);
  const value = isRecord(condition) ? condition['='] : condition;
  if (typeof value !== 'string' || !value.includes(',')) return pass(request);
  return pass(withCondition(request, value.split(',')));
};

/** Array elements are split at commas. */
const splittingElements: Gateway = async (request, pass) => {
  const condition = conditionOf(request);
  if (!Array.isArray(condition)) return pass(request);
  const elements = condition.flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]));
  return pass(withCondition(request, elements));
};

/** Has a webhook whose URL has a letter outside ASCII, and finds nothing when it is requested. */
function lettersLost(): Gateway {
  const finding = findingNothing((condition) => /[^ -~]/.test(Object.values(Object([condition])).join('')));
  let made = false;
  return async (request, pass, sandbox, call) => {
    if (!made) {
      made = true;
      const target_url = 'https://hooks.example.com/hööks?a=b';
      sandbox.createWebhook(0, { event: 'contact_replied', request_method: 'POST', target_url });
    }
    return finding(request, pass, sandbox, call);
  };
}

/** Counts the records for each element of an array. */
const countingElements: Gateway = async (request, pass) => {
  const condition = conditionOf(request);
  const answer = await pass(request);
  if (!Array.isArray(condition) || !answer.ok) return answer;
  const totals = await Promise.all(
    condition.map(async (one) => {
      const page: unknown = await (await pass(withCondition(request, [one]))).json();
      return isRecord(page) ? Number(page['total']) : 0;
    }),
  );
  return envelope(answer, () => ({ total: totals.reduce((sum, one) => sum + one, 0) }));
};

/** Treats every value as null: `is_null` finds all, and nothing else finds anything. */
const takingAllForNull: Gateway = async (request, pass, sandbox, call) =>
  (conditionOf(request) === 'is_null' ? ignoring : findingNothing)(() => true)(request, pass, sandbox, call);

const isOne = (condition: unknown): boolean => Array.isArray(condition) && condition.length === 1;

/** A broken server, the rules that must find it, and how many webhooks there are at the start. */
type Case = readonly [what: string, gateway: Gateway, rules: readonly string[], webhooks: number];

const counting = ['<>', '<=', '>', '>='].map((operator): Case => [
  `\`total\` is of the whole list under ${operator}`,
  countingAll((condition) => operatorOf(condition) === operator),
  ['FILT-08'],
  47,
]);

const scalars = ['contact_enriched', 'contact_exported', 'contact_replied', 'PUT', 'GET', 'PATCH'].flatMap(
  (value): Case[] => [
    [`the scalar ${value} is passed over`, ignoring((condition) => condition === value), ['FILT-01'], 47],
    [
      `= ${value} finds nothing`,
      findingNothing((condition) => isRecord(condition) && condition['='] === value),
      ['FILT-03'],
      47,
    ],
    [
      `<> ${value} finds nothing`,
      findingNothing((condition) => isRecord(condition) && condition['<>'] === value),
      ['FILT-04'],
      47,
    ],
  ],
);

const cases: readonly Case[] = [
  ...counting,
  [
    'all values are taken for null',
    takingAllForNull,
    ['FILT-01', 'FILT-02', 'FILT-03', 'FILT-04', 'FILT-06', 'FILT-07'],
    47,
  ],
  ['`total` is of the whole list under is_null', countingAll((one) => one === 'is_null'), ['FILT-08'], 47],
  [
    'filtered lists are not paged where no limit is given',
    answering(
      (_, request) => !new URL(request.url).searchParams.has('limit'),
      async (_, request, pass) =>
        envelope(await pass(withQuery(request, (query) => query.set('limit', '100'))), () => ({ limit: 20 })),
    ),
    ['FILT-08'],
    0,
  ],
  ['an array of one element is passed over', ignoring(isOne), ['FILT-02'], 47],
  ['an array of one element finds nothing', findingNothing(isOne), ['FILT-02'], 47],
  [
    'an array of two values of a field loses one of them',
    answering(
      (condition) => Array.isArray(condition) && condition.includes('contact_replied'),
      async (answer) =>
        envelope(answer, ({ data }) => {
          const kept = data.filter((one) => !isRecord(one) || one['event'] !== 'contact_replied');
          return { data: kept, total: kept.length };
        }),
    ),
    ['FILT-02'],
    47,
  ],
  [
    'an array of more than 20 elements is passed over',
    ignoring((condition) => Array.isArray(condition) && condition.length > 20),
    ['FILT-02'],
    47,
  ],
  ['elements of an array are split at commas', splittingElements, ['FILT-02'], 47],
  ['`total` counts an element that comes twice', countingElements, ['FILT-08'], 47],
  ['a value with letters outside ASCII finds nothing', lettersLost(), ['FILT-01'], 47],
  ['a value with a comma is taken for an array', splittingAtCommas, ['FILT-01', 'FILT-03'], 47],
  ...scalars,
  [
    'a value with a quote finds nothing',
    findingNothing((condition) => JSON.stringify(condition).includes("'")),
    ['FILT-01', 'FILT-03'],
    47,
  ],
  [
    'a filter is decoded twice',
    async (request, pass) => {
      if (conditionOf(request) === undefined) return pass(request);
      const twice = (query: URLSearchParams): void => {
        const text = (query.get('filter') ?? '').replaceAll('+', ' ');
        query.set('filter', text.replaceAll(/%[0-9a-f]{2}/gi, decodeURIComponent));
      };
      return pass(withQuery(request, twice));
    },
    ['FILT-01', 'FILT-03'],
    47,
  ],
  [
    'each filtered list loses its last record',
    answering(
      () => true,
      async (answer) =>
        envelope(answer, (page) =>
          page['total'] === 0 || page['has_more'] === true
            ? page
            : { total: Number(page['total']) - 1, data: page.data.slice(0, -1) },
        ),
    ),
    ['FILT-01', 'FILT-02', 'FILT-03', 'FILT-04'],
    47,
  ],
];

async function judged(
  gateway: Gateway,
  webhooks: number,
  chosen: readonly Rule[],
): Promise<Record<string, string>> {
  const { results } = await judgeSandbox({
    rules: chosen,
    dialect: { filterPlacement: 'query-json' },
    sandbox: { webhooks, rateLimit: null },
    gateway,
  });
  expect(results.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  return Object.fromEntries(results.map(({ rule, verdict }) => [rule.id, verdict]));
}

describe.concurrent('a server is failed where', () => {
  test.each(cases)('%s', { timeout }, async (_, gateway, failed, webhooks) => {
    const chosen = rules.filter(({ id }) => failed.includes(id));
    const expected = Object.fromEntries(failed.map((id) => [id, 'fail']));
    expect(await judged(gateway, webhooks, chosen)).toEqual(expected);
  });

  test('filtered pages hold at most ten records, and that alone is blamed', { timeout }, async () => {
    const ten: Gateway = async (request, pass) => {
      const isLarger = Number(new URL(request.url).searchParams.get('limit') ?? 0) > 10;
      return isLarger && conditionOf(request) !== undefined
        ? pass(withQuery(request, (query) => query.set('limit', '10')))
        : pass(request);
    };
    const verdicts = await judged(ten, 47, rules);
    const failed = Object.keys(verdicts).filter((id) => verdicts[id] === 'fail');
    expect(failed).toEqual(['PAGE-03']);
  });
});
