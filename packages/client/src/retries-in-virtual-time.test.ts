/** Shows what a whole client promises of its retries, in virtual time, for any script of answers and aborts. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canary, profile } from '../test/records.ts';
import { AbortError, createOutreachClient, NetworkError, RateLimitError, TimeoutError } from './index.ts';
import type { ClientRetry } from './index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the service does with an attempt, after how long, and from when on it may be asked again. */
type Step =
  | { kind: 'limited'; afterMs: number; headers: Record<string, string>; floorMs: number }
  | { kind: 'answered' | 'reset' | 'hang'; afterMs: number };

const afterMs = fc.integer({ min: 0, max: 2000 });
const limited = fc
  .record({
    afterMs,
    seconds: fc.option(fc.integer({ min: 0, max: 70 })),
    dated: fc.boolean(),
    skewMs: fc.integer({ min: -9e6, max: 9e6 }),
  })
  .map(({ afterMs: took, seconds, dated, skewMs }): Step => {
    const served = Math.floor((Date.UTC(2026, 10, 21) + skewMs) / 1000) * 1000;
    const headers: Record<string, string> = dated ? { date: new Date(served).toUTCString() } : {};
    if (seconds !== null)
      headers['retry-after'] = dated ? new Date(served + seconds * 1000).toUTCString() : String(seconds);
    return { kind: 'limited', afterMs: took, headers, floorMs: (seconds ?? 0) * 1000 };
  });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: limited },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('answered', 'reset', 'hang'), afterMs }) },
);
const scenarios = fc.record({
  script: fc.array(steps, { minLength: 1, maxLength: 8 }),
  attempts: fc.integer({ min: 1, max: 6 }),
  totalMs: fc.integer({ min: 0, max: 150_000 }),
  label: fc.string({ unit: 'grapheme', maxLength: 20 }),
  changes: fc.boolean(),
  abortAtMs: fc.option(fc.integer({ min: 0, max: 60_000 }), { freq: 2 }),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

interface Attempt {
  startMs: number;
  endMs: number;
  step: Step;
  bytes: string;
}

/** Answers by the script; after its end the last step goes on. */
function scriptedFetch(script: readonly Step[], sent: Attempt[]) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const step = script[Math.min(sent.length, script.length - 1)] ?? expect.unreachable('empty script');
    const text = init.body ?? '';
    const bytes = `${init.method} ${url} ${Buffer.from(typeof text === 'string' ? text : '?').toString('hex')}`;
    const attempt = { startMs: Date.now(), endMs: Number.NaN, step, bytes };
    sent.push(attempt);
    const { promise, reject } = Promise.withResolvers<never>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    if (step.kind === 'hang') return await promise.finally(() => (attempt.endMs = Date.now()));
    await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, step.afterMs))]);
    attempt.endMs = Date.now();
    if (step.kind === 'reset') throw new TypeError('fetch failed');
    return step.kind === 'limited'
      ? new Response('slow down', { status: 429, headers: step.headers })
      : Response.json(profile);
  };
}

async function run({ script, attempts, totalMs, label, changes, abortAtMs }: Scenario) {
  const sent: Attempt[] = [];
  const retries: ClientRetry[] = [];
  const controller = new AbortController();
  const began = Date.now();
  if (abortAtMs !== null) setTimeout(() => controller.abort(new Error('enough')), abortAtMs);
  const client = createOutreachClient({
    baseUrl: 'http://outreach.invalid',
    token: canary,
    timeoutMs: 5000,
    retry: { attempts, totalMs },
    signal: controller.signal,
    fetch: scriptedFetch(script, sent),
    onRetry: (retry) => retries.push(retry),
  });
  const call = changes
    ? client.senderProfiles.update(profile.uuid, { label })
    : client.senderProfiles.get(profile.uuid);
  let endedMs = Number.NaN;
  const outcome = call
    .then(
      () => 'answered' as const,
      (error: unknown) => error,
    )
    .finally(() => (endedMs = Date.now()));
  await vi.runAllTimersAsync();
  return { sent, retries, outcome: await outcome, endedMs: endedMs - began, began };
}

const many = { numRuns: 300 };

describe('a client, for any script of 429s, failures, Retry-After values and aborts', () => {
  test('begins no attempt before its floor, and waits within the bounds of the jitter', async () => {
    let floors = 0;
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { sent, retries } = await run(scenario);
        for (const [index, next] of sent.slice(1).entries()) {
          const { step, endMs } = sent[index] ?? expect.unreachable('no attempt before');
          const floorMs = step.kind === 'limited' ? step.floorMs : 0;
          const ceiling = Math.min(30_000, 500 * 2 ** index);
          expect(next.startMs - endMs).toBeGreaterThanOrEqual(Math.max(floorMs, ceiling / 2));
          // A timer has whole milliseconds.
          expect(next.startMs - endMs).toBeLessThanOrEqual(Math.max(floorMs, ceiling) + 1);
          expect(retries[index]).toMatchObject({
            attempt: index + 1,
            status: step.kind === 'limited' ? 429 : null,
          });
          if (floorMs > ceiling) floors += 1;
        }
      }),
      many,
    );
    expect(floors).toBeGreaterThan(10);
  });

  test('makes no more attempts, and none later, than declared; each with the same bytes', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { sent } = await run(scenario);
        expect(sent.length).toBeLessThanOrEqual(scenario.attempts);
        const first = sent[0]?.startMs ?? 0;
        for (const { startMs } of sent) expect(startMs - first).toBeLessThanOrEqual(scenario.totalMs);
        expect(new Set(sent.map(({ bytes }) => bytes)).size).toBeLessThanOrEqual(1);
        if (scenario.changes && sent.length > 0)
          expect(sent[0]?.bytes).toContain(
            Buffer.from(JSON.stringify({ label: scenario.label })).toString('hex'),
          );
        tried += sent.length > 2 ? 1 : 0;
      }),
      many,
    );
    expect(tried).toBeGreaterThan(10);
  });

  test('ends as its last attempt did, at once where it is aborted', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { sent, outcome, endedMs, began } = await run(scenario);
        const last = sent.at(-1)?.step.kind;
        if (outcome instanceof AbortError) {
          expect(endedMs).toBe(scenario.abortAtMs);
          for (const { startMs } of sent) expect(startMs - began).toBeLessThanOrEqual(endedMs);
        } else if (last === 'answered') expect(outcome).toBe('answered');
        else if (last === 'hang') expect(outcome).toBeInstanceOf(TimeoutError);
        else if (last === 'reset') expect(outcome).toBeInstanceOf(NetworkError);
        else expect(outcome).toBeInstanceOf(RateLimitError);
        // What may have had its effect is not sent again.
        const before = sent.slice(0, -1).map(({ step }) => step.kind);
        expect(scenario.changes ? before : []).not.toContain('reset');
        expect(before).not.toContain('hang');
        seen.add(outcome instanceof Error ? outcome.name : String(outcome));
      }),
      many,
    );
    expect([...seen].toSorted()).toEqual([
      'AbortError',
      'NetworkError',
      'RateLimitError',
      'TimeoutError',
      'answered',
    ]);
  });
});
