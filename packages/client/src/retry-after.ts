/** Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds, or one of the three forms of an HTTP date. */

/** By which clocks a date in `Retry-After` is measured. */
export interface RetryAfterClock {
  /** The time on this machine, in milliseconds since 1970. */
  now: number;
  /** The `Date` header of the same answer, where there is one: the server's own clock goes first. */
  date?: string | null | undefined;
}

/**
 * How long `Retry-After` asks to wait, in milliseconds, never below 0; null where it is missing or unreadable. Of a
 * header that came more than once, which `fetch` joins by commas, the longest counts.
 *
 * Fractions of a second are no part of the RFC, but are taken: to overlook them would be to come too early.
 */
export function parseRetryAfter(value: string | null, { now, date }: RetryAfterClock): number | null {
  const served = valuesOf(date).flatMap((text) => parseHttpDate(text) ?? []);
  const sent = served.length > 0 ? Math.min(...served) : now;
  const waits = valuesOf(value).flatMap((text) => {
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
    const until = parseHttpDate(text);
    return until === null ? [] : Math.max(0, until - sent);
  });
  return waits.length > 0 ? Math.max(...waits) : null;
}

/** How long the headers of an answer ask to wait, in milliseconds; null where they do not say. */
export function retryAfterOf(headers: Headers, now: number): number | null {
  return parseRetryAfter(headers.get('retry-after'), { now, date: headers.get('date') });
}

/** The values of a header that `fetch` joined: a comma within a date is followed by the day of the month. */
function valuesOf(header: string | null | undefined): string[] {
  return header ? header.split(/,(?=\s*(?:[A-Z][a-z]|[\d.]+\s*(?:,|$)))/).map((text) => text.trim()) : [];
}

/**
 * Reads an HTTP date (RFC 9110, 5.6.7) as milliseconds since 1970; null where it is none. Its three forms are
 * `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
 *
 * `Date.parse` alone will not do: it takes "1.5" for a day in January and reads the third form as local time.
 */
export function parseHttpDate(text: string): number | null {
  if (!/^[A-Z][a-z]+,? [\w -]+ \d\d:\d\d:\d\d (GMT|\d{4})$/.test(text)) return null;
  const read = Date.parse(text.replace(/ GMT$|$/, ' GMT'));
  return Number.isNaN(read) ? null : read;
}
