/** How often, how long and how far apart requests are tried again after a 429. */

/** The limits of a backoff. All times are in milliseconds. */
export interface BackoffPolicy {
  /** How many attempts are made at most, the first included. A whole number, at least 1. */
  attempts: number;
  /** The longest wait after the first attempt. Above 0. */
  baseDelayMs: number;
  /** What the wait is multiplied by from attempt to attempt. Above 1. */
  factor: number;
  /** The longest wait between two attempts, `Retry-After` apart. At least `baseDelayMs`. */
  maxDelayMs: number;
  /** How long after the first attempt another may still begin. */
  totalMs: number;
  /** A `Retry-After` above this is not waited for: the 429 is handed back. */
  retryAfterMaxMs: number;
}

/** What a timer can hold; a longer time would fire at once. */
export const mostMs = 2 ** 31 - 1;

/** 5 attempts, 500 ms doubling up to 30 s, 120 s in all; a `Retry-After` above 60 s is given up. */
export const defaultBackoffPolicy: BackoffPolicy = /* @__PURE__ */ Object.freeze({
  attempts: 5,
  baseDelayMs: 500,
  factor: 2,
  maxDelayMs: 30_000,
  totalMs: 120_000,
  retryAfterMaxMs: 60_000,
});

/**
 * Completes a policy, and refuses one that is no exponential backoff or that could never end (section "Errors").
 *
 * @throws RangeError that names the field, the value and what is allowed
 */
export function completePolicy(
  given: { [Field in keyof BackoffPolicy]?: BackoffPolicy[Field] | undefined } = {},
  defaults: BackoffPolicy = defaultBackoffPolicy,
): BackoffPolicy {
  const read = (field: keyof BackoffPolicy, holds: (value: number) => boolean, allowed: string): number => {
    const value = given[field] ?? defaults[field];
    // Infinity and NaN are nowhere allowed: a backoff has to end, and a timer holds no more than 31 bits.
    if (value <= mostMs && holds(value)) return value;
    throw new RangeError(`retry: ${field} must be ${allowed}, not ${value}`);
  };
  const baseDelayMs = read('baseDelayMs', (ms) => ms > 0, 'a number above 0');
  return {
    attempts: read('attempts', (count) => count >= 1 && count % 1 === 0, 'a whole number of at least 1'),
    baseDelayMs,
    factor: read('factor', (factor) => factor > 1, 'a number above 1'),
    maxDelayMs: read('maxDelayMs', (ms) => ms >= baseDelayMs, 'at least baseDelayMs'),
    totalMs: read('totalMs', (ms) => ms >= 0, 'a number of at least 0'),
    retryAfterMaxMs: read('retryAfterMaxMs', (ms) => ms >= 0, 'a number of at least 0'),
  };
}
