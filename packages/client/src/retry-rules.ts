/** The one place that decides, of an attempt and how it ended, whether there may be another. */
import type { Answered, Unanswered } from './attempt.ts';
import type { LimitedAnswer } from './backoff.ts';

/** What is tried again besides a 429. */
export interface RetryRules {
  /** The methods of requests that may be sent twice. A 429 is tried again whatever the method. */
  methods: readonly RepeatableMethod[];
  /** The statuses that may pass, besides 429. */
  statuses: readonly number[];
  /** Whether another attempt is made where no answer came, or none in time. */
  networkErrors: boolean;
  /** Whether a webhook test that is answered 429 is tried again; the answer may be the target's own. */
  webhookTests: boolean;
}

/** A method that may be sent twice without doing more than once. */
export type RepeatableMethod = 'GET' | 'PUT' | 'DELETE';

/** What the request was for. */
export interface Purpose {
  method: string;
  /** Whether the answer may be that of a webhook's target, which the service hands on. */
  isWebhookTest: boolean;
}

/**
 * Tells what the end of an attempt says of another one: what it asks to wait, or null where there is none.
 *
 * @param lasts - tells of what `fetch` threw whether it would be thrown again
 */
export function mayTryAgain(
  ended: Answered | Unanswered,
  { method, isWebhookTest }: Purpose,
  rules: RetryRules,
  lasts: (thrown: unknown) => boolean,
): LimitedAnswer | null {
  const repeatable = rules.methods.some((one) => one === method);
  if ('timedOut' in ended) {
    const passes = ended.timedOut || !lasts(ended.thrown);
    return rules.networkErrors && repeatable && passes ? { retryAfter: null } : null;
  }
  const { status, headers } = ended.response;
  const passes =
    status === 429 ? !isWebhookTest || rules.webhookTests : repeatable && rules.statuses.includes(status);
  return passes ? { retryAfter: headers.get('retry-after'), date: headers.get('date') } : null;
}
