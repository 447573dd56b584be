/** The retries of a call that makes one request. */
import { retriesOfCall } from '../backoff/find-retries.ts';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import type { DriverCall } from '../driver-call.ts';

/** The retries of a call that makes one request; a walk shows none. */
export function retriesOf({ call, exchanges, outcome }: DriverCall): readonly RetrySequence[] {
  if (call === 'webhooks.all') return [];
  // The answers of scenarios carry the time themselves.
  return retriesOfCall({ exchanges, epoch: null }, outcome.kind === 'no answer').sequences;
}
