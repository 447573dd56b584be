/** Tells whether another account is refused because of this one's requests or its own (Limits). */
import type { BackoffPolicy } from '@outreach-api/client';
import type { Clock } from '../../engine/clock.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import type { Flood } from './flood.ts';
import { awaitLift } from './lift.ts';
import { mixOnce } from './limited-callers.ts';
import { isRefusal, wasLimited } from './limits-seen.ts';

/** Whether the other key was refused together with this account's; null if this account was not limited. */
type Round = 'refused' | 'let in' | null;

/** Two: if the other key was accepted at once, its rest before the first round may have been too short. */
const refusalsWanted = 2;
/** A shared bucket may accept it once by chance. */
const letInMeans = 2;
const mostRounds = 5;
/** What a bucket has refilled meanwhile goes to this account's requests. */
const order = 'AAAAB';

/**
 * Whether a key of another account is refused repeatedly right after this account was limited again, although it is
 * accepted while this account sends nothing, and has rested long enough not to hit a limit of its own.
 *
 * @param policy - how long to wait for the other key; the result is false if it is never accepted meanwhile
 */
export async function isLimitedWithUs(
  flood: Flood,
  session: Session,
  other: Api,
  policy: BackoffPolicy,
): Promise<boolean> {
  const counts = { refused: 0, 'let in': 0 };
  let restMs = 0;
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      const openedMs = await untilTakenTwice(session.clock, other, policy);
      if (openedMs === null) return false;
      restMs = Math.max(restMs, openedMs);
      await session.clock.wait(restMs);
      const came = await askedBehindUs(flood, session.api.control, other);
      if (came !== null) counts[came] += 1;
      if (counts.refused === refusalsWanted) return true;
      if (counts['let in'] === letInMeans) return false;
    }
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
  }
  return false;
}

/**
 * Backs off until the key was accepted twice, and resolves to how long that took, in milliseconds: within that time, a
 * limit that had refused it before has made room for one more request. Null if it is not accepted.
 */
async function untilTakenTwice(clock: Clock, api: Api, policy: BackoffPolicy): Promise<number | null> {
  const impatient = api.with({ impatient: true });
  const began = clock.now();
  for (let time = 0; time < 2; time += 1) {
    const lift = await awaitLift(
      clock,
      async () => impatient.listWebhooks({ query: [['limit', '1']] }),
      policy,
    );
    if (!lift.through) return null;
  }
  return clock.now() - began;
}

async function askedBehindUs(flood: Flood, us: Api, other: Api): Promise<Round> {
  const callers = await mixOnce(flood, us, other, order);
  if (!wasLimited(callers)) return null;
  return callers.other.every(isRefusal) ? 'refused' : 'let in';
}
