/** The waits between the attempts of one call. */
import type { BackoffPolicy } from './backoff-policy.ts';

/** Why a 429 was not retried; `budget`: the shared retries are used up. */
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
  /** Whether it would be too late for an attempt after this wait. */
  isOver: () => boolean;
}

/** The parts of a schedule. */
export interface ScheduleOptions {
  retry: BackoffPolicy;
  /** How long after the start another attempt may start, besides the policy's `totalMs`. */
  deadlineMs: number;
  now: () => number;
  random: () => number;
  /** The retries that calls share; checked last. */
  budget: { spend: () => boolean };
}

/**
 * Creates the schedule of one call: exponential, with equal jitter.
 *
 * @param start - when the first attempt started
 */
export function createSchedule(
  { retry, deadlineMs, now, random, budget }: ScheduleOptions,
  start: number,
): BackoffSchedule {
  let allMs = 0;
  // The sum of the waits counts too: a clock that is set back must not lengthen the total.
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
    // A timer may fire late (a suspended laptop): the declared time still holds.
    isOver: () => isTooLate(0),
  };
}
