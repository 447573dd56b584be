/** Shows by the returned records that filters arrive at a real service as they were meant. */
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createOutreachClient,
  filterOperators,
  queryBrackets,
  queryJson,
  serializeFilter,
} from '../index.ts';
import type { Filter, FilterCondition, FilterOperator, FilterScalar, OutreachClient } from '../index.ts';
import type { Webhook } from '@outreach-api/types';

/** Texts that get lost, cut or mistaken if a query is put together carelessly. */
const oddTexts = [
  'is_null',
  'is_not_null',
  'null',
  'undefined',
  'true',
  '1',
  '0',
  ' ',
  ' a ',
  'a b',
  'a+b',
  'a%20b',
  '%',
  'a&b=c',
  '#',
  '?',
  '[]',
  '[=]',
  'filter[event]',
  '{"a":1}',
  '"',
  "it's",
  '\\',
  '/',
  ';',
  ',',
  'é',
  'e\u0301',
  '📣',
  '\u202e',
  'line\nbreak',
  '<',
  '!=',
  'ÿ',
  'Z',
  'a',
  'b',
];
/** A webhook as the sandbox shows it: two fields besides those of the description. */
interface Shown extends Webhook {
  name: string | null;
  delivery_count: number;
}
type Fields = Record<'event' | 'name' | 'delivery_count', FilterScalar>;
const sandbox = await createSandbox({ webhooks: 12, dialect: { filterPlacement: 'all' } });
const { token } = sandbox.accounts[0];
for (const [index, text] of oddTexts.entries()) {
  const webhook = { event: text, request_method: 'POST', target_url: `https://example.com/${index}` };
  sandbox.createWebhook(0, { ...webhook, name: index % 4 === 0 ? null : (oddTexts.at(-index) ?? null) });
}
let served: Awaited<ReturnType<typeof serveSandbox>>;
let client: OutreachClient;
let all: Shown[];
beforeAll(async () => {
  served = await serveSandbox(sandbox, { port: 0 });
  client = createOutreachClient({ baseUrl: served.url, token });
  all = await collect(client.webhooks.iterate());
});
afterAll(async () => {
  await served.close();
  sandbox.close();
});

async function collect(walk: AsyncIterable<Webhook>): Promise<Shown[]> {
  const found: Shown[] = [];
  for await (const webhook of walk) found.push({ name: null, delivery_count: 0, ...webhook });
  return found;
}

/** What a condition means, from the description (Filtering); nulls match no comparison in this dialect. */
function meant(value: FilterScalar | null, condition: FilterCondition): boolean {
  if (condition === 'is_null') return value === null;
  if (condition === 'is_not_null') return value !== null;
  if (value === null) return false;
  if (isList(condition)) return condition.includes(value);
  if (typeof condition !== 'object') return value === condition;
  const [[operator, operand] = ['=', value]] = Object.entries<FilterScalar>({ ...condition });
  const holds: Record<string, boolean> = {
    '=': value === operand,
    '!=': value !== operand,
    '<>': value !== operand,
    '<': value < operand,
    '<=': value <= operand,
    '>': value > operand,
    '>=': value >= operand,
  };
  return holds[operator] ?? false;
}

function isList(condition: FilterCondition): condition is readonly FilterScalar[] {
  return Array.isArray(condition);
}

const texts = fc.constantFrom(...oddTexts, 'not there');
const numbers = fc.constantFrom(0, 1, 2, 3, -1, 0.5, 1e21);
const operators = fc.constantFrom(...filterOperators);
function comparison(operator: FilterOperator, value: FilterScalar): FilterCondition {
  return {
    '=': { '=': value },
    '!=': { '!=': value },
    '<>': { '<>': value },
    '<': { '<': value },
    '<=': { '<=': value },
    '>': { '>': value },
    '>=': { '>=': value },
  }[operator];
}
function conditionsOn(values: fc.Arbitrary<FilterScalar>): fc.Arbitrary<FilterCondition> {
  return fc.oneof(
    values,
    fc.array(values, { minLength: 1, maxLength: 5 }),
    fc.tuple(operators, values).map(([operator, value]) => comparison(operator, value)),
    fc.constantFrom('is_null', 'is_not_null'),
  );
}
const filters: fc.Arbitrary<Filter<Fields>> = fc
  .record(
    { event: conditionsOn(texts), name: conditionsOn(texts), delivery_count: conditionsOn(numbers) },
    { requiredKeys: [] },
  )
  .filter((filter) => Object.keys(filter).length > 0);

function expected(filter: Filter<Fields>): string[] {
  const { event, name, delivery_count: count } = filter;
  return all
    .filter((one) => event === undefined || meant(one.event, event))
    .filter((one) => name === undefined || meant(one.name, name))
    .filter((one) => count === undefined || meant(one.delivery_count, count))
    .map(({ uuid }) => uuid);
}

describe('any form, operator and odd value brings the records that were meant', () => {
  test.each([
    ['query-json', queryJson],
    ['query-brackets', queryBrackets],
  ])('in %s, over all pages', async (_, filterPlacement) => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const found = await collect(client.webhooks.iterate<Fields>({ limit: 20, filter, filterPlacement }));
        const uuids = expected(filter);
        expect(found.map(({ uuid }) => uuid)).toEqual(uuids);
        if (uuids.length > 0 && uuids.length < all.length) some += 1;
      }),
      { numRuns: 150 },
    );
    // Filters that return nothing, or everything, would show little.
    expect(some).toBeGreaterThan(10);
  });

  test('in body-json, which another transport sends', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const request = new Request('http://sandbox/integrations/api/webhooks?limit=100', {
          headers: { authorization: `Bearer ${token}` },
        });
        const response = await sandbox.fetch(request, serializeFilter(filter, 'body-json'));
        const uuids = expected(filter).map((uuid) => expect.objectContaining({ uuid }));
        expect(await response.json()).toMatchObject({ data: uuids, total: uuids.length });
      }),
      { numRuns: 100 },
    );
  });

  test('the data has what the filters ask for', () => {
    expect(all).toHaveLength(12 + oddTexts.length);
    expect(all.map(({ event }) => event)).toEqual(expect.arrayContaining(oddTexts));
    expect(all.some(({ name }) => name === null)).toBe(true);
    expect(new Set(all.map((one) => one.delivery_count)).size).toBeGreaterThan(1);
  });
});
