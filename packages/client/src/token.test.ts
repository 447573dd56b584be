/** Shows that a token function can neither hang a call nor throw errors other than the client's. */
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { profile } from '../test/records.ts';
import { OutreachError, TokenError } from './index.ts';

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

test('what one throws that is no error shows nothing of itself', async () => {
  const secret = { refresh_token: 'a-secret-of-the-vault' };
  const client = clientOf(never, { token: () => Promise.reject(secret) });
  const error = await thrownBy(client.senderProfiles.get('u'));
  expect(error).toMatchObject({ name: 'TokenError', cause: { message: 'object' } });
  expect(inspect(error, { depth: 9, getters: true })).not.toContain(secret.refresh_token);
});
