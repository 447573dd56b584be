/** Shows over real HTTP how a 429 is retried, with which bytes, and when it is given up. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '../test/fakes.ts';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import type { Reply } from '../test/loopback-server.ts';
import { apiKey, canary, profile } from '../test/records.ts';
import { createOutreachClient, RateLimitError } from './index.ts';
import type { ClientRetry, OutreachClient } from './index.ts';

const uuid = profile.uuid;
const fast = { baseDelayMs: 1, maxDelayMs: 4 };
const limited: Reply = { status: 429, body: '{"detail":"slow down"}' };

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
