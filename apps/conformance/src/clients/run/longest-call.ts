/** How long a call of a driver may take. */
import type { DeclaredBackoff } from '../backoff/declared-backoff.ts';

/** Time for what a driver does besides waiting, above all for its start. */
const besidesMs = 8000;
/** Used if nothing is declared, or the declared waits are very long. */
const patienceMs = 20_000;
/** This many attempts are enough evidence. */
const tellingAttempts = 6;

/**
 * How long a call may take, in milliseconds: as long as the declared waits, up to the attempts that add no evidence.
 *
 * @param mostMs - the limit for any call, whatever is declared
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
