/** How long a call of a driver may take. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { envelopeOf, jitterBounds } from '@outreach-api/model/backoff/envelope';

/** Time for what a driver does besides waiting, above all for its start. */
const overheadMs = 8000;
/** Used if nothing is declared, or the declared waits are very long. */
const patienceMs = 20_000;
/** This many attempts are enough evidence. */
const enoughAttempts = 6;

/**
 * How long a call may take, in milliseconds: as long as the declared waits, up to the attempts that add no evidence.
 *
 * @param mostMs - the limit for any call, whatever is declared
 */
export function longestCallMs(backoff: DeclaredBackoff | null, mostMs: number): number {
  if (backoff === null) return Math.min(patienceMs, mostMs);
  const { attempts, addedJitter, floor } = backoff;
  const [, highest] = jitterBounds(backoff) ?? [0, 1];
  let allMs = overheadMs;
  for (let retry = 1; retry < Math.min(attempts ?? enoughAttempts, enoughAttempts); retry += 1)
    allMs += Math.max(floor, highest * envelopeOf(backoff, retry) + addedJitter);
  return Math.min(allMs, patienceMs, mostMs);
}
