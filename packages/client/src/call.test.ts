/** Shows what a single call may override, and that the raw response is available. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { canary, profile } from '../test/records.ts';
import { createOutreachClient, withResponse } from './index.ts';

const uuid = profile.uuid;
const full = {
  event: 'sender_profile_sent_email',
  request_method: 'POST',
  target_url: 'https://example.com/hook',
};

test('the raw response is within reach, its body unread', async () => {
  await using server = await startLoopbackServer(() => json(profile, 200, { 'x-request-id': 'r1' }));
  const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
  const { data, response, attempts } = await withResponse(client.senderProfiles.get(uuid));
  expect(data).toEqual(profile);
  expect(attempts).toBe(1);
  expect(response.headers.get('x-request-id')).toBe('r1');
  expect(await response.json()).toEqual(profile);
});

test('a failure is handled once where only the raw response is asked for', async () => {
  await using server = await startLoopbackServer(() => ({ status: 404 }));
  const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
  // The promise of the bare result fails too: unhandled, it would fail this run.
  await expect(withResponse(client.senderProfiles.get(uuid))).rejects.toMatchObject({ status: 404 });
});

test('a call may have headers, a timeout and retries of its own', async () => {
  await using server = await startLoopbackServer((_, number) =>
    number <= 2 ? { status: 429 } : json(profile),
  );
  const client = createOutreachClient({
    baseUrl: server.baseUrl,
    token: canary,
    headers: { 'x-trace': 'client', 'x-kept': 'yes' },
    retry: { attempts: 2, baseDelayMs: 1 },
  });
  const unrepeated = client.senderProfiles.get(uuid, { retry: false, headers: { 'X-Trace': 'call' } });
  await expect(unrepeated).rejects.toMatchObject({ name: 'RateLimitError', attempts: 1, gaveUp: 'attempts' });
  expect(await client.senderProfiles.get(uuid)).toEqual(profile);
  expect(server.received.map(({ headers }) => [headers['x-trace'], headers['x-kept']])).toEqual([
    ['call', 'yes'],
    ['client', 'yes'],
    ['client', 'yes'],
  ]);
  await expect(client.senderProfiles.get(uuid, { retry: { factor: 1 } })).rejects.toThrow('factor must be');
  await expect(client.senderProfiles.get(uuid, { timeoutMs: 0 })).rejects.toThrow('timeoutMs must be');
});

test('an option that is undefined counts as not given', async () => {
  await using server = await startLoopbackServer(() => json(profile));
  const client = createOutreachClient({
    baseUrl: server.baseUrl,
    token: canary,
    ...JSON.parse('{}', () => ({ timeoutMs: undefined, retry: { attempts: undefined, budget: undefined } })),
  });
  expect(await client.senderProfiles.get(uuid)).toEqual(profile);
});

test('the raw response is byte for byte what came', async () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x22, 0xc3, 0xa9, 0xff, 0x00, 0x22]);
  const response = new Response(bytes, { status: 203, headers: { 'x-request-id': 'r1' } });
  Object.defineProperty(response, 'url', { value: 'http://outreach.invalid/over-there' });
  const client = createOutreachClient({
    baseUrl: 'http://outreach.invalid',
    token: canary,
    fetch: async () => response,
  });
  const answered = await withResponse(client.webhooks.test(full));
  expect(Buffer.from(await answered.response.arrayBuffer())).toEqual(bytes);
  expect(answered.response).toMatchObject({ status: 203, url: 'http://outreach.invalid/over-there' });
  expect(answered.response.headers.get('x-request-id')).toBe('r1');
});

test('a status that no Response can be made of is an error of its own', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 999 Denied\r\ncontent-length: 2\r\n\r\nno'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const client = createOutreachClient({ baseUrl: `http://127.0.0.1:${port}`, token: canary });
  await expect(client.senderProfiles.get(uuid)).rejects.toMatchObject({
    name: 'StatusError',
    status: 999,
    body: 'no',
  });
  server.close();
});
