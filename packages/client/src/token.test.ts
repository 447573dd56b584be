/** Shows that a token function can neither hang a call nor throw errors other than the client's. */
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { profile } from '../test/records.ts';
import { OutreachError, TokenError, UnauthorizedError, withResponse } from './index.ts';
import type { OutreachClientOptions, TokenRequest } from './index.ts';

const never = async (): Promise<Response> => expect.unreachable('it was sent');

test('one that never answers ends with the timeout of an attempt', async () => {
  const client = clientOf(never, { token: () => new Promise(() => {}), timeoutMs: 20 });
  const error = await thrownBy(client.senderProfiles.get('u'));
  expect(error).toMatchObject({ name: 'TimeoutError', attempts: 0 });
  expect(String(error)).toContain('no token within 20 ms');
});

test('one that never answers ends with a signal', async () => {
  const client = clientOf(never, { token: () => new Promise(() => {}) });
  const controller = new AbortController();
  const call = client.senderProfiles.get('u', { signal: controller.signal });
  controller.abort('enough');
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough', attempts: 0 });
});

test.each<[string, () => string | Promise<string>]>([
  [
    'throws',
    () => {
      throw new Error('the vault is sealed');
    },
  ],
  ['rejects', async () => Promise.reject(new Error('the vault is sealed'))],
])('one that %s is an error of the client with its cause', async (_, token) => {
  const error = await thrownBy(clientOf(never, { token }).senderProfiles.get('u'));
  expect(error).toBeInstanceOf(TokenError);
  expect(error).toBeInstanceOf(OutreachError);
  expect(error).toMatchObject({
    name: 'TokenError',
    message: expect.stringContaining('the token function failed (the vault is sealed)'),
    cause: { message: 'the vault is sealed' },
    attempts: 0,
  });
});

test('a short token takes no letters out of messages, and is not shown after its scheme', async () => {
  const fetch = async (_: string, { headers }: RequestInit): Promise<Response> => {
    throw new Error(`refused: ${new Headers(headers).get('authorization')}`);
  };
  const error = await thrownBy(clientOf(fetch, { token: 'e' }).senderProfiles.get('some-one'));
  expect(String(error)).toBe(
    'NetworkError: GET http://outreach.invalid/flows/api/sender-profiles/some-one: no answer (refused: Bearer [credential])',
  );
});

test.each<[string, unknown]>([
  ['a text', 'the user left'],
  ['a number', 7],
  ['an object', { code: 'left', at: [1, 2] }],
  ['a bigint', 7n],
  ['null', null],
])('the reason of an abort is kept where it is %s', async (_, reason) => {
  const client = clientOf(async () => Response.json(profile), { signal: AbortSignal.abort(reason) });
  const error = await thrownBy(client.senderProfiles.get('u'));
  expect(error).toMatchObject({ name: 'AbortError', attempts: 0 });
  expect(error instanceof Error ? error.cause : undefined).toEqual(reason);
});

test('a value other than an error that a token function throws is not shown', async () => {
  const secret = { refresh_token: 'a-secret-of-the-vault' };
  const client = clientOf(never, { token: () => Promise.reject(secret) });
  const error = await thrownBy(client.senderProfiles.get('u'));
  expect(error).toMatchObject({ name: 'TokenError', cause: { message: 'object' } });
  expect(inspect(error, { depth: 9, getters: true })).not.toContain(secret.refresh_token);
});

