/** Shows that a filter arrives as it was meant in each placement, and that what cannot be sent throws. */
import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  anyOf,
  atLeast,
  equals,
  FilterError,
  filterOperators,
  isNotNull,
  serializeFilter,
} from '../index.ts';
import type * as described from '@outreach-api/types';
import type { Filter, FilterOperator, FilterCondition, FilterScalar } from '../index.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', '&=#?%+[]', 'is_null', 'is_not_null', 'null', '1', 'true', '%20', "it's", '📣'),
);
const scalars: fc.Arbitrary<FilterScalar> = fc.oneof(
  texts,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.integer(),
  fc.boolean(),
);
const comparisons = fc
  .tuple(fc.constantFrom(...filterOperators), scalars)
  .map(([operator, operand]): FilterCondition => comparison(operator, operand));
const conditions: fc.Arbitrary<FilterCondition> = fc.oneof(
  scalars,
  fc.array(scalars, { minLength: 1, maxLength: 5 }),
  comparisons,
  fc.constantFrom('is_null', 'is_not_null'),
);
const names = fc.oneof(
  fc.constantFrom('event', 'target_url', '__proto__', 'constructor', 'toJSON', '0', 'a.b', 'a b', 'é', '&'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).filter((name) => !/[[\]]/.test(name)),
);
const filters = fc.array(fc.tuple(names, conditions), { minLength: 1, maxLength: 4 }).map(
  // Not by assignment: `__proto__` must become a field of its own.
  (entries): Filter => Object.fromEntries(entries),
);

function comparison(operator: (typeof filterOperators)[number], operand: FilterScalar): FilterCondition {
  return JSON.parse(JSON.stringify({ [operator]: operand }));
}

/** Reads brackets as a server would, from the query string as it goes over the wire. */
function readBrackets(pairs: [string, string][]): Map<string, unknown> {
  const read = new Map<string, unknown>();
  for (const [name, value] of new URL(`http://h/?${new URLSearchParams(pairs).toString()}`).searchParams) {
    const groups = /^filter\[(?<field>[^[\]]+)\](?:\[(?<key>[^[\]]*)\])?$/su.exec(name)?.groups;
    const [field, key] = [groups?.['field'] ?? name, groups?.['key']];
    const before = read.get(field);
    if (key === undefined) read.set(field, value);
    else if (key === '') read.set(field, [...(Array.isArray(before) ? before : []), value]);
    else read.set(field, { [key]: value });
  }
  return read;
}

/** What a condition looks like if everything is text. */
function asText(condition: unknown): unknown {
  if (Array.isArray(condition)) return condition.map(String);
  if (typeof condition === 'object' && condition !== null) {
    return Object.fromEntries(
      Object.entries(condition).map(([operator, operand]) => [operator, String(operand)]),
    );
  }
  return String(condition);
}

describe('any filter of the five forms and seven operators', () => {
  test('arrives in query-json', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { query } = serializeFilter(filter, 'query-json');
        const url = new URL(`http://h/?${new URLSearchParams(query).toString()}`);
        expect([...url.searchParams.keys()]).toEqual(['filter']);
        expect(entriesOf(url.searchParams.get('filter'))).toEqual(Object.entries(filter));
      }),
      { numRuns: 500 },
    );
  });

  test('arrives in body-json', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { filter: arrived, ...others } = JSON.parse(serializeFilter(filter, 'body-json').body);
        expect(Object.entries(arrived)).toEqual(Object.entries(filter));
        expect(others).toEqual({});
      }),
      { numRuns: 500 },
    );
  });

  test('arrives in query-brackets, as text', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { query } = serializeFilter(filter, 'query-brackets');
        expect([...readBrackets(query)]).toEqual(
          Object.entries(filter).map(([field, c]) => [field, asText(c)]),
        );
      }),
      { numRuns: 500 },
    );
  });
});

function entriesOf(json: string | null): [string, unknown][] {
  return Object.entries<unknown>(JSON.parse(json ?? 'null'));
}

test('the three placements look as documented', () => {
  const filter = { a: 1, b: { '<': 2 }, c: ['x', 'y'], d: isNotNull } as const;
  expect(serializeFilter(filter, 'query-json')).toEqual({
    query: [['filter', '{"a":1,"b":{"<":2},"c":["x","y"],"d":"is_not_null"}']],
  });
  expect(serializeFilter(filter, 'body-json')).toEqual({
    body: '{"filter":{"a":1,"b":{"<":2},"c":["x","y"],"d":"is_not_null"}}',
  });
  expect(serializeFilter(filter, 'query-brackets')).toEqual({
    query: [
      ['filter[a]', '1'],
      ['filter[b][<]', '2'],
      ['filter[c][]', 'x'],
      ['filter[c][]', 'y'],
      ['filter[d]', 'is_not_null'],
    ],
  });
});

