/** Shows that each failure has its own error and that none of them, on any path, shows a credential. */
import { format, inspect } from 'node:util';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { clientOf, errorOf } from '../test/fakes.ts';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import type { Reply } from '../test/loopback-server.ts';
import { apiKey, canary, pageOf, profile, webhook } from '../test/records.ts';
import { createOutreachClient, ForbiddenError, NotFoundError, OutreachError, StatusError } from './index.ts';
import { queryJson, UnauthorizedError, UnprocessableError, UnreadableAnswerError } from './index.ts';
import { RateLimitError, settle, withResponse } from './index.ts';
import type { ClientRetry, NetworkError, OutreachClient, OutreachClientOptions } from './index.ts';
import type { OutreachFailure } from './index.ts';

const uuid = profile.uuid;

/** Every way in which an error may end up in a log. */
function everyView(error: Error): string {
  const chain: unknown[] = [];
  for (let cause: unknown = error; cause instanceof Error && chain.length < 9; { cause } = cause)
    chain.push(cause);
  return chain
    .flatMap((link) => [
      String(link),
      link instanceof Error ? `${link.message} ${link.stack}` : '',
      JSON.stringify(link),
      JSON.stringify(Object.getOwnPropertyDescriptors(link)),
      inspect(link),
      inspect(link, { depth: null, showHidden: true, getters: true }),
      format('%s %o %O %j', link, link, link, link),
    ])
    .join('\n');
}

test.each([
  [401, UnauthorizedError, 'UnauthorizedError'],
  [403, ForbiddenError, 'ForbiddenError'],
  [404, NotFoundError, 'NotFoundError'],
  [422, UnprocessableError, 'UnprocessableError'],
  [400, StatusError, 'StatusError'],
  [500, StatusError, 'StatusError'],
  [307, StatusError, 'StatusError'],
])('%d', async (status, type, name) => {
  const headers = { location: 'http://127.0.0.1:9/elsewhere', 'x-request-id': 'r1' };
  await using server = await startLoopbackServer(() => json({ detail: 'no' }, status, headers));
  const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
  const error = await errorOf(() => client.senderProfiles.update(uuid, { label: 'x' }));
  const url = `${server.baseUrl}/flows/api/sender-profiles/${uuid}`;
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({
    name,
    status,
    attempts: 1,
    body: '{"detail":"no"}',
    request: { method: 'PUT', url },
  });
  expect(error.message).toContain(`PUT ${url}: answered ${status}`);
  const response = error instanceof StatusError ? error.response : Response.error();
  expect(response.headers.get('x-request-id')).toBe('r1');
  expect(await response.json()).toEqual({ detail: 'no' });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name,
    message: error.message,
    status,
    attempts: 1,
    requestId: 'r1',
    request: { method: 'PUT', url },
  });
});

const methodsOfConsole = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

/** A server that returns everything it knows, in every part of an answer. */
const echo = (status: number): Reply => ({
  status,
  headers: {
    'retry-after': canary,
    location: `/?t=${canary}`,
    'x-echo': canary,
    'set-cookie': `t=${canary}`,
  },
  body: JSON.stringify({ authorization: canary, last_token: apiKey.last_token }),
});
const secrets = [canary, encodeURIComponent(canary), apiKey.last_token, 'CANARY'];

/** What a careless fetch throws: the credential in every part, and a cycle of causes. */
function carelessError(request: RequestInit): Error {
  const secret = new Headers(request.headers).get('authorization') ?? '';
  const inner = Object.assign(new Error(`inner ${secret}`), { request, secret, code: 'EPROTO' });
  inner.cause = inner;
  return Object.assign(new TypeError(`outer ${secret}`, { cause: inner }), {
    request,
    headers: { secret },
  });
}

