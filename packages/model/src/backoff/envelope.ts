/** The waits that a declared policy allows. */
import type { DeclaredBackoff } from './declared-backoff.ts';
import { boundsOfV2 } from './decorrelated-v2.ts';
import type { WaitBounds, WaitPlace } from './wait-bounds.ts';

/** The envelope of the wait before a retry; the first retry is 1. */
export function envelopeOf({ base, factor, cap }: DeclaredBackoff, retry: number): number {
  return Math.min(base * factor ** (retry - 1), cap ?? Infinity);
}

/** The bounds of the jitter factor; null if each wait depends on the earlier ones. */
export function jitterBounds({ jitter }: DeclaredBackoff): readonly [lowest: number, highest: number] | null {
  if (jitter === 'decorrelated' || jitter === 'decorrelated-v2') return null;
  if (jitter === 'none') return [1, 1];
  return jitter === 'full' ? [0, 1] : jitter;
}

/** The bounds of a wait. */
export function boundsOf(declared: DeclaredBackoff, place: WaitPlace): WaitBounds {
  return withFloor(declared, drawnBounds(declared, place));
}

/** The bounds of a wait before its floor and what is added to it. */
function drawnBounds(declared: DeclaredBackoff, place: WaitPlace): WaitBounds {
  const { base, jitter } = declared;
  const cap = declared.cap ?? Infinity;
  if (jitter === 'decorrelated-v2') return boundsOfV2(declared, place);
  if (jitter === 'decorrelated') {
    const previous = place.retry === 1 ? base : Math.max(base, place.earlierMs?.at(-1) ?? Infinity);
    return { low: Math.min(base, cap), high: Math.min(3 * previous, cap) };
  }
  const [lowest, highest] = jitterBounds(declared) ?? [0, 1];
  const envelope = envelopeOf(declared, place.retry);
  // The cap may be applied before or after the jitter.
  return { low: Math.min(lowest * envelope, cap), high: highest * envelope };
}

/** Bounds that the declared floor and addition change. */
export function withFloor({ floor, addedJitter }: DeclaredBackoff, { low, high }: WaitBounds): WaitBounds {
  return { low: Math.max(floor, low), high: Math.max(floor, high + addedJitter) };
}
