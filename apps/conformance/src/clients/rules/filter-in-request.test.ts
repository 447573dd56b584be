import { expect, it } from 'vitest';
import type { ClientExchange } from '../client-exchange.ts';
import { filterIn } from './filter-in-request.ts';

function listing(query: Readonly<Record<string, string>>, body: string | null = null): ClientExchange {
  const search = new URLSearchParams(query).toString();
  return {
    arrivedAt: 0,
    answeredAt: 1,
    connection: null,
    credential: { kind: 'none' },
    method: 'GET',
    path: `/integrations/api/webhooks${search === '' ? '' : `?${search}`}`,
    operation: 'listWebhooks',
    headers: {},
    body,
    answer: null,
  };
}

it.for([
  ['as JSON in the query', listing({ filter: '{"event":["a"]}' }), { event: ['a'] }],
  ['as JSON in the body', listing({}, '{"filter":{"event":"is_null"}}'), { event: 'is_null' }],
  ['a scalar in brackets', listing({ 'filter[event]': 'a' }), { event: 'a' }],
  ['an operator in brackets', listing({ 'filter[event][<=]': 'a' }), { event: { '<=': 'a' } }],
  ['a list in brackets', listing({ 'filter[event][]': 'a' }), { event: ['a'] }],
  [
    'a list in brackets with numbers',
    listing({ 'filter[event][0]': 'a', 'filter[event][1]': 'b' }),
    { event: ['a', 'b'] },
  ],
  ['a text that is not a filter', listing({ filter: '"event"' }), 'event'],
] as const)('finds the filter of a request: %s', ([, exchange, filter]) => {
  expect(filterIn(exchange)).toEqual(filter);
});

it.for([
  ['none', listing({ limit: '5' })],
  ['one in a language of its own', listing({ filter: 'event eq a' })],
] as const)('finds no readable filter in %s', ([, exchange]) => {
  expect(filterIn(exchange)).toBeUndefined();
});
