/** The one place that decides, of an attempt and how it ended, whether there may be another. */
import type { Answer } from './attempt.ts';
import type { BackoffPolicy } from './backoff-policy.ts';
import type { OutreachError } from './errors.ts';
import { isLasting } from './lasting-failure.ts';

/** How often, how far apart and after what requests are tried again. */
export interface RetryRules extends BackoffPolicy {
  /** The methods of requests that may be sent twice. A 429 is tried again whatever the method. */
  methods: readonly string[];
  /** The statuses that may pass, besides 429. */
  statuses: readonly number[];
  /** Whether another attempt is made where no answer came, or none in time. */
  networkErrors: boolean;
  /** Whether a webhook test that is answered 429 is tried again; the answer may be the target's own. */
  webhookTests: boolean;
  /** The most that is added to a `Retry-After`, at random, in milliseconds. */
  spreadMs: number;
}

/** A method that may be sent twice without doing more than once. */
export type RepeatableMethod = 'GET' | 'PUT' | 'DELETE';

/** Tells whether another attempt of a call may be made after one that ended so. */
export function mayTryAgain(
  { method, isWebhookTest }: { method: string; isWebhookTest: boolean },
  ended: Answer | OutreachError,
  { methods, statuses, networkErrors, webhookTests }: RetryRules,
): boolean {
  const isRepeatable = methods.includes(method);
  if (!('body' in ended)) return isRepeatable && networkErrors && !isLasting(ended.cause);
  const { status } = ended.response;
  return status === 429 ? !isWebhookTest || webhookTests : isRepeatable && statuses.includes(status);
}
