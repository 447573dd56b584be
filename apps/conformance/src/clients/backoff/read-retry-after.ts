/** Reads `Retry-After` (RFC 9110, 10.2.3): whole seconds, or one of the three forms of an HTTP date. */
import { dateFromHttp } from './http-date.ts';
import type { RetryAfter } from './retry-sequence.ts';

/** What is known of the answer that a `Retry-After` came with. */
export interface AnswerTimes {
  readonly answeredAt: number;
  /** The `Date` of the answer; null where it had none. */
  readonly date: string | null;
  /** The time since 1970 at which the clock of `answeredAt` began; null where that is not known. */
  readonly epoch: number | null;
}

/**
 * Reads a `Retry-After`; null where it is a date and nothing tells when that is. A client may measure a date by its own
 * clock, or by that of the server: the earlier of the two counts.
 */
export function readRetryAfter(text: string, { answeredAt, date, epoch }: AnswerTimes): RetryAfter | null {
  const value = text.trim();
  if (/^\d+$/.test(value)) return { kind: 'seconds', seconds: Number(value) };
  const sent = date === null ? null : dateFromHttp(date.trim());
  const told = dateFromHttp(value);
  if (told === null) return { kind: 'malformed', text };
  const byServer = sent === null ? Infinity : answeredAt + told - sent;
  const byClient = epoch === null ? Infinity : told - epoch;
  const at = Math.min(byServer, byClient);
  return at === Infinity ? null : { kind: 'date', at };
}
