/**
 * Exponential backoff after a 429, for any transport.
 *
 * The description says that clients retrying after 429 use exponential backoff (section "Errors"); how many
 * tries, which caps and what jitter it leaves open.
 */
import { completePolicy, defaultBackoffPolicy } from './backoff-policy.ts';
import type { BackoffPolicy } from './backoff-policy.ts';
import { createSchedule } from './backoff-schedule.ts';
import type { RetryEnd } from './backoff-schedule.ts';
import { parseRetryAfter } from './retry-after.ts';
import { inTime } from './in-time.ts';
import { sleep as timerSleep } from './sleep.ts';

/** What an answer that was refused by the rate limit says about when to come back. */
export interface LimitedAnswer {
  /** The `Retry-After` header as it came, or null where there is none. */
  retryAfter: string | null;
  /**
   * The `Date` header as it came. With it, a `Retry-After` that is a date is measured by the server's clock;
   * without it, by the clock of this machine.
   */
  date?: string | null;
}

/** A wait that is about to begin. */
export interface BackoffRetry {
  /** The number of the attempt that was just limited; the first is 1. */
  attempt: number;
  /** How long the wait is at the least, in milliseconds. */
  delayMs: number;
  /** What `Retry-After` asked for, in milliseconds; null where it was missing or unreadable. */
  retryAfterMs: number | null;
}

/** What {@link backOff} needs to know; only `limited` is required. */
export interface BackoffOptions<Answer> {
  /** Tells whether an answer is a 429, and what its headers ask for; null where it is no 429. */
  limited(answer: Answer): LimitedAnswer | null;
  /** What differs from {@link defaultBackoffPolicy}. */
  policy?: Partial<BackoffPolicy>;
  /** Ends a wait at once; what is thrown is the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Asked right before each wait; false gives up. How calls share a budget of retries. */
  mayRetry?: (() => boolean) | undefined;
  /** Told of each wait before it begins. */
  onRetry?: ((retry: BackoffRetry) => void) | undefined;
  /** Waits for so many milliseconds. Default: timers. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A number from 0 to below 1. Default: `Math.random`. */
  random?: () => number;
  /** The time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
}

/**
 * Why {@link backOff} handed back an answer that is still a 429; null where the answer is none. `budget`: `mayRetry`
 * said no.
 */
export type BackoffGaveUp = RetryEnd | null;

/** The last answer, after how many attempts it came, and why no further one was made. */
export interface BackoffOutcome<Answer> {
  answer: Answer;
  attempts: number;
  gaveUp: BackoffGaveUp;
}

/**
 * Sends, and sends again while the answer is a 429: exponential backoff with equal jitter, and `Retry-After`
 * (RFC 9110, 10.2.3) as a floor that is never undercut. Stands on the section "Errors".
 *
 * The wait after attempt n lies between half of and the whole of `baseDelayMs * factor ** (n - 1)`, capped at
 * `maxDelayMs`, or is what `Retry-After` asks for where that is longer. No attempt begins later than `totalMs`
 * after the first; how long an attempt takes is up to `send`.
 *
 * @example
 * ```ts
 * const { answer, attempts } = await backOff(() => fetch(url), {
 *   limited: (answer) =>
 *     answer.status === 429 ? { retryAfter: answer.headers.get('retry-after') } : null,
 * });
 * ```
 *
 * @param send - makes one attempt; it gets the attempt's number, the first is 1
 * @returns the last answer; it is still a 429 where `gaveUp` is not null
 * @throws RangeError where the policy makes no sense
 * @throws the signal's reason where it aborts before an attempt or during a wait; whatever `send` throws
 */
export async function backOff<Answer>(
  send: (attempt: number) => Promise<Answer>,
  options: BackoffOptions<Answer>,
): Promise<BackoffOutcome<Answer>> {
  const { signal, now = Date.now, random = Math.random, sleep = timerSleep } = options;
  const retry = completePolicy(options.policy, defaultBackoffPolicy);
  const budget = { spend: () => options.mayRetry?.() !== false };
  const schedule = createSchedule({ retry, deadlineMs: Infinity, now, random, budget }, now());

  signal?.throwIfAborted();
  for (let attempt = 1; ; attempt++) {
    const answer = await send(attempt);
    const outcome = (gaveUp: BackoffGaveUp) => ({ answer, attempts: attempt, gaveUp });
    const limit = options.limited(answer);
    if (limit === null) return outcome(null);
    signal?.throwIfAborted();
    const retryAfterMs = parseRetryAfter(limit.retryAfter, limit.date, now());
    const delayMs = schedule.next(attempt, retryAfterMs ?? 0, 0);
    if (typeof delayMs === 'string') return outcome(delayMs);
    options.onRetry?.({ attempt, delayMs, retryAfterMs });
    await inTime(async () => sleep(delayMs, signal), signal);
    signal?.throwIfAborted();
    if (schedule.isOver()) return outcome('time');
  }
}
