/**
 * Exponential backoff after a 429, for any transport.
 *
 * The description says that clients retrying after 429 use exponential backoff (section "Errors"); it leaves open how
 * many attempts, which caps and what jitter.
 */
import { completePolicy, defaultBackoffPolicy } from './backoff-policy.ts';
import type { BackoffPolicy } from './backoff-policy.ts';
import { createSchedule } from './backoff-schedule.ts';
import type { RetryEnd } from './backoff-schedule.ts';
import { parseRetryAfter } from './retry-after.ts';
import { inTime } from './in-time.ts';
import { sleep as timerSleep } from './sleep.ts';

/** What a rate-limited answer says about when to come back. */
export interface LimitedAnswer {
  /** The `Retry-After` header as it came, or null if there is none. */
  retryAfter: string | null;
  /**
   * The `Date` header as it came. With it, a `Retry-After` that is a date is measured by the server's clock;
   * without it, by the clock of this machine.
   */
  date?: string | null;
}

/** A wait that is about to start. */
export interface BackoffRetry {
  /** The number of the attempt that was just limited; the first is 1. */
  attempt: number;
  /** The minimum wait, in milliseconds. */
  delayMs: number;
  /** What `Retry-After` asked for, in milliseconds; null if it was missing or unreadable. */
  retryAfterMs: number | null;
}

/** The options of {@link backOff}; only `limited` is required. */
export interface BackoffOptions<Answer> {
  /** Says whether an answer is a 429, and what its headers ask for; null if it is not a 429. */
  limited(answer: Answer): LimitedAnswer | null;
  /** What differs from {@link defaultBackoffPolicy}. */
  policy?: Partial<BackoffPolicy>;
  /** Ends a wait at once; the signal's reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Called right before each wait; false gives up. This is how calls share a budget of retries. */
  mayRetry?: (() => boolean) | undefined;
  /** Called before each wait. */
  onRetry?: ((retry: BackoffRetry) => void) | undefined;
  /** Waits for this many milliseconds. Default: timers. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A number from 0 to below 1. Default: `Math.random`. */
  random?: () => number;
  /** The time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
}

/**
 * Why {@link backOff} returned an answer that is still a 429; null if it is none. `budget`: `mayRetry` returned false.
 */
export type BackoffGaveUp = RetryEnd | null;

/** The last answer, the number of attempts it took, and why no further one was made. */
export interface BackoffOutcome<Answer> {
  answer: Answer;
  attempts: number;
  gaveUp: BackoffGaveUp;
}

/**
 * Sends, and sends again while the answer is a 429: exponential backoff with equal jitter, and `Retry-After`
 * (RFC 9110, 10.2.3) as a floor that is never undercut. Based on the section "Errors".
 *
 * The wait after attempt n lies between half of and the whole of `baseDelayMs * factor ** (n - 1)`, capped at
 * `maxDelayMs`, or is what `Retry-After` asks for if that is longer. No attempt starts later than `totalMs`
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
 * @returns the last answer; it is still a 429 if `gaveUp` is not null
 * @throws RangeError if the policy makes no sense
 * @throws the signal's reason if it aborts before an attempt or during a wait; whatever `send` throws
 */
export async function backOff<Answer>(
  send: (attempt: number) => Promise<Answer>,
  options: BackoffOptions<Answer>,
): Promise<BackoffOutcome<Answer>> {
  const { signal, now = Date.now, random = Math.random, sleep = timerSleep } = options;
  const retry = completePolicy(options.policy ?? {}, defaultBackoffPolicy);
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
    await inTime(async () => sleep(delayMs, signal), signal ? [signal] : []);
    signal?.throwIfAborted();
    if (schedule.isOver()) return outcome('time');
  }
}
