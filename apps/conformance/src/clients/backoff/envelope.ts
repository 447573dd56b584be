/** The waits that a declared policy allows. */
import type { DeclaredBackoff } from './declared-backoff.ts';

/** Bounds of a wait, in milliseconds. */
export interface WaitBounds {
  readonly low: number;
  readonly high: number;
}

/** The envelope of the wait before a retry; the first retry is 1. */
export function envelopeOf({ base, factor, cap }: DeclaredBackoff, retry: number): number {
  return Math.min(base * factor ** (retry - 1), cap ?? Infinity);
}

/** The bounds of the jitter factor; null if each wait depends on the previous one. */
export function jitterBounds({ jitter }: DeclaredBackoff): readonly [lowest: number, highest: number] | null {
  if (jitter === 'decorrelated') return null;
  if (jitter === 'none') return [1, 1];
  return jitter === 'full' ? [0, 1] : jitter;
}

/**
 * The bounds of the wait before a retry.
 *
 * @param previousMs - the wait before the previous retry, which bounds this one if jitter is decorrelated
 */
export function boundsOf(declared: DeclaredBackoff, retry: number, previousMs: number | null): WaitBounds {
  const cap = declared.cap ?? Infinity;
  const jitter = jitterBounds(declared);
  if (jitter === null) {
    const previous = retry === 1 ? declared.base : Math.max(declared.base, previousMs ?? Infinity);
    return { low: Math.min(declared.base, cap), high: Math.min(3 * previous, cap) };
  }
  const [lowest, highest] = jitter;
  const envelope = envelopeOf(declared, retry);
  // The cap may be applied before or after the jitter.
  return { low: Math.min(lowest * envelope, cap), high: highest * envelope };
}
