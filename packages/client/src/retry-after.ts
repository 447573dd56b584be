/** Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds, or one of the three forms of an HTTP date. */

/** By which clocks a date in `Retry-After` is measured. */
export interface RetryAfterClock {
  /** The time on this machine, in milliseconds since 1970. */
  now: number;
  /** The `Date` header of the same answer, where there is one: the server's own clock goes first. */
  date?: string | null | undefined;
}

/**
 * How long `Retry-After` asks to wait, in milliseconds, never below 0; null where it is missing or unreadable.
 * Fractions of a second are no part of the RFC, but are taken: to overlook them would be to come too early.
 */
export function parseRetryAfter(value: string | null, clock: RetryAfterClock): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const until = parseHttpDate(text, clock.now);
  if (until === null) return null;
  const served = parseHttpDate(clock.date?.trim() ?? '', clock.now);
  return Math.max(0, until - (served ?? clock.now));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const forms = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(String.raw`^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) ${time} GMT$`),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(String.raw`^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) ${time} GMT$`),
  // Sun Nov  6 08:49:37 1994
  new RegExp(String.raw`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
];

/**
 * Reads an HTTP date (RFC 9110, 5.6.7) as milliseconds since 1970; null where it is none.
 * `Date.parse` will not do: it takes "1.5" for a day in January and reads the third form as local time.
 */
export function parseHttpDate(text: string, now: number): number | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const month = months.indexOf(parts['month'] ?? '');
    const [day, hour, minute, second] = [parts['day'], parts['hour'], parts['minute'], parts['second']].map(
      Number,
    );
    if (month < 0 || day === undefined || hour === undefined || minute === undefined) return null;
    const read = Date.UTC(fullYear(parts['year'] ?? '', now), month, day, hour, minute, second);
    return Number.isNaN(read) ? null : read;
  }
  return null;
}

/** RFC 9110: a year of two digits that seems more than 50 years ahead is the last one with those digits. */
function fullYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + Number(digits);
  return year > current + 50 ? year - 100 : year;
}
