/** Waits until the list shows webhooks that the owner's module made: how soon it does is not said. */
import { isListedAtLast } from '../http/bounds.ts';
import { eventually } from '../engine/eventually.ts';
import type { Session } from '../session/session.ts';
import { cameWhole, isListed, type ListNow } from './list-now.ts';

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
  const { state, fixtures } = session;
  const isPatient = !state.patience.isLost(isListedAtLast);
  const isWhole = (list: ListNow): boolean => !isPatient || cameWhole(list);
  const { last } = await eventually(
    state,
    isListedAtLast,
    look,
    (list) => isWhole(list) && uuids.every((uuid) => isListed(list, uuid)),
    (list) => fixtures.madeWebhooks.some((uuid) => isListed(list, uuid)),
  );
  return last;
}