/** Makes a call of each kind fail, and names the secrets that some view of an error shows. */
async function leaks(reply: Reply, options: Partial<OutreachClientOptions> = {}): Promise<string[]> {
  await using server = await startLoopbackServer(() => reply);
  const retries: ClientRetry[] = [];
  const client = createOutreachClient({
    baseUrl: server.baseUrl,
    token: canary,
    retry: { attempts: 2, baseDelayMs: 1 },
    timeoutMs: 80,
    onRetry: (retry) => retries.push(retry),
    ...options,
  });
  const logged = methodsOfConsole.map((method) => vi.spyOn(console, method));
  const walk = async (): Promise<void> => {
    for await (const { uuid: walked } of client.webhooks.iterate()) expect.unreachable(walked);
  };
  const errors = [
    await errorOf(() => client.apiKeys.create({ name: 'CI' })),
    await errorOf(() => withResponse(client.apiKeys.create({ name: canary }))),
    await errorOf(() => client.webhooks.list()),
    await errorOf(walk),
    await errorOf(() => client.senderProfiles.get(canary)),
    await errorOf(() => client.senderProfiles.update(uuid, { label: canary })),
  ];
  for (const error of errors) expect(error).toBeInstanceOf(OutreachError);
  for (const log of logged) {
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  }
  return leaked(
    [...errors.map(everyView), inspect(retries, { depth: null }), JSON.stringify(retries)].join('\n'),
  );
}

function leaked(shown: string): string[] {
  return secrets.filter((secret) => shown.includes(secret));
}

describe('no view of an error shows the credential or a last_token', () => {
  test.each([300, 307, 400, 401, 403, 404, 422, 429, 500])('status %d', async (status) => {
    expect(await leaks(echo(status))).toEqual([]);
  });

  test.each([
    ['half of a key', { status: 201, body: `{"last_token":"${apiKey.last_token}"` }],
    ['a text', { status: 200, body: `${canary} ${apiKey.last_token}` }],
    ['another object', { status: 200, body: JSON.stringify({ token: canary }) }],
  ])('a 2xx answer that is %s', async (_, reply) => {
    expect(await leaks(reply)).toEqual([]);
  });

  test.each(['reset', 'reset in the body', 'hang', 'hang in the body'] as const)('%s', async (reply) => {
    expect(await leaks(reply)).toEqual([]);
  });

  test('a fetch that throws the request, with the credential in every part', async () => {
    const client = createOutreachClient({
      baseUrl: 'http://outreach.invalid',
      token: canary,
      retry: false,
      fetch: async (_, request) => Promise.reject(carelessError(request)),
    });
    const shown = everyView(await errorOf(() => client.senderProfiles.get(uuid)));
    expect(shown).toContain('no answer (EPROTO)');
    expect(leaked(shown)).toEqual([]);
    expect(await leaks('hang', { fetch: async () => Promise.reject(canary) })).toEqual([]);
  });

  test('an abort whose reason holds it', async () => {
    expect(await leaks('hang', { signal: AbortSignal.abort(new Error(canary)) })).toEqual([]);
    expect(await leaks('hang', { signal: AbortSignal.abort(canary) })).toEqual([]);
    expect(await leaks('hang', { signal: AbortSignal.abort({ canary }) })).toEqual([]);
  });

  test.each<[string, Partial<OutreachClientOptions>]>([
    ['a token that no header can hold', { token: `${canary}\n` }],
    ['a token with its scheme', { token: `Bearer ${canary}` }],
    ['a header that cannot be sent', { headers: { 'x-proxy': `${canary}\0` } }],
    ['an authorization of its own', { headers: { Authorization: canary } }],
    ['a base address with a password', { baseUrl: `http://user:${canary}@outreach.invalid` }],
    ['a base address with a query', { baseUrl: `http://outreach.invalid/?key=${canary}` }],
    ['a base address that is none', { baseUrl: canary }],
  ])('an option that is refused: %s', async (_, options) => {
    const error = await errorOf(() =>
      createOutreachClient({ baseUrl: 'http://outreach.invalid', token: 'x', ...options }),
    );
    expect(leaked(everyView(error))).toEqual([]);
  });

  test('a token function that brings what no header can hold', async () => {
    const client = createOutreachClient({
      baseUrl: 'http://outreach.invalid',
      token: () => `${canary}\r\nx: y`,
    });
    const error = await errorOf(() => client.webhooks.list());
    expect(error.message).toContain('token must be the API key alone');
    expect(leaked(everyView(error))).toEqual([]);
  });

  test.each<[string, (client: OutreachClient) => unknown]>([
    [
      'a header of a call that cannot be sent',
      (c) => c.webhooks.list({}, { headers: { 'x-key': `${canary}\0` } }),
    ],
    ['an authorization of a call', (c) => c.webhooks.list({}, { headers: { Authorization: canary } })],
    [
      'a filter on it',
      (c) => c.webhooks.list({ filter: { event: `${canary}\uD83D` }, filterPlacement: queryJson }),
    ],
    ['a filter without a placement', (c) => c.webhooks.list({ filter: { event: canary } })],
    ['an identifier', (c) => c.webhooks.delete(`${canary}\uD83D`)],
  ])('an argument that is refused: %s', async (_, call) => {
    const client = createOutreachClient({ baseUrl: 'http://outreach.invalid', token: canary });
    const error = await errorOf(() => call(client));
    expect(error).toBeInstanceOf(TypeError);
    expect(leaked(everyView(error))).toEqual([]);
  });

  test('a list that repeats itself without an end', async () => {
    const page = { ...pageOf([{ ...webhook(1), target_url: canary }], 1, 0), has_more: true };
    await using server = await startLoopbackServer(() => json(page));
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
    const error = await errorOf(async () => {
      for await (const { event } of client.webhooks.iterate()) expect(event).not.toBe(canary);
    });
    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect(leaked(everyView(error))).toEqual([]);
  });

  test('a created key in a log: its last_token is in the result alone, where it is asked for', async () => {
    await using server = await startLoopbackServer(() => json(apiKey, 201));
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
    const { response, attempts } = await withResponse(client.apiKeys.create({ name: 'CI' }));
    expect(leaked(inspect({ response, attempts }, { depth: null, showHidden: true }))).toEqual([]);
  });

  test('the client itself', () => {
    const client = createOutreachClient({ baseUrl: 'http://outreach.invalid', token: canary });
    expect(inspect(client, { depth: null, showHidden: true, getters: true })).not.toContain('CANARY');
    expect(JSON.stringify(client)).not.toContain('CANARY');
  });
});

