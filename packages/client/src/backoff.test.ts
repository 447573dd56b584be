/** Shows what `backOff` promises, in virtual time, for any script of answers. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backOff, defaultBackoffPolicy } from './index.ts';
import type { BackoffPolicy, BackoffRetry } from './index.ts';

type Answer =
  | { status: 200 }
  | { status: 429; retryAfter: string | null; date?: string; /** What the header means. */ floorMs: number };

const epoch = Date.UTC(2026, 10, 21, 12, 0, 0);

/** A clock that moves only during sleep or work, and that can abort at a given time. */
function virtualClock(abortAtMs: number | null = null) {
  const controller = new AbortController();
  let time = epoch;
  const moveTo = (to: number): void => {
    if (abortAtMs !== null && !controller.signal.aborted && to >= epoch + abortAtMs) {
      time = Math.max(time, epoch + abortAtMs);
      controller.abort(new Error('stopped by the test'));
      return;
    }
    time = to;
  };
  return {
    signal: controller.signal,
    now: () => time,
    work: (ms: number) => moveTo(time + ms),
    sleep: async (ms: number, late = 0): Promise<void> => {
      moveTo(time + ms + late);
      controller.signal.throwIfAborted();
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}

const limited = (answer: Answer) => (answer.status === 429 ? answer : null);
const seconds = fc
  .integer({ min: 0, max: 90 })
  .map((s): Answer => ({ status: 429, retryAfter: String(s), floorMs: s * 1000 }));
/** The server's clock may be off by hours: its own `Date` says what its `Retry-After` means. */
const dated = fc
  .record({ ahead: fc.integer({ min: -30, max: 90 }), skew: fc.integer({ min: -9e3, max: 9e3 }) })
  .map(({ ahead, skew }): Answer => ({
    status: 429,
    retryAfter: new Date(epoch + (skew + ahead) * 1000).toUTCString(),
    date: new Date(epoch + skew * 1000).toUTCString(),
    floorMs: Math.max(0, ahead * 1000),
  }));
const without = fc
  .constantFrom(null, '', 'soon', '-1', '1e9', '0x10', 'Infinity', '12;5', '2026-11-21')
  .map((retryAfter): Answer => ({ status: 429, retryAfter, floorMs: 0 }));
const answers = fc.oneof(
  { weight: 4, arbitrary: without },
  { weight: 2, arbitrary: seconds },
  { weight: 2, arbitrary: dated },
  { weight: 1, arbitrary: fc.constant<Answer>({ status: 200 }) },
);
const policies: fc.Arbitrary<BackoffPolicy> = fc.record({
  attempts: fc.integer({ min: 1, max: 12 }),
  baseDelayMs: fc.double({ min: 0.1, max: 5000, noNaN: true }),
  factor: fc.double({ min: 1.01, max: 10, noNaN: true }),
  maxDelayMs: fc.integer({ min: 5000, max: 60_000 }),
  totalMs: fc.integer({ min: 0, max: 300_000 }),
  retryAfterMaxMs: fc.integer({ min: 0, max: 90_000 }),
});
const scenarios = fc.record({
  script: fc.array(
    fc.record({
      answer: answers,
      tookMs: fc.integer({ min: 0, max: 3000 }),
      lateMs: fc.integer({ min: 0, max: 50 }),
    }),
    { minLength: 1, maxLength: 14 },
  ),
  policy: policies,
  jitter: fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs a script; after its end the last answer repeats. */
async function run({ script, policy, jitter }: Scenario, abortAtMs: number | null = null) {
  const clock = virtualClock(abortAtMs);
  const sent: { startMs: number; endMs: number; answer: Answer }[] = [];
  const retries: BackoffRetry[] = [];
  const step = (attempt: number) => script[Math.min(attempt, script.length) - 1] ?? fail('empty script');
  const outcome = await backOff<Answer>(
    async (attempt) => {
      expect(attempt).toBe(sent.length + 1);
      const startMs = clock.now();
      clock.work(step(attempt).tookMs);
      sent.push({ startMs, endMs: clock.now(), answer: step(attempt).answer });
      return step(attempt).answer;
    },
    {
      limited,
      policy,
      signal: clock.signal,
      onRetry: (retry) => retries.push(retry),
      sleep: (ms) => clock.sleep(ms, step(sent.length).lateMs),
      random: () => jitter.next().value,
      now: clock.now,
    },
  ).then(
    (value) => ({ ended: true as const, ...value }),
    (error: unknown) => ({ ended: false as const, error }),
  );
  return { outcome, sent, retries, clock };
}

/** Virtual times are sums of doubles near 1.8e12: addition loses this much precision. */
const grain = 0.01;

describe('backOff, for any script of answers', () => {
  test('no attempt begins before its floor, and each wait is within the bounds of the jitter', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { sent, retries } = await run(scenario);
        for (const [index, next] of sent.slice(1).entries()) {
          const before = sent[index] ?? fail('no attempt before');
          const floorMs = before.answer.status === 429 ? before.answer.floorMs : fail('retried a 200');
          const { baseDelayMs, factor, maxDelayMs } = scenario.policy;
          const ceiling = Math.min(maxDelayMs, baseDelayMs * factor ** index);
          const waited = next.startMs - before.endMs;
          expect(waited).toBeGreaterThanOrEqual(Math.max(floorMs, ceiling / 2) - grain);
          const announced = retries[index] ?? fail('onRetry was not called');
          expect(announced.attempt).toBe(index + 1);
          expect(announced.delayMs).toBeLessThanOrEqual(Math.max(floorMs, ceiling));
          expect(waited).toBeGreaterThanOrEqual(announced.delayMs - grain);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('there are never more attempts, and none begins later, than declared', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { outcome, sent } = await run(scenario);
        const [first, last] = [sent[0] ?? fail('nothing sent'), sent.at(-1) ?? fail('nothing sent')];
        expect(sent.length).toBeLessThanOrEqual(scenario.policy.attempts);
        expect(last.startMs - first.startMs).toBeLessThanOrEqual(scenario.policy.totalMs + grain);
        expect(outcome).toMatchObject({ ended: true, attempts: sent.length, answer: last.answer });
      }),
      { numRuns: 500 },
    );
  });

  test('it gives up only for the reason it names', async () => {
    const seen = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { outcome, sent, clock } = await run(scenario);
        if (!outcome.ended) fail(`threw ${String(outcome.error)}`);
        const { gaveUp } = outcome;
        seen.add(gaveUp);
        const { attempts, totalMs, retryAfterMaxMs, maxDelayMs } = scenario.policy;
        const last = sent.at(-1)?.answer ?? fail('nothing sent');
        const floorMs = last.status === 429 ? last.floorMs : 0;
        const spentMs = clock.now() - (sent[0]?.startMs ?? Number.NaN);
        expect(gaveUp === null).toBe(last.status === 200);
        expect(gaveUp === 'attempts').toBe(last.status === 429 && sent.length === attempts);
        expect(gaveUp !== 'retry-after' || floorMs > retryAfterMaxMs).toBe(true);
        expect(gaveUp !== 'time' || spentMs + Math.max(maxDelayMs, floorMs) > totalMs - grain).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(seen).toEqual(new Set([null, 'attempts', 'time', 'retry-after']));
  });

  test('an abort ends it with the reason of the signal, and nothing is sent after it', async () => {
    let aborted = 0;
    await fc.assert(
      fc.asyncProperty(scenarios, fc.integer({ min: 0, max: 20_000 }), async (scenario, abortAtMs) => {
        const { outcome, sent, clock } = await run(scenario, abortAtMs);
        for (const { startMs } of sent) expect(startMs - epoch).toBeLessThanOrEqual(abortAtMs);
        const { reason } = clock.signal;
        const ended = outcome.ended ? outcome.gaveUp : outcome.error;
        // If it was not cut off, it ended before the abort, or with an answer that is not a 429.
        expect(clock.signal.aborted ? [null, reason] : [null, 'attempts', 'time', 'retry-after']).toContain(
          ended,
        );
        aborted += outcome.ended ? 0 : 1;
        expect(outcome.ended || clock.now() - epoch === abortAtMs).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(aborted).toBeGreaterThan(50);
  });
});

describe('backOff, by example', () => {
  const tooMany = { status: 429, retryAfter: null, floorMs: 0 } as const;
  const always = async (): Promise<Answer> => tooMany;

  test('waits 250 to 500, 500 to 1000, 1000 to 2000 and 2000 to 4000 ms by default', async () => {
    for (const [random, expected] of [
      [0, [250, 500, 1000, 2000]],
      [1 - 2 ** -30, [500, 1000, 2000, 4000]],
    ] as const) {
      const clock = virtualClock();
      const delays: number[] = [];
      const outcome = await backOff(always, {
        limited,
        sleep: (ms) => clock.sleep(ms),
        now: clock.now,
        random: () => random,
        onRetry: ({ delayMs }) => delays.push(Math.round(delayMs)),
      });
      expect(delays).toEqual(expected);
      expect(outcome).toEqual({ answer: tooMany, attempts: 5, gaveUp: 'attempts' });
    }
  });

  test('an abort ends a wait at once, also where the wait does not listen to the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const waiting = backOff(always, {
      limited,
      signal: controller.signal,
      sleep: () => new Promise<void>(() => {}),
      onRetry: () => queueMicrotask(() => controller.abort(reason)),
    });
    await expect(waiting).rejects.toBe(reason);
  });

  test('a signal that is already aborted sends nothing', async () => {
    let sent = 0;
    const sending = backOff(async () => ((sent += 1), tooMany), {
      limited,
      signal: AbortSignal.abort('stop'),
    });
    await expect(sending).rejects.toBe('stop');
    expect(sent).toBe(0);
  });

  test('what is thrown by an attempt is passed on and not tried again', async () => {
    let sent = 0;
    const failing = async (): Promise<Answer> => {
      sent += 1;
      throw new TypeError('connection lost');
    };
    await expect(backOff(failing, { limited })).rejects.toThrow('connection lost');
    expect(sent).toBe(1);
  });

  test('a clock that is set back does not lengthen the whole', async () => {
    const waits: number[] = [];
    let time = epoch;
    const outcome = await backOff(always, {
      limited,
      policy: { attempts: 1000, totalMs: 60_000 },
      now: () => (time -= 3_600_000),
      sleep: async (ms) => void waits.push(ms),
    });
    expect(outcome.gaveUp).toBe('time');
    expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(60_000);
  });

  test.each([
    [{ attempts: 0 }, 'retry.attempts must be a whole number from 1 to 2147483647, not 0'],
    [{ attempts: 2.5 }, 'attempts must be'],
    [{ baseDelayMs: 0 }, 'retry.baseDelayMs must be a number from 0.001 to 2147483647, not 0'],
    [{ factor: 1 }, 'retry.factor must be a number from 1.01 to 2147483647, not 1'],
    [{ factor: Number.NaN }, 'factor must be'],
    [{ maxDelayMs: 499 }, 'retry.maxDelayMs must be a number from 500 to 2147483647, not 499'],
    [{ totalMs: -1 }, 'totalMs must be'],
    [{ totalMs: 2 ** 31 }, 'totalMs must be'],
    [{ retryAfterMaxMs: Number.POSITIVE_INFINITY }, 'retryAfterMaxMs must be'],
  ])('refuses the policy %o', async (policy, message) => {
    await expect(backOff(always, { limited, policy })).rejects.toThrow(message);
  });

  test('the default policy is as documented and cannot be changed', () => {
    expect(defaultBackoffPolicy).toEqual({
      attempts: 5,
      baseDelayMs: 500,
      factor: 2,
      maxDelayMs: 30_000,
      totalMs: 120_000,
      retryAfterMaxMs: 60_000,
    });
    expect(Object.isFrozen(defaultBackoffPolicy)).toBe(true);
  });
});
