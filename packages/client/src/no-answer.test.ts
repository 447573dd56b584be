/** Shows over real HTTP what becomes of a call without an answer: it is retried, or ends, by itself or from outside. */
import { describe, expect, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { canary, profile } from '../test/records.ts';
import { sleepInTicks } from '../test/sleep-in-ticks.ts';
import { createVirtualTime } from '../test/virtual-time.ts';
import { AbortError, createOutreachClient, NetworkError, TimeoutError } from './index.ts';
import type { OutreachClient } from './index.ts';

const uuid = profile.uuid;
const fast = { baseDelayMs: 1, maxDelayMs: 4 };

describe('no answer', () => {
  test.each(['reset', 'reset in the body'] as const)('a GET is tried again after a %s', async (failure) => {
    await using server = await startLoopbackServer((_, number) => (number < 3 ? failure : json(profile)));
    const statuses: unknown[] = [];
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      retry: fast,
      onRetry: ({ status }) => statuses.push(status),
    });
    expect(await client.senderProfiles.get(uuid)).toEqual(profile);
    const begun = failure === 'reset' ? null : 200;
    expect(statuses).toEqual([begun, begun]);
  });

  test.each<[string, (client: OutreachClient) => Promise<unknown>]>([
    ['apiKeys.create', (client) => client.apiKeys.create({ name: 'CI' })],
    ['senderProfiles.update', (client) => client.senderProfiles.update(uuid, { label: 'x' })],
    ['senderProfiles.delete', (client) => client.senderProfiles.delete(uuid)],
    ['webhooks.delete', (client) => client.webhooks.delete(uuid)],
  ])('%s is never tried again', async (_, call) => {
    for (const failure of ['reset', 'reset in the body'] as const) {
      await using server = await startLoopbackServer(() => failure);
      const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: fast });
      const error = await thrownBy(call(client));
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({ attempts: 1 });
      expect(server.received).toHaveLength(1);
    }
  });

  test('a GET is not tried again where that is switched off', async () => {
    await using server = await startLoopbackServer(() => 'reset');
    const retry = { ...fast, networkErrors: false };
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry });
    expect(await thrownBy(client.senderProfiles.get(uuid))).toBeInstanceOf(NetworkError);
    expect(server.received).toHaveLength(1);
  });

  test('a status that does not pass is never tried again', async () => {
    await using server = await startLoopbackServer(() => ({ status: 500, headers: { 'retry-after': '0' } }));
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: fast });
    expect(await thrownBy(client.senderProfiles.get(uuid))).toMatchObject({
      name: 'StatusError',
      status: 500,
    });
    expect(server.received).toHaveLength(1);
  });

  test('a closed port says so', async () => {
    const closed = await startLoopbackServer(() => 'hang');
    await closed[Symbol.asyncDispose]();
    const client = createOutreachClient({ baseUrl: closed.baseUrl, token: canary, retry: false });
    const error = await thrownBy(client.webhooks.list());
    expect(error).toMatchObject({ name: 'NetworkError', request: { method: 'GET' } });
    expect(String(error)).toBe(
      `NetworkError: GET ${closed.baseUrl}/integrations/api/webhooks: no answer (ECONNREFUSED)`,
    );
  });
});

describe('an end from outside', () => {
  test.each(['hang', 'hang in the body'] as const)('a timeout where the server does %s', async (failure) => {
    await using server = await startLoopbackServer(() => failure);
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: fast });
    const error = await thrownBy(client.senderProfiles.update(uuid, {}, { timeoutMs: 300 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('no whole answer within 300 ms');
    expect(server.received).toHaveLength(1);
  });

  test.each(['hang', 'hang in the body'] as const)('a GET is tried again after a %s', async (failure) => {
    await using server = await startLoopbackServer((_, number) => (number < 3 ? failure : json(profile)));
    const own = { retry: fast, sleep: sleepInTicks };
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, ...own });
    expect(await client.senderProfiles.get(uuid, { timeoutMs: 300 })).toEqual(profile);
    expect(server.received).toHaveLength(3);
  });

  test('a timeout also of a fetch that does not listen to signals', async () => {
    const client = createOutreachClient({
      baseUrl: 'http://outreach.invalid',
      token: canary,
      timeoutMs: 20,
      retry: fast,
      fetch: () => new Promise<Response>(() => {}),
    });
    expect(await thrownBy(client.senderProfiles.get(uuid))).toBeInstanceOf(TimeoutError);
  });

  test.each([
    ['an answer', 1500, 0],
    ['a body', 10, 1500],
  ])('%s that comes too late is not taken for one of the next attempt', async (_, answerMs, bodyMs) => {
    const time = createVirtualTime();
    // It ignores signals.
    const client = clientOf(
      async () => {
        await time.sleep(answerMs);
        const body = async (): Promise<ArrayBuffer> => {
          await time.sleep(bodyMs);
          return new TextEncoder().encode(JSON.stringify(profile)).buffer;
        };
        return Object.defineProperty(Response.json(profile), 'arrayBuffer', { value: body });
      },
      { ...time.clock, timeoutMs: 1000, retry: { ...fast, attempts: 2 } },
    );
    const error = await time.until(thrownBy(client.senderProfiles.get(uuid)));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 2, status: bodyMs > 0 ? 200 : null });
  });

  test.each(['hang', 'hang in the body'] as const)('an abort where the server does %s', async (failure) => {
    for (const place of ['client', 'call'] as const) {
      const controller = new AbortController();
      await using server = await startLoopbackServer(() => {
        setTimeout(() => controller.abort(new Error('the user left')), 10);
        return failure;
      });
      const { signal } = controller;
      const client = createOutreachClient({
        baseUrl: server.baseUrl,
        token: canary,
        ...(place === 'client' ? { signal } : { signal: new AbortController().signal }),
      });
      const error = await thrownBy(client.senderProfiles.get(uuid, place === 'call' ? { signal } : {}));
      expect(error).toBeInstanceOf(AbortError);
      expect(error).toMatchObject({ attempts: 1, cause: { message: 'the user left' } });
    }
  });

  test('an abort ends a wait at once', async () => {
    await using server = await startLoopbackServer(() => ({ status: 429, headers: { 'retry-after': '50' } }));
    const controller = new AbortController();
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      onRetry: () => queueMicrotask(() => controller.abort()),
    });
    // The test itself ends long before the 50 s.
    const error = await thrownBy(client.senderProfiles.get(uuid, { signal: controller.signal }));
    expect(error).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(server.received).toHaveLength(1);
  });

  test('a signal that is aborted already sends nothing', async () => {
    await using server = await startLoopbackServer(() => json(profile));
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
    const error = await thrownBy(client.senderProfiles.get(uuid, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortError', attempts: 0 });
    expect(server.received).toHaveLength(0);
  });
});
