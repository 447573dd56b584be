/** Compares dates of records, however they are written. */
import { asStored, isBefore, parseDateTime } from './date-time.ts';

/**
 * Whether a date of a record is before another, by more than the way they are written can explain. False if one of them
 * is not a date, or if only one states its offset from UTC: then they cannot be compared.
 *
 * @param slackMs - how far before it may be all the same
 */
export function isDateBefore(earlier: unknown, later: unknown, slackMs = 0): boolean {
  const [a, b] = [parseDateTime(earlier), parseDateTime(later)];
  if (a === null || b === null || a.zoned !== b.zoned) return false;
  return isBefore({ ...asStored(a), at: a.at + slackMs }, asStored(b));
}

/** The date moved by some hours, with an offset from UTC only if it had one; undefined if it is not a date. */
export function movedByHours(date: unknown, hours: number): string | undefined {
  const moment = parseDateTime(date);
  if (moment === null) return undefined;
  const moved = new Date(moment.at + hours * 3_600_000).toISOString();
  return moment.zoned ? moved : moved.replace('Z', '');
}
