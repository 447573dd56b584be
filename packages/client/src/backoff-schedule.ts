/** The waits between the attempts of one call. */
import type { BackoffPolicy } from './backoff-policy.ts';

/** Why a 429 was not tried again; `budget`: the retries that calls share are used up. */
export type RetryEnd = 'attempts' | 'time' | 'retry-after' | 'budget';

/** Says how long to wait before another attempt, or why there is none. */
export interface BackoffSchedule {
  /**
   * The wait after an attempt, in milliseconds.
   *
   * @param retryAfterMs - what `Retry-After` asks for: a floor, 0 without one
   * @param leastMs - a further floor
   */
  next: (attempt: number, retryAfterMs: number, leastMs: number) => number | RetryEnd;
  /** Whether it is too late for an attempt once all of that was waited for. */
  isOver: () => boolean;
}

/** What a schedule is made of. */
export interface ScheduleOptions {
  retry: BackoffPolicy;
  /** How long after the start another attempt may begin, besides the policy's `totalMs`. */
  deadlineMs: number;
  now: () => number;
  random: () => number;
  /** The retries that calls share; asked last. */
  budget: { spend: () => boolean };
}

/**
 * Makes the schedule of one call: exponential, with equal jitter.
 *
 * @param start - when the first attempt began
 */
export function createSchedule(
  { retry, deadlineMs, now, random, budget }: ScheduleOptions,
  start: number,
): BackoffSchedule {
  let allMs = 0;
  // The sum of the waits counts too: a clock that is set back must not lengthen the whole.
  const isTooLate = (ms: number): boolean =>
    Math.max(now() - start, allMs) + ms > Math.min(retry.totalMs, deadlineMs);
  return {
    next(attempt, retryAfterMs, leastMs) {
      if (attempt >= retry.attempts) return 'attempts';
      if (retryAfterMs > retry.retryAfterMaxMs) return 'retry-after';
      const ceiling = Math.min(retry.maxDelayMs, retry.baseDelayMs * retry.factor ** (attempt - 1));
      const ms = Math.max((ceiling / 2) * (1 + random()), retryAfterMs, leastMs);
      if (isTooLate(ms)) return 'time';
      if (!budget.spend()) return 'budget';
      allMs += ms;
      return ms;
    },
    // A timer may come late (a suspended laptop): the declared time holds all the same.
    isOver: () => isTooLate(0),
  };
}