describe('after a 401', () => {
  /** A service that accepts one key alone, and what it was sent. */
  function serviceWith(accepted: () => string) {
    const keys: string[] = [];
    const fetch = async (_: string, { headers }: RequestInit): Promise<Response> => {
      const key = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? '';
      keys.push(key);
      return key === accepted() ? Response.json(profile) : new Response('', { status: 401 });
    };
    return { keys, fetch };
  }

  test('the function is asked once more, with the key that was rejected, and the call is repeated once', async () => {
    const asked: TokenRequest[] = [];
    const { keys, fetch } = serviceWith(() => 'key-number-2');
    const token = (request: TokenRequest): string => `key-number-${asked.push(request)}`;
    const { data, attempts } = await withResponse(clientOf(fetch, { token }).senderProfiles.get('u'));
    expect([data, attempts]).toEqual([profile, 2]);
    expect(keys).toEqual(['key-number-1', 'key-number-2']);
    expect(asked).toEqual([{}, { rejected: 'key-number-1' }]);
  });

  test('a POST is repeated as well: the request had no effect', async () => {
    const { keys, fetch } = serviceWith(() => 'new-one-here');
    const token = ({ rejected }: TokenRequest): string => (rejected ? 'new-one-here' : 'old-one-here');
    await clientOf(fetch, { token }).request('POST', '/crm/api/lists', { body: {} });
    expect(keys).toHaveLength(2);
  });

  test('it ends with the 401 if the second key is rejected, too', async () => {
    const { keys, fetch } = serviceWith(() => 'neither-of-them');
    const token = ({ rejected }: TokenRequest): string => (rejected ? 'new-one-here' : 'old-one-here');
    const error = await thrownBy(clientOf(fetch, { token }).senderProfiles.get('u'));
    expect(error).toMatchObject({ name: 'UnauthorizedError', attempts: 2 });
    expect(keys).toHaveLength(2);
  });

  test.each<[string, Partial<OutreachClientOptions>]>([
    ['a key that is a text', { token: 'old-one-here' }],
    ['the same key again', { token: () => 'old-one-here' }],
    ['a call that is sent once', { token: ({ rejected = '' }) => `${rejected}x`, retry: false }],
  ])('it is not repeated with %s', async (_, options) => {
    const { keys, fetch } = serviceWith(() => 'neither-of-them');
    expect(await thrownBy(clientOf(fetch, options).senderProfiles.get('u'))).toBeInstanceOf(
      UnauthorizedError,
    );
    expect(keys).toHaveLength(1);
  });

  test('calls at the same time, and those that are rejected later, share one question', async () => {
    const asked: TokenRequest[] = [];
    const { fetch } = serviceWith(() => 'new-one-here');
    const token = async (request: TokenRequest): Promise<string> => {
      asked.push(request);
      return request.rejected === undefined ? 'old-one-here' : 'new-one-here';
    };
    const client = clientOf(fetch, { token });
    const other = client.with({ timeoutMs: 1000 });
    await Promise.all(
      [...Array(20).keys()].map((index) => (index % 2 ? client : other).senderProfiles.get('u')),
    );
    await client.senderProfiles.get('u');
    expect(asked.filter(({ rejected }) => rejected !== undefined)).toEqual([{ rejected: 'old-one-here' }]);
  });

  test('a question that failed is asked again by the next call', async () => {
    let accepted = 'none';
    const { fetch } = serviceWith(() => accepted);
    const token = ({ rejected }: TokenRequest): string => {
      if (rejected === undefined) return 'old-one-here';
      if (accepted === 'none') throw new Error(`no key but ${rejected}`);
      return accepted;
    };
    const client = clientOf(fetch, { token });
    const error = await thrownBy(client.senderProfiles.get('u'));
    expect(error).toMatchObject({ name: 'TokenError', status: 401 });
    expect(String(error)).toContain('answered 401; the token function failed (no key but [credential])');
    accepted = 'new-one-here';
    expect(await client.senderProfiles.get('u')).toEqual(profile);
  });

  test('no error shows either key', async () => {
    const token = ({ rejected }: TokenRequest): string => (rejected ? 'new-one-here' : 'old-one-here');
    const fetch = async (): Promise<Response> =>
      Response.json({ detail: 'neither old-one-here nor new-one-here' }, { status: 401 });
    const error = await thrownBy(clientOf(fetch, { token }).senderProfiles.get('u'));
    expect(String(error)).toContain('"neither [credential] nor [credential]"');
  });

  test("of a webhook test it is not: the answer may be the target's own", async () => {
    const { keys, fetch } = serviceWith(() => 'neither-of-them');
    const client = clientOf(fetch, { token: ({ rejected = 'key-number-' }) => `${rejected}1` });
    const full = { event: 'e', request_method: 'POST', target_url: 'https://example.com/hook' };
    expect(await thrownBy(client.webhooks.test(full))).toMatchObject({
      name: 'WebhookTestError',
      attempts: 1,
    });
    expect(keys).toHaveLength(1);
  });
});

test('one that brings no key is an error that says so', async () => {
  const token = (): string => JSON.parse('""');
  const error = await thrownBy(clientOf(never, { token }).senderProfiles.get('u'));
  expect(String(error)).toContain('the token function failed (token is missing)');
});
