/** Reads `Retry-After` (RFC 9110, 10.2.3): whole seconds, or one of the three forms of an HTTP date. */
import { dateFromHttp } from './http-date.ts';
import type { RetryAfter } from '@outreach-api/model/backoff/retry-sequence';

/** What is known about the answer that carried a `Retry-After`. */
export interface AnswerTimes {
  readonly answeredAt: number;
  /** The `Date` of the answer; null if it had none. */
  readonly date: string | null;
  /** The time since 1970 at which the clock of `answeredAt` began; null if unknown. */
  readonly epoch: number | null;
}

/**
 * Reads a `Retry-After`; null if it is a date and there is no clock to relate it to. A client may measure a date by its
 * own clock or by the server's: the earlier of the two counts.
 */
export function readRetryAfter(text: string, { answeredAt, date, epoch }: AnswerTimes): RetryAfter | null {
  const value = text.trim();
  if (/^\d+$/.test(value)) return { kind: 'seconds', seconds: Number(value) };
  const sent = date === null ? null : dateFromHttp(date.trim());
  const stated = dateFromHttp(value);
  if (stated === null) return { kind: 'malformed', text };
  const byServer = sent === null ? Infinity : answeredAt + stated - sent;
  const byClient = epoch === null ? Infinity : stated - epoch;
  const at = Math.min(byServer, byClient);
  return at === Infinity ? null : { kind: 'date', at };
}
