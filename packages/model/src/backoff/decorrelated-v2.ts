/**
 * The jitter of Polly's `DecorrelatedJitterBackoffV2` and of cockatiel. Retry n happens at the time `s · f(n - 1 + U)`
 * after the first attempt, where `f(t) = factor^t · tanh(√(4t))`, `s = base / 1.4` and U is uniform: its wait is what of
 * that the earlier waits left.
 */
import type { DeclaredBackoff } from './declared-backoff.ts';
import { earlyMs, earlyShare, type WaitBounds, type WaitPlace } from './wait-bounds.ts';

/** The bounds of a wait, given the earlier ones. */
export function boundsOfV2(declared: DeclaredBackoff, { retry, earlierMs }: WaitPlace): WaitBounds {
  const cap = declared.cap ?? Infinity;
  const { least, most } = earlierTime(declared, { retry, earlierMs });
  return {
    low: Math.min(Math.max(0, timeOf(declared, retry - 1) - most), cap),
    high: Math.min(Math.max(0, timeOf(declared, retry) - least), cap),
  };
}

/** The highest probability of a wait of at most this length. */
export function chanceUpToV2(declared: DeclaredBackoff, place: WaitPlace, ms: number): number {
  if (ms >= (declared.cap ?? Infinity)) return 1;
  return shareUpTo(declared, place.retry, ms + earlierTime(declared, place).most);
}

/** The highest probability of a wait within a range of this length, wherever the range lies. */
export function chanceWithinV2(declared: DeclaredBackoff, retry: number, ms: number): number {
  const steps = Array.from({ length: 16 }, (_, step) => step / 16);
  return Math.max(
    ...steps.map((step) => shareUpTo(declared, retry, timeOf(declared, retry - 1 + step) + ms) - step),
  );
}

/** The part of the times of a retry that are not later than a time: f is increasing, so bisection finds it. */
function shareUpTo(declared: DeclaredBackoff, retry: number, time: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (timeOf(declared, retry - 1 + middle) <= time) low = middle;
    else high = middle;
  }
  return high > 1 - 1e-5 ? 1 : high;
}

function timeOf({ base, factor }: DeclaredBackoff, t: number): number {
  return (factor ** t * Math.tanh(Math.sqrt(4 * t)) * base) / 1.4;
}

/**
 * The bounds of what the earlier waits add up to, by the client's own count: it does not see that its timers fire early,
 * nor subtract what a cap took away or a floor added.
 */
function earlierTime(
  declared: DeclaredBackoff,
  { retry, earlierMs }: WaitPlace,
): { readonly least: number; readonly most: number } {
  const longest = timeOf(declared, retry - 1);
  const { cap, floor, addedJitter } = declared;
  const limit = (1 - earlyShare) * (cap ?? Infinity) - earlyMs;
  if (earlierMs === null || earlierMs.some((ms) => ms >= limit)) return { least: 0, most: longest };
  const seen = earlierMs.reduce((sum, ms) => sum + ms, 0);
  const isChanged = floor > 0 || addedJitter > 0;
  return {
    least: isChanged ? 0 : Math.min(seen, longest),
    most: Math.min(longest, (1 + earlyShare) * seen + earlyMs * earlierMs.length),
  };
}
