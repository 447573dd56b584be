/** Tells whether another account is refused because of this one's requests, or because of its own (Limits). */
import type { BackoffPolicy } from '@outreach-api/client';
import type { Clock } from '../../engine/clock.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import type { Flood } from './flood.ts';
import { awaitLift } from './lift.ts';
import { isRefusal, mixOnce, wasLimited } from './limited-callers.ts';

/** Whether the other key was refused with this account's; null where this account was not limited. */
type Round = 'refused' | 'let in' | null;

/** Two: before the first round it may have rested for too short, where it was let in at once. */
const refusalsWanted = 2;
/** A shared bucket may let it in by chance once. */
const letInMeans = 2;
const mostRounds = 5;
/** What a bucket has taken in meanwhile goes to those of this account. */
const order = 'AAAAB';

/**
 * Whether a key of another account is refused again and again right after this account was limited anew, though it
 * is let in while this account sends nothing, and has rested for long enough not to meet a limit of its own.
 *
 * @param policy - how long the other key is waited for; false where it is never let in meanwhile
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
 * Backs off until the key was taken twice, and resolves to how long that took, in milliseconds: a limit that had
 * refused it before has made room for one request more within that time. Null where it is not taken.
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
