/** Reads how long a rate-limited answer asks to wait. */
import { systemClock } from '@outreach-api/engine';

/**
 * How long a rate-limited answer asks to wait, in milliseconds: by `Retry-After` (RFC 9110, 10.2.3), the RateLimit
 * headers of the IETF drafts, or the older `X-RateLimit-Reset` and `X-RateLimit-Reset-After`. Null if it says nothing
 * that can be read.
 *
 * The description leaves all of these open (RATE-90); they are read so that a long announced wait is not mistaken for a
 * limit that never lifts.
 */
export function announcedWaitMs(headers: Readonly<Record<string, string>>): number | null {
  const now = Date.parse(headers['date'] ?? '') || systemClock.date().getTime();
  const waits = [
    delay(headers['retry-after'], now),
    delay(/(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1], now),
    delay(headers['ratelimit-reset'], now),
    delay(headers['x-ratelimit-reset'] ?? headers['x-rate-limit-reset'], now),
    delay(headers['x-ratelimit-reset-after'], now),
  ].filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.max(0, ...waits);
}

/** Seconds from now, seconds or milliseconds since the epoch, or a date. */
function delay(text: string | undefined, now: number): number | null {
  if (text === undefined || text.trim() === '') return null;
  const number = Number(text);
  if (Number.isNaN(number)) {
    const date = Date.parse(text);
    return Number.isNaN(date) ? null : date - now;
  }
  if (number > 1e11) return number - now;
  return number > 1e9 ? number * 1000 - now : number * 1000;
}