test.each<[string, Partial<OutreachClientOptions>]>([
  ['timeoutMs must be a whole number', { timeoutMs: 0 }],
  ['timeoutMs must be a whole number', { timeoutMs: 2 ** 31 }],
  ['retry.budget must be', { retry: { budget: -1 } }],
  ['attempts must be', { retry: { attempts: 0 } }],
  ['baseUrl must be an http or https address', { baseUrl: 'ftp://outreach.invalid' }],
  ['headers: Content-Type is set by the client', { headers: { 'Content-Type': 'text/plain' } }],
])('%s', (message, options) => {
  const make = () => createOutreachClient({ baseUrl: 'http://outreach.invalid', token: 'x', ...options });
  expect(make).toThrow(message);
});

test('the name of an error narrows its type', async () => {
  const { error } = await settle(clientOf(async () => new Response('', { status: 429 })).webhooks.list());
  if (error?.name === 'RateLimitError') expectTypeOf(error).toEqualTypeOf<RateLimitError>();
  if (error?.name === 'NetworkError') expectTypeOf(error).toEqualTypeOf<NetworkError>();
  // @ts-expect-error there is no such name
  expect(error?.name === 'RateLimitedError').toBe(false);
  const caught: unknown = error;
  if (!(caught instanceof OutreachError)) throw new TypeError('it is another error');
  expectTypeOf(caught).toEqualTypeOf<OutreachFailure>();
  if (caught.name !== 'RateLimitError') throw new TypeError('it is another kind');
  expectTypeOf(caught.retryAfterMs).toEqualTypeOf<number | null>();
  // A kind narrows as it did.
  const other: unknown = caught;
  if (other instanceof StatusError) expectTypeOf(other).toEqualTypeOf<StatusError>();
  if (other instanceof RateLimitError) expectTypeOf(other).toEqualTypeOf<RateLimitError>();
});
