/** Tells a sender profile that is gone from one that nobody can read for a moment (Delete a sender profile). */
import { Unmet, whereUnmet } from '../engine/unmet.ts';
import type { Session } from '../session/session.ts';
import { whereIsProfile, type Whereabouts } from '../ledger/whereabouts.ts';

/** Whether a sender profile is on the target; see {@link whereIsProfile}. */
export async function whereabouts(session: Session, uuid: string): Promise<Whereabouts> {
  const { control } = session.api;
  const read = async (path: string) => control.get(path).catch(whereUnmet(null));
  return whereIsProfile(session.state, read, uuid, session.fixtures.senderProfilesBeside(uuid));
}

/**
 * Whether a sender profile can no longer be read, while others can.
 *
 * @throws Unmet where that is not known
 */
export async function isGone(session: Session, uuid: string): Promise<boolean> {
  const seen = await whereabouts(session, uuid);
  if (seen === 'unknown')
    throw new Unmet(
      `sender profile ${uuid} cannot be read, nor what else was there: whether it is gone is not known`,
    );
  return seen === 'gone';
}
