/** Shows that any operation of the platform can be called, and that no path leads the credential elsewhere. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { canary } from '../test/records.ts';
import { anyOf, createOutreachClient, queryBrackets, queryJson, withResponse } from './index.ts';
import type { RequestOptions } from './index.ts';

test('it has the credential, the backoff and the errors of the client', async () => {
  await using server = await startLoopbackServer((_, number) => {
    if (number === 1) return { status: 429 };
    return number === 2 ? json([{ uuid: 'u' }]) : json({ message: 'no such list' }, 404);
  });
  const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: { baseDelayMs: 1 } });
  const call = client.request<{ uuid: string }[]>('GET', '/crm/api/lists', {
    query: { limit: 5 },
    timeoutMs: 5000,
  });
  const { data, attempts } = await withResponse(call);
  expectTypeOf(data).toEqualTypeOf<{ uuid: string }[]>();
  expect([data, attempts]).toEqual([[{ uuid: 'u' }], 2]);
  expect(await thrownBy(client.request('PATCH', '/crm/api/lists/7', { body: { name: 'é' } }))).toMatchObject({
    name: 'NotFoundError',
    message: `PATCH ${server.baseUrl}/crm/api/lists/7: answered 404; "no such list"`,
    data: { message: 'no such list' },
  });
  const [, list, patch] = server.received;
  expect(list).toMatchObject({ method: 'GET', target: '/crm/api/lists?limit=5' });
  expect(list?.headers).toMatchObject({ authorization: `Bearer ${canary}`, accept: 'application/json' });
  expect(list?.headers).not.toHaveProperty('content-type');
  expect(patch?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(String(patch?.body)).toBe('{"name":"é"}');
});

/** What a request is sent to. */
async function urlOf(path: string, options?: RequestOptions): Promise<string> {
  const urls: string[] = [];
  const client = clientOf(async (url) => {
    urls.push(url);
    return new Response('');
  });
  expect(await client.request('GET', path, options)).toBeUndefined();
  return urls.join().replace('http://outreach.invalid', '');
}

test.each<[RequestOptions['query'], string]>([
  [undefined, '/a'],
  [{}, '/a'],
  [{ limit: 5, deep: true, none: undefined, name: 'a b&c' }, '/a?limit=5&deep=true&name=a%20b%26c'],
  [{ id: [1, 'x'] }, '/a?id=1&id=x'],
  [
    new URLSearchParams([
      ['a', '1'],
      ['a', '2'],
    ]),
    '/a?a=1&a=2',
  ],
  [queryJson({ event: 'x' }), '/a?filter=%7B%22event%22%3A%22x%22%7D'],
  [
    [['limit', 5], ...queryBrackets({ event: anyOf('x', 'y') })],
    '/a?limit=5&filter%5Bevent%5D%5B%5D=x&filter%5Bevent%5D%5B%5D=y',
  ],
])('the query %j', async (query, target) => {
  expect(await urlOf('/a', { query })).toBe(target);
});

test('a path may have a query', async () => {
  expect(await urlOf('/crm/api/a%20b?x=1', { query: { y: 2 } })).toBe('/crm/api/a%20b?x=1&y=2');
  expect(await urlOf('/v1.2/.well-known/a..b')).toBe('/v1.2/.well-known/a..b');
});

describe('nothing is sent for', () => {
  const client = clientOf(async () => expect.unreachable('it was sent'));
  test.each([
    '',
    'crm/api',
    '@evil.invalid/',
    '.evil.invalid/',
    '//evil.invalid/',
    '/\\evil.invalid/',
    '/\t/evil.invalid/',
    'https://evil.invalid/',
    '/a/../b',
    '/a/%2E%2e/b',
    '/a/..',
    '/./a',
    '/..?x',
    '/a#b',
    '/a b',
  ])('the path %j', async (path) => {
    await expect(client.request('GET', path)).rejects.toThrow('path must begin with one /');
  });

  test.each<[string, unknown, string]>([
    [
      'an object in the query, such as a filter',
      { query: { filter: { a: 1 } } },
      'query.filter must be text',
    ],
    ['null in the query', { query: { a: null } }, 'query.a must be text'],
    ['an option that does not exist', { json: {} }, 'there is no option json'],
    ['an option of a client', { token: 'x' }, 'there is no option token'],
    ['a body that is no JSON', { body: 7n }, 'BigInt'],
  ])('%s', async (_, options, message) => {
    // @ts-expect-error JavaScript may pass anything
    await expect(client.request('POST', '/a', options)).rejects.toThrow(message);
  });
});

test('a webhook test is one by this way as well: it says nothing about the account', async () => {
  const client = clientOf(async () => new Response('', { status: 429 }));
  for (const path of ['/integrations/api/webhooks/test', '/integrations/api/webhooks/test?x=1'])
    expect(await thrownBy(client.request('POST', path))).toMatchObject({
      name: 'WebhookTestError',
      attempts: 1,
    });
});
