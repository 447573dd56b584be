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
  expect(filterIn(exchange)).toMatchObject({ filter });
});

it.for([
  ['none', 'a page', listing({ limit: '5', offset: '5' })],
  ['none', 'the whole list', listing({})],
  ['unreadable', 'a filter in a language of its own', listing({ filter: 'event eq a' })],
  ['unreadable', 'a parameter of another name', listing({ event: 'a' })],
  ['unreadable', 'a body of its own', listing({}, '{"where":{"event":"a"}}')],
] as const)('finds a filter that is %s in a request for %s', ([kind, , exchange]) => {
  expect(filterIn(exchange)).toEqual({ kind });
});
