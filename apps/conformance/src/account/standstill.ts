/** Distinguishes what a request did to the list of webhooks from what others do to it. */
import { eventually, whereUnmet } from '@outreach-api/engine';
import { othersChangeTheList } from '@outreach-api/model/bounds';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Session } from '../session/session.ts';
import { listNow } from './list-now.ts';
import { isSameList, type ListNow } from '@outreach-api/model/records/list-now';
import { textOf } from '@outreach-api/model/texts/text-of';

/**
 * Whether a list that shows more than was requested stays as it is. If not, others are active, and for the rest of this
 * session whatever is not the suite's own may be theirs.
 *
 * @param tookMs - how long it took until that was seen: others who act seldom need as long again
 */
export async function isSteady(session: Session, list: ListNow, tookMs = 0): Promise<boolean> {
  const { state } = session;
  if (state.account.othersChangeWebhooks) return false;
  const look = async (): Promise<ListNow | null> => listNow(session).catch(whereUnmet(null));
  const { forMs, leastMs = forMs, ...bound } = othersChangeTheList;
  const { shown, last } = await eventually(
    state,
    { ...bound, forMs: Math.max(forMs, 2 * tookMs), leastMs: Math.max(leastMs, 2 * tookMs) },
    look,
    (now) => now === null || !isSameList(list, now),
  );
  if (shown && last !== null) state.account.othersChangeWebhooks = true;
  return !shown;
}

/** Whether another run of the suite made or tested a webhook. */
export function isOfAnotherRun({ target_url }: JsonObject, { state }: Session): boolean {
  const run = /\/outreach-conformance-([0-9a-f]+)/i.exec(textOf(target_url))?.[1];
  return run !== undefined && run.toLowerCase() !== state.id.toLowerCase();
}
