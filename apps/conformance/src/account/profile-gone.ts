/** Distinguishes a sender profile that is gone from one that is temporarily unreadable (Delete a sender profile). */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import type { Session } from '../session/session.ts';
import { profilePresence, type Read, type Presence } from '../ledger/presence.ts';

/** Whether a sender profile is on the target; see {@link profilePresence}. */
export async function presenceOf(session: Session, uuid: string): Promise<Presence> {
  return profilePresence(session.state, readBy(session), uuid, session.fixtures.otherSenderProfiles(uuid));
}

/**
 * Whether a sender profile can no longer be read while others can; if no other can either, one is made that can.
 *
 * @throws Unmet if that cannot be determined
 */
export async function isGone(session: Session, uuid: string): Promise<boolean> {
  const seen = await presenceOf(session, uuid);
  const known = seen === 'unknown' ? await presenceBesideNewProfile(session, uuid) : seen;
  if (known === 'unknown')
    throw new Unmet(
      `sender profile ${uuid} cannot be read, nor can any other that was there: whether it is gone is unknown`,
    );
  return known === 'gone';
}

/** Everything else may be gone for the same reason; a profile just made is known to be there. */
async function presenceBesideNewProfile(session: Session, uuid: string): Promise<Presence> {
  const { fixtures, state } = session;
  const made = await fixtures.newSenderProfile();
  if (made === null) return 'unknown';
  const seen = await profilePresence(state, readBy(session), uuid, [made]);
  fixtures.giveBack('senderProfiles', made);
  return seen;
}

function readBy({ api: { control } }: Session): Read {
  return async (path) => control.get(path).catch(whereUnmet(null));
}
