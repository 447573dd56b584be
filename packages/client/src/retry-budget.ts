/** A budget of retries that all calls of a client share, so that many of them do not hammer a limited service. */
import { checkNumber } from './check-number.ts';

/** Retries that may still be spent. */
export interface RetryBudget {
  /** Spends one; false if none is left. */
  spend: () => boolean;
  /** A call was not limited in the end: one comes back, up to the size. */
  refill: () => void;
}

/**
 * Creates a budget of `size` retries. One comes back with each call that gets through, and one with each second:
 * consecutive calls, each limited for a while, never use it up.
 *
 * @param now - the time in milliseconds
 * @throws RangeError if the size is not a whole number of at least 0 (or Infinity)
 */
export function createRetryBudget(size: number, now: () => number): RetryBudget {
  let left = checkNumber('retry.budget', size, 0, true, Infinity);
  let at = now();
  const add = (count: number): void => {
    left = Math.min(size, left + count);
  };
  return {
    spend() {
      const time = now();
      add(Math.max(0, time - at) / 1000);
      at = time;
      return left >= 1 && left-- >= 1;
    },
    refill: () => add(1),
  };
}
