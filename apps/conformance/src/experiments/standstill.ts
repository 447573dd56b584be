/** Tells what a request did to the list of webhooks from what others do to it. */
import { setTimeout as wait } from 'node:timers/promises';
import { whereUnmet } from '../engine/unmet.ts';
import type { Session } from '../session/session.ts';
import { isSameList, listNow, type ListNow } from './list-now.ts';

/** Uneven pauses between the looks at a list that changed, so as not to fall in step with others: six seconds in all. */
const pauses: readonly number[] = [70, 130, 290, 410, 530, 370, 710, 610, 830, 470, 970, 610];

/**
 * Whether a list that shows more than was asked for goes on as it is. If not, others are at work, and from then on in
 * this session whatever is not the suite's own may be theirs.
 */
export async function standsStill(session: Session, list: ListNow): Promise<boolean> {
  const { api, state } = session;
  if (state.account.othersChangeWebhooks) return false;
  for (const pause of pauses) {
    await wait(pause);
    const now = await listNow(api.control).catch(whereUnmet(null));
    if (now === null) return false;
    if (isSameList(list, now)) continue;
    state.account.othersChangeWebhooks = true;
    return false;
  }
  return true;
}
