/** Updates a sender profile by itself, before several updates of it are sent at the same time. */
import { Unmet } from '@outreach-api/engine';
import { lookAt } from '../../account/look-at-profile.ts';
import { whenStored } from '../../account/late-updates.ts';
import type { ProfileFields } from '@outreach-api/model/records/profile-fields';
import { shows, type Look } from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';

/**
 * Updates a profile, and looks at it.
 *
 * @throws Unmet if the update is refused or not stored: then nothing can be said about several at the same time
 */
export async function mustTake(session: Session, before: Look, sent: ProfileFields): Promise<Look> {
  const answer = await session.api.control.updateSenderProfile(before.uuid, sent);
  if (!answer.ok) throw new Unmet(`a full update alone was refused with ${answer.status} (PROF-04)`);
  await whenStored(session, answer, before.uuid, { ...sent }, before);
  const after = await lookAt(session.api.control, before.uuid);
  if (!shows(after, sent)) throw new Unmet('a full update alone was not stored (PROF-05)');
  return after;
}
