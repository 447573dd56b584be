/** Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds, or one of the three forms of an HTTP date. */

/** A value of a header, several of which `fetch` joins by commas: seconds, or a date in one of its three forms. */
const values = /(?:^|,)\s*(?:(\d+(?:\.\d+)?)|([A-Z][a-z]+,? [\w -]+(?::\d\d){2} (?:GMT|\d{4})))\s*(?=,|$)/g;

/**
 * How long `Retry-After` asks to wait, in milliseconds, never below 0; null if it is missing or unreadable. If the
 * header came more than once, the longest counts.
 *
 * Fractions of a second are not part of the RFC, but are accepted: ignoring them would mean coming back too early.
 *
 * @param date - the `Date` header of the same answer, if there is one: a date is measured by the server's own clock
 * @param now - the time on this machine, in milliseconds since 1970, for a date otherwise
 */
export function parseRetryAfter(
  value: string | null,
  date: string | null | undefined,
  now: number,
): number | null {
  const sent = Math.min(...timesOf(date, 0));
  const waits = timesOf(value, sent < Infinity ? sent : now);
  return waits.length > 0 ? Math.max(0, ...waits) : null;
}

/**
 * What a header says, in milliseconds; a date is measured from `since`. `Date.parse` alone will not do: it takes "1.5"
 * for a day in January and reads the third form (`Sun Nov  6 08:49:37 1994`) as local time.
 */
function timesOf(header: string | null | undefined, since: number): number[] {
  return [...(header ?? '').matchAll(values)]
    .map(([, seconds, date = '']) =>
      seconds === undefined ? Date.parse(date.replace(/( GMT)?$/, ' GMT')) - since : Number(seconds) * 1000,
    )
    .filter((ms) => !Number.isNaN(ms));
}
