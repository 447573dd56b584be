/** Waits until the list shows webhooks that the owner's module made: how soon it does is not said. */
import { isDeepStrictEqual } from 'node:util';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { isListed, pausesUntilListed, type ListNow } from './list-now.ts';

/** A cache or an index may be so far behind, in milliseconds. */
const patienceMs = 30_000;
/** A list that shows some of what was made, and does not change for so long, is taken to be all that comes. */
const unchangedMs = 7000;

/** Sessions in which it was waited in vain: there it is waited for less from then on. */
const disappointed = new WeakSet<SessionState>();

/**
 * Looks until the list shows each of some webhooks that the owner's module made, and as many records as its `total`
 * says. Pages may be kept for different times, so that some follow later than others. A list that is broken may never
 * show all: what shows some webhook that was made is waited for only as long as it changes.
 *
 * @returns the last look
 */
export async function untilListed(
  session: Session,
  uuids: readonly string[],
  look: () => Promise<ListNow>,
): Promise<ListNow> {
  const isPatient = !disappointed.has(session.state);
  const isWhole = ({ records, total }: ListNow): boolean => !isPatient || records.length === total;
  const isDone = (list: ListNow): boolean => isWhole(list) && uuids.every((uuid) => isListed(list, uuid));
  let list = await look();
  for (const pause of pausesUntilListed) {
    if (isDone(list)) return list;
    await session.clock.wait(pause);
    list = await look();
  }
  if (isDone(list) || !isPatient) return list;
  const until = session.clock.now() + patienceMs;
  let since = session.clock.now();
  for (let pause = 500; session.clock.now() < until; pause = Math.min(2000, pause * 1.6)) {
    await session.clock.wait(pause);
    const now = await look();
    if (isDone(now)) return now;
    if (!isDeepStrictEqual(now, list)) since = session.clock.now();
    list = now;
    const showsSome = session.specimens.madeWebhooks.some((uuid) => isListed(now, uuid));
    if (showsSome && session.clock.now() - since > unchangedMs) break;
  }
  disappointed.add(session.state);
  return list;
}
