/** Waits until the list shows webhooks that the owner's module made: the description does not say how soon it must. */
import { eventually } from '@outreach-api/engine';
import { isListedAtLast } from '@outreach-api/model/bounds';
import type { Session } from '../session/session.ts';
import { isComplete, isListed, type ListNow } from '@outreach-api/model/records/list-now';

/**
 * Looks until the list shows each of some webhooks that the owner's module made, and as many records as its `total`
 * says. Pages may be cached for different times, so that some follow later than others. A broken list may never show
 * all: once it shows some of the webhooks, waiting continues only while it changes.
 *
 * @returns the last look
 */
export async function untilListed(
  session: Session,
  uuids: readonly string[],
  look: () => Promise<ListNow>,
): Promise<ListNow> {
  const { state, fixtures } = session;
  const isPatient = !state.patience.isExhausted(isListedAtLast);
  const isWhole = (list: ListNow): boolean => !isPatient || isComplete(list);
  const { last } = await eventually(
    state,
    isListedAtLast,
    look,
    (list) => isWhole(list) && uuids.every((uuid) => isListed(list, uuid)),
    (list) => fixtures.madeWebhooks.some((uuid) => isListed(list, uuid)),
  );
  return last;
}
