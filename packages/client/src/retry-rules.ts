/** The one place that decides, from an attempt and how it ended, whether there may be another. */
import type { CallUnderWay } from './attempt.ts';
import type { BackoffPolicy } from './backoff-policy.ts';
import type { OutreachError } from './errors.ts';
import { isLasting } from './lasting-failure.ts';

/** How often, how far apart and after what requests are retried. */
export interface RetryRules extends BackoffPolicy {
  /** The methods of requests that may be sent twice. A 429 is retried whatever the method. */
  methods: readonly string[];
  /** The statuses that may pass, besides 429. */
  statuses: readonly number[];
  /** Whether another attempt is made if no answer came, or none in time. */
  networkErrors: boolean;
  /** Whether a webhook test that is answered 429 is retried; the answer may be the target's own. */
  webhookTests: boolean;
  /** The maximum that is added to a `Retry-After`, at random, in milliseconds; 12 times `baseDelayMs` if not given. */
  spreadMs?: number | undefined;
}

/** A method that may be sent twice without doing more than once. */
export type RepeatableMethod = 'GET' | 'PUT' | 'DELETE';

/**
 * Determines whether another attempt of a call may be made.
 *
 * @param error - how the last one ended if no complete answer came
 */
export function mayTryAgain(
  { method, isWebhookTest, response }: CallUnderWay,
  error: OutreachError | null,
  { methods, statuses, networkErrors, webhookTests }: RetryRules,
): boolean {
  const { status = 0 } = response ?? {};
  if (!error && status === 429) return !isWebhookTest || webhookTests;
  return (
    methods.includes(method) && (error ? networkErrors && !isLasting(error.cause) : statuses.includes(status))
  );
}
