/** The one place that decides, of an attempt and how it ended, whether there may be another. */
import type { Answer, Ended } from './attempt.ts';
import type { LimitedAnswer } from './backoff.ts';
import { isLasting } from './lasting-failure.ts';

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
  /** The most that is added to a `Retry-After`, at random, in milliseconds. */
  spreadMs: number;
}

/** A method that may be sent twice without doing more than once. */
export type RepeatableMethod = 'GET' | 'PUT' | 'DELETE';

/** What the request was for. */
export interface Purpose {
  method: string;
  /** Whether the answer may be that of a webhook's target, which the service hands on. */
  isWebhookTest: boolean;
}

/** Tells what the end of an attempt says of another one: what it asks to wait, or null where there is none. */
export function mayTryAgain(
  ended: Ended<Answer>,
  { method, isWebhookTest }: Purpose,
  { methods, statuses, networkErrors, webhookTests }: RetryRules,
): LimitedAnswer | null {
  const isRepeatable = methods.some((one) => one === method);
  if ('thrown' in ended) {
    const passes = isRepeatable && networkErrors && !isLasting(ended.thrown);
    return passes ? { retryAfter: null } : null;
  }
  const { status, headers } = ended.value.response;
  const passes = status === 429 ? !isWebhookTest || webhookTests : isRepeatable && statuses.includes(status);
  return passes ? { retryAfter: headers.get('retry-after'), date: headers.get('date') } : null;
}
