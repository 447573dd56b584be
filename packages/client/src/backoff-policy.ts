/** How often, how long and how far apart requests are retried after a 429. */
import { checkNumber } from './check-number.ts';
import { givenOf } from './given-of.ts';

/** The limits of a backoff. All times are in milliseconds, at most 2147483647. */
export interface BackoffPolicy {
  /** The maximum number of attempts, including the first. A whole number, at least 1. */
  attempts: number;
  /** The longest wait after the first attempt. At least 0.001. */
  baseDelayMs: number;
  /** What the wait is multiplied by from attempt to attempt. At least 1.01. */
  factor: number;
  /** The longest wait between two attempts, except for `Retry-After`. At least `baseDelayMs`. */
  maxDelayMs: number;
  /** How long after the first attempt another may still start. */
  totalMs: number;
  /** A longer `Retry-After` is not waited for: the 429 is returned. */
  retryAfterMaxMs: number;
}

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
 * Completes a policy, and rejects one that is not an exponential backoff or that could never end (section "Errors").
 *
 * @throws TypeError for a field that does not exist; RangeError that names the field, the value and what is allowed
 */
export function completePolicy<Policy extends BackoffPolicy & { spreadMs?: number | undefined }>(
  given: { [Field in keyof BackoffPolicy]?: BackoffPolicy[Field] | undefined },
  defaults: Policy,
): Policy {
  const policy = { ...defaults, ...givenOf('retry', given, Object.keys(defaults)) };
  const check = (field: keyof BackoffPolicy | 'spreadMs', least: number): unknown =>
    checkNumber(`retry.${field}`, policy[field], least, field === 'attempts');
  check('attempts', 1);
  check('baseDelayMs', 0.001);
  check('factor', 1.01);
  check('maxDelayMs', policy.baseDelayMs);
  check('totalMs', 0);
  check('retryAfterMaxMs', 0);
  check('spreadMs', 0);
  return policy;
}
