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

/** 5 attempts, 500 ms doubling up to 30 s, 120 s in all; a `Retry-After` above 60 s is given up. */
export const defaultBackoffPolicy: BackoffPolicy = Object.freeze({
  attempts: 5,
  baseDelayMs: 500,
  factor: 2,
  maxDelayMs: 30_000,
  totalMs: 120_000,
  retryAfterMaxMs: 60_000,
});

/**
 * Refuses a policy that is no exponential backoff or that could never end (section "Errors").
 *
 * @throws RangeError that names the field, the value and what is allowed
 */
export function assertBackoffPolicy(policy: BackoffPolicy): void {
  const { attempts, baseDelayMs, factor, maxDelayMs, totalMs, retryAfterMaxMs } = policy;
  const demand = (field: keyof BackoffPolicy, holds: boolean, allowed: string): void => {
    if (!holds) throw new RangeError(`Backoff policy: ${field} must be ${allowed}, not ${policy[field]}`);
  };
  demand('attempts', Number.isSafeInteger(attempts) && attempts >= 1, 'a whole number of at least 1');
  demand('baseDelayMs', Number.isFinite(baseDelayMs) && baseDelayMs > 0, 'a number above 0');
  demand('factor', Number.isFinite(factor) && factor > 1, 'a number above 1');
  demand('maxDelayMs', Number.isFinite(maxDelayMs) && maxDelayMs >= baseDelayMs, 'at least baseDelayMs');
  demand('totalMs', Number.isFinite(totalMs) && totalMs >= 0, 'a number of at least 0');
  demand(
    'retryAfterMaxMs',
    Number.isFinite(retryAfterMaxMs) && retryAfterMaxMs >= 0,
    'a number of at least 0',
  );
}