/** As it comes from JavaScript, without a compiler's checks. */
const untyped = (value: unknown): Filter => Object.assign(Object.create(null), { value }).value;

describe('what cannot be sent throws', () => {
  class Condition {
    '=' = 1;
    get hidden() {
      return 1;
    }
  }

  test.each([
    ['undefined', { a: undefined }, '"a": undefined is no string, number or boolean; leave the field out'],
    ['null', { a: null }, "write 'is_null'"],
    ['a Date', { a: new Date(0) }, 'a Date is no string, number or boolean; write toISOString()'],
    ['a Date in an operator', { a: { '<': new Date(0) } }, 'write toISOString()'],
    ['NaN', { a: Number.NaN }, 'NaN has no form in JSON'],
    ['infinity in an array', { a: [1, Number.POSITIVE_INFINITY] }, 'Infinity has no form'],
    ['a bigint', { a: 1n }, 'a value of type bigint'],
    ['a function', { a: () => 1 }, 'a value of type function'],
    ['a map', { a: new Map([['<', 1]]) }, 'a value of type object'],
    ['an instance', { a: new Condition() }, 'a value of type object'],
    ['a nested array', { a: [[1]] }, 'an array is no string'],
    ['a hole in an array', { a: Array(1) }, 'undefined is no string'],
    ['no operator', { a: {} }, 'exactly one operator, not none'],
    ['two operators', { a: { '>=': 1, '<': 2 } }, 'exactly one operator, not 2'],
    ['an unknown operator', { a: { like: 'x' } }, '"like" is no operator; there are = != < <= > >= <>'],
    ['an operand that is an array', { a: { '=': [1] } }, 'an array is no string'],
    ['a symbol', { a: 1, [Symbol('b')]: 2 }, 'a symbol cannot be sent'],
    ['half a character', { a: '\uD83D' }, 'half a surrogate pair'],
    ['half a character in a name', { '\uD83D': 1 }, 'half a surrogate pair'],
    ['no condition', {}, 'has no condition'],
    ['an array', [], 'must be an object of conditions, not an array'],
    ['a string', '{"a":1}', 'not a value of type string'],
    ['nothing', null, 'not null'],
    ['a map of conditions', new Map([['a', 1]]), 'must be an object of conditions'],
  ])('%s', (_, filter, message) => {
    for (const placement of ['query-json', 'query-brackets', 'body-json'] as const) {
      expect(() => serializeFilter(untyped(filter), placement)).toThrow(FilterError);
      expect(() => serializeFilter(untyped(filter), placement)).toThrow(message);
    }
  });

  test('an empty array and odd names only where brackets would lose them', () => {
    expect(serializeFilter({ a: [] }, 'query-json')).toEqual({ query: [['filter', '{"a":[]}']] });
    expect(() => serializeFilter({ a: [] }, 'query-brackets')).toThrow('it would vanish');
    for (const name of ['', 'a[b]', 'a]']) {
      expect(serializeFilter({ [name]: 1 }, 'body-json').body).toContain(JSON.stringify(name));
      expect(() => serializeFilter({ [name]: 1 }, 'query-brackets')).toThrow('cannot be sent in brackets');
    }
  });

  test('an unknown placement', () => {
    // @ts-expect-error there is no such placement
    expect(() => serializeFilter({ a: 1 }, 'header')).toThrow('"header" is no placement');
  });
});

test('the types know the fields and the forms', () => {
  interface Contact {
    name: string;
    age: number | null;
    tags: string[];
  }
  expectTypeOf({ name: equals('x'), age: atLeast(18), tags: isNotNull }).toExtend<Filter<Contact>>();
  expectTypeOf({ name: anyOf('x', 'y'), age: 3 }).toExtend<Filter<Contact>>();
  expectTypeOf<Filter<Contact>>().toExtend<Filter>();
  expectTypeOf<FilterOperator>().toEqualTypeOf<described.FilterOperator>();
  expectTypeOf({ age: 'old' }).not.toExtend<Filter<Contact>>();
  expectTypeOf({ tags: 'x' }).not.toExtend<Filter<Contact>>();
  expectTypeOf({ age: null }).not.toExtend<Filter<Contact>>();
  expectTypeOf({ age: new Date() }).not.toExtend<Filter<Contact>>();
  expectTypeOf({ age: { like: 3 } }).not.toExtend<Filter<Contact>>();
  expectTypeOf({ age: { '<': 3, '>': 1 } }).not.toExtend<Filter<Contact>>();
});
