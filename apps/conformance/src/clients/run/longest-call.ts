/** How long a call of a driver may take. */
import type { DeclaredBackoff } from '../backoff/declared-backoff.ts';

/** For what a driver does besides to wait: to start, above all. */
const besidesMs = 8000;
/** Where nothing is declared, or what is declared takes very long. */
const patienceMs = 20_000;
/** So many attempts show what there is to see. */
const tellingAttempts = 6;

/**
 * How long a call may take, in milliseconds: as long as the declared waits, up to those that tell no more.
 *
 * @param mostMs - no call may take longer, whatever is declared
 */
export function longestCallMs(backoff: DeclaredBackoff | null, mostMs: number): number {
  if (backoff === null) return Math.min(patienceMs, mostMs);
  const { base, factor, cap, jitter, attempts } = backoff;
  const highest = typeof jitter === 'string' ? 1 : jitter[1];
  let allMs = besidesMs;
  for (let retry = 1; retry < Math.min(attempts ?? tellingAttempts, tellingAttempts); retry += 1)
    allMs += highest * Math.min(base * factor ** (retry - 1), cap ?? Infinity);
  return Math.min(allMs, patienceMs, mostMs);
}
