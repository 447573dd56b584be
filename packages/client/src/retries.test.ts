/** Shows over real HTTP what is tried again, with which bytes, and when it ends. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import type { Reply } from '../test/loopback-server.ts';
import { apiKey, canary, profile } from '../test/records.ts';
import { AbortError, createOutreachClient, NetworkError, RateLimitError, TimeoutError } from './index.ts';
import type { ClientRetry, OutreachClient } from './index.ts';

const uuid = profile.uuid;
const fast = { baseDelayMs: 1, maxDelayMs: 4 };
const limited: Reply = { status: 429, body: '{"detail":"slow down"}' };

/** What a call throws; a call that succeeds is a failure of the test. */
async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    (value) => Promise.reject(new Error(`did not throw, but brought ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  );
}

describe('429', () => {
  test('is tried again with the same bytes, for any body and any number of refusals', async () => {
    let refusals = 0;
    await using server = await startLoopbackServer((_, number) =>
      number <= refusals ? limited : json(profile),
    );
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: fast });
    const body = fc.record({
      label: fc.string({ unit: 'grapheme', maxLength: 30 }),
      schedule: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 0, max: 4 }), async (changes, times) => {
        server.received.length = 0;
        refusals = times;
        await client.senderProfiles.update(uuid, { label: changes.label, schedule: { ...changes.schedule } });
        expect(server.received).toHaveLength(times + 1);
        const expected = Buffer.from(
          JSON.stringify({ label: changes.label, schedule: { ...changes.schedule } }),
        );
        for (const { method, body: sent, headers } of server.received) {
          expect(method).toBe('PUT');
          expect(sent.toString('hex')).toBe(expected.toString('hex'));
          expect(headers['content-type']).toBe('application/json');
          expect(headers['content-length']).toBe(String(expected.length));
          expect(headers.authorization).toBe(`Bearer ${canary}`);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, (client: OutreachClient) => Promise<unknown>, Reply]>([
    ['GET', (client) => client.senderProfiles.get(uuid), json(profile)],
    ['POST', (client) => client.apiKeys.create({ name: 'CI' }), json(apiKey)],
    ['DELETE', (client) => client.webhooks.delete(uuid), { status: 204 }],
  ])('is tried again on %s', async (method, call, answer) => {
    await using server = await startLoopbackServer((_, number) => (number < 3 ? limited : answer));
    const retries: ClientRetry[] = [];
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      retry: fast,
      onRetry: (retry) => retries.push(retry),
    });
    await call(client);
    expect(server.received.map((sent) => sent.method)).toEqual([method, method, method]);
    expect(retries).toMatchObject([
      { attempt: 1, status: 429, retryAfterMs: null, request: { method } },
      { attempt: 2, status: 429, retryAfterMs: null, request: { method } },
    ]);
  });

  test('is given up after as many attempts as declared', async () => {
    await using server = await startLoopbackServer(() => limited);
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      retry: { ...fast, attempts: 3 },
    });
    const error = await thrownBy(client.senderProfiles.get(uuid));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({
      name: 'RateLimitError',
      status: 429,
      attempts: 3,
      gaveUp: 'attempts',
      body: '{"detail":"slow down"}',
      retryAfter: null,
      retryAfterMs: null,
    });
    expect(server.received).toHaveLength(3);
  });

  test('is given up at once where Retry-After is above the bound', async () => {
    await using server = await startLoopbackServer(() => ({ status: 429, headers: { 'retry-after': '61' } }));
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: fast });
    const error = await thrownBy(client.senderProfiles.get(uuid));
    expect(error).toMatchObject({
      gaveUp: 'retry-after',
      retryAfter: '61',
      retryAfterMs: 61_000,
      attempts: 1,
    });
    expect(server.received).toHaveLength(1);
  });

  test('is not tried again where that is switched off', async () => {
    await using server = await startLoopbackServer(() => limited);
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: false });
    expect(await thrownBy(client.apiKeys.create({ name: 'CI' }))).toMatchObject({ attempts: 1, status: 429 });
    expect(server.received).toHaveLength(1);
  });

  test('Retry-After is a floor', async () => {
    await using server = await startLoopbackServer((_, number) =>
      number === 1 ? { status: 429, headers: { 'retry-after': '0.3' } } : json(profile),
    );
    const waits: ClientRetry[] = [];
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      retry: fast,
      onRetry: (retry) => waits.push(retry),
    });
    await client.senderProfiles.get(uuid);
    expect(waits).toMatchObject([{ retryAfterMs: 300 }]);
    expect(waits[0]?.delayMs).toBeGreaterThanOrEqual(300);
    expect(waits[0]?.delayMs).toBeLessThanOrEqual(300 + 1 + 12 * fast.baseDelayMs);
  });

  test('all calls of a client share a budget, which calls that get through fill again', async () => {
    const now = (): number => 0;
    let full = true;
    await using server = await startLoopbackServer(() => (full ? limited : json(profile)));
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      retry: { ...fast, budget: 6 },
      now,
    });
    const errors = await Promise.all(
      Array.from({ length: 5 }, () => thrownBy(client.senderProfiles.get(uuid))),
    );
    // 5 first attempts and 6 retries; without a budget there would be 25 requests.
    expect(server.received).toHaveLength(11);
    expect(errors.map((error) => error instanceof RateLimitError && error.gaveUp)).toContain('budget');
    expect(await thrownBy(client.senderProfiles.get(uuid))).toMatchObject({ gaveUp: 'budget', attempts: 1 });
    full = false;
    await client.senderProfiles.get(uuid);
    full = true;
    expect(await thrownBy(client.senderProfiles.get(uuid))).toMatchObject({ gaveUp: 'budget', attempts: 2 });
  });
});

test('the budget is spent by retries alone, not by what is given up for another reason', async () => {
  let after = '61';
  await using server = await startLoopbackServer(() => ({ status: 429, headers: { 'retry-after': after } }));
  const retry = { ...fast, attempts: 2, budget: 1 };
  const client = createOutreachClient({
    baseUrl: server.baseUrl,
    token: canary,
    retry,
    shareLimit: false,
    now: () => 0,
  });
  for (let call = 0; call < 3; call += 1) {
    expect(await thrownBy(client.senderProfiles.get(uuid))).toMatchObject({ gaveUp: 'retry-after' });
  }
  after = '0';
  expect(await thrownBy(client.senderProfiles.get(uuid))).toMatchObject({ gaveUp: 'attempts' });
  expect(await thrownBy(client.senderProfiles.get(uuid))).toMatchObject({ gaveUp: 'budget' });
});

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
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary, retry: fast });
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
