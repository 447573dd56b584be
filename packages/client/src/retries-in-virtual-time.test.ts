/** Shows what a whole client guarantees about its retries, in virtual time, for any script of answers and aborts. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canary, profile } from '../test/records.ts';
import { createVirtualTime } from '../test/virtual-time.ts';
import { AbortError, createOutreachClient, NetworkError, RateLimitError, StatusError } from './index.ts';
import { TimeoutError } from './index.ts';
import type { ClientRetry, ResponseEvent } from './index.ts';

const epoch = Date.UTC(2026, 10, 21);
const timeoutMs = 5000;

/** What the service does with an attempt, after how long, and for how long it then rejects requests. */
interface Step {
  kind: 'answered' | 'reset' | 'hang';
  status: number;
  body: 'whole' | 'cut' | 'stalled';
  afterMs: number;
  headers: [string, string][];
  floorMs: number;
}

const statuses = fc.constantFrom(429, 429, 429, 429, 503, 502, 504, 408, 401, 404, 500, 200);
const waits = fc.record({
  /** The header once or twice; of two, the longer counts. */
  seconds: fc.array(fc.integer({ min: 0, max: 70 }), { maxLength: 2 }),
  dated: fc.boolean(),
  skewMs: fc.integer({ min: -9e6, max: 9e6 }),
});
const steps: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom<Step['kind']>(...Array<'answered'>(8).fill('answered'), 'reset', 'hang'),
    status: statuses,
    body: fc.constantFrom<Step['body']>('whole', 'whole', 'cut', 'stalled'),
    afterMs: fc.integer({ min: 0, max: 2000 }),
    waits,
  })
  .map(({ waits: { seconds, dated, skewMs }, ...step }) => {
    const served = Math.floor((epoch + skewMs) / 1000) * 1000;
    const headers = seconds.map((s): [string, string] => [
      'retry-after',
      dated ? new Date(served + s * 1000).toUTCString() : String(s),
    ]);
    if (dated) headers.push(['date', new Date(served).toUTCString()]);
    const asked = step.kind === 'answered' && step.status !== 200;
    return { ...step, headers, floorMs: asked ? Math.max(0, ...seconds) * 1000 : 0 };
  });
const scenarios = fc.record({
  script: fc.array(steps, { minLength: 1, maxLength: 6 }),
  attempts: fc.integer({ min: 1, max: 6 }),
  totalMs: fc.integer({ min: 0, max: 150_000 }),
  changes: fc.boolean(),
  abortAtMs: fc.option(fc.integer({ min: 0, max: 60_000 }), { freq: 8 }),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

function bodyOf({ status, body }: Step): string | ReadableStream {
  const text = status === 200 ? JSON.stringify(profile) : 'no';
  if (body === 'whole') return text;
  return new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{'));
      if (body === 'cut') stream.error(new TypeError('terminated'));
    },
  });
}

async function run({ script, attempts, totalMs, changes, abortAtMs }: Scenario) {
  const time = createVirtualTime(epoch);
  const sent: { startMs: number; endMs: number; step: Step; bytes: string }[] = [];
  const seen: ResponseEvent[] = [];
  const retries: ClientRetry[] = [];
  const controller = new AbortController();
  if (abortAtMs !== null) void time.sleep(abortAtMs).then(() => controller.abort(new Error('enough')));
  const client = createOutreachClient({
    ...time.clock,
    baseUrl: 'http://outreach.invalid',
    token: canary,
    timeoutMs,
    retry: { attempts, totalMs },
    signal: controller.signal,
    onRetry: (retry) => retries.push(retry),
    onResponse: (event) => seen.push(event),
    // After its end the last step of the script repeats.
    async fetch(url, init) {
      const step = script[Math.min(sent.length, script.length - 1)] ?? expect.unreachable('empty script');
      const bytes = `${init.method} ${url} ${typeof init.body === 'string' ? init.body : ''}`;
      const attempt = { startMs: time.now(), endMs: Number.NaN, step, bytes };
      sent.push(attempt);
      await time.sleep(step.kind === 'hang' ? 1e9 : step.afterMs, init.signal ?? undefined).finally(() => {
        attempt.endMs = time.now();
      });
      if (step.kind === 'reset') throw new TypeError('fetch failed');
      return new Response(bodyOf(step), { status: step.status, headers: step.headers });
    },
  });
  const call = changes
    ? client.senderProfiles.update(profile.uuid, { label: 'é' })
    : client.senderProfiles.get(profile.uuid);
  const outcome: unknown = await time.until(
    call.then(
      () => 'answered',
      (error: unknown) => error,
    ),
  );
  return { sent, seen, retries, outcome, tookMs: time.now() - epoch };
}

