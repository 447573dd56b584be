/** Tells what a request did to the list of webhooks from what others do to it. */
import { whereUnmet } from '../engine/unmet.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { isSameList, listNow, type ListNow } from './list-now.ts';

/** Uneven pauses between the looks at a list that changed, so as not to fall in step with others: six seconds in all. */
const pauses: readonly number[] = [70, 130, 290, 410, 530, 370, 710, 610, 830, 470, 970, 610];

/** Sessions in which the list was seen to change while nothing was asked of it. */
const changedByOthers = new WeakSet<SessionState>();

/**
 * Whether a list that shows more than was asked for goes on as it is. If not, others are at work, and from then on in
 * this session whatever is not the suite's own may be theirs.
 */
export async function standsStill(session: Session, list: ListNow): Promise<boolean> {
  const { api, state } = session;
  if (changedByOthers.has(state)) return false;
  for (const pause of pauses) {
    await session.clock.wait(pause);
    const now = await listNow(api.control).catch(whereUnmet(null));
    if (now === null) return false;
    if (isSameList(list, now)) continue;
    changedByOthers.add(state);
    return false;
  }
  return true;
}
