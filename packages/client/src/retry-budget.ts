/** A budget of retries that all calls of a client share, so that many of them do not hammer a limited service. */

/** Retries that may still be spent. */
export interface RetryBudget {
  /** Spends one; false where none is left. */
  spend: () => boolean;
  /** A call got through: one comes back, up to the size. */
  refill: () => void;
}

/**
 * Makes a budget of `size` retries. How clients share a limit is left open (section "Limits").
 *
 * @throws RangeError where the size is no whole number of at least 0 (or Infinity)
 */
export function createRetryBudget(size: number): RetryBudget {
  if (!(size >= 0 && Math.floor(size) === size)) {
    throw new RangeError(`retry.budget must be a whole number of at least 0, or Infinity, not ${size}`);
  }
  let left = size;
  return {
    spend: () => left > 0 && left-- > 0,
    refill() {
      left = Math.min(size, left + 1);
    },
  };
}