/** The error that matches the end of the last attempt. */
function expectedEnd({ kind, status, body }: Step): unknown {
  if (kind === 'hang') return { type: TimeoutError, status: null };
  if (kind === 'reset') return { type: NetworkError, status: null };
  if (status !== 200) return { type: status === 429 ? RateLimitError : StatusError, status };
  if (body === 'whole') return 'answered';
  return { type: body === 'cut' ? NetworkError : TimeoutError, status };
}

function actualEnd(outcome: unknown): unknown {
  if (outcome instanceof RateLimitError) return { type: RateLimitError, status: outcome.status };
  if (outcome instanceof StatusError) return { type: StatusError, status: outcome.status };
  if (outcome instanceof NetworkError) return { type: NetworkError, status: outcome.status };
  return outcome instanceof TimeoutError ? { type: TimeoutError, status: outcome.status } : outcome;
}

function passes({ kind, status, body }: Step, changes: boolean): boolean {
  if (kind === 'answered' && status === 429) return true;
  if (changes) return false;
  return kind !== 'answered' || [408, 502, 503, 504].includes(status) || (status === 200 && body !== 'whole');
}

describe('a client, for 10,000 scripts of statuses, headers, bodies whole, cut and stalled, and aborts', () => {
  test('begins no attempt before its floor, loses no status, and ends as declared', async () => {
    const met = { floors: 0, statuses: new Set<unknown>(), ends: new Set<string>(), retried: 0 };
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { sent, seen, retries, outcome, tookMs } = await run(scenario);
        const { attempts, totalMs, changes, abortAtMs } = scenario;
        for (const [index, next] of sent.slice(1).entries()) {
          const { step, endMs } = sent[index] ?? expect.unreachable('no attempt before');
          const ceiling = Math.min(30_000, 500 * 2 ** index);
          // If a limit is known, the calls of a client also keep to its pace.
          const isPaced = sent
            .slice(0, index + 1)
            .some((one) => one.step.status === 429 && one.step.headers.length > 0);
          const stalledMs = step.kind === 'answered' && step.status === 200 ? timeoutMs : 0;
          const gapMs = next.startMs - endMs;
          if (!passes(step, changes)) expect.unreachable(`sent again after ${JSON.stringify(step)}`);
          if (!(gapMs >= Math.max(step.floorMs, ceiling / 2))) expect.unreachable(`only ${gapMs} ms`);
          if (!isPaced && gapMs > Math.max(step.floorMs, ceiling) + stalledMs)
            expect.unreachable(`${gapMs} ms`);
          if (!(next.startMs - (sent[0]?.startMs ?? 0) <= totalMs)) expect.unreachable('too late');
          if (step.floorMs > ceiling) met.floors += 1;
        }
        expect(sent.length).toBeLessThanOrEqual(attempts);
        expect(new Set(sent.map(({ bytes }) => bytes)).size).toBeLessThanOrEqual(1);
        expect(retries.map(({ attempt }) => attempt)).toEqual(retries.map((_, index) => index + 1));
        if (outcome instanceof AbortError) expect(tookMs).toBe(abortAtMs);
        else {
          expect(seen.map(({ status }) => status)).toEqual(
            sent.map(({ step }) => (step.kind === 'answered' ? step.status : null)),
          );
          const last = sent.at(-1)?.step ?? expect.unreachable('nothing sent');
          expect(actualEnd(outcome)).toEqual(expectedEnd(last));
        }
        for (const { status } of seen) met.statuses.add(status);
        met.ends.add(outcome instanceof Error ? outcome.name : String(outcome));
        met.retried += sent.length > 2 ? 1 : 0;
      }),
      { numRuns: 10_000, seed: 20_261_121 },
    );
    expect(met.floors).toBeGreaterThan(500);
    expect(met.retried).toBeGreaterThan(500);
    expect(met.statuses).toEqual(new Set([200, 401, 404, 408, 429, 500, 502, 503, 504, null]));
    expect([...met.ends].toSorted()).toEqual(
      [
        'AbortError',
        'NetworkError',
        'RateLimitError',
        'StatusError',
        'TimeoutError',
        'answered',
        'NotFoundError',
        'UnauthorizedError',
      ].toSorted(),
    );
  });
});
