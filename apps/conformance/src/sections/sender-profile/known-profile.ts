/** Sets a sender profile to known names and a known label, before it is decided what requests do to it. */
import { Unmet } from '@outreach-api/engine';
import { lookAt } from '../../account/look-at-profile.ts';
import { lookedAtAgain, whenStored } from '../../account/late-updates.ts';
import { profilesToUpdate, putBackUnlessMade } from '../../account/profiles-at-hand.ts';
import { textFields, type ProfileFields } from '@outreach-api/model/records/profile-fields';
import { mustShow, shows, type Look } from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';

/**
 * Updates a profile, has requests sent, and restores it.
 *
 * @param from - see {@link profilesToUpdate}
 * @param act - is given the profile as it is read after the update
 * @throws Unmet if the update is refused or not stored: then nothing can be said about the requests
 */
export async function onKnownProfile<Seen>(
  session: Session,
  from: number,
  sent: ProfileFields,
  act: (known: Look) => Promise<Seen>,
): Promise<Seen> {
  const fields = textFields.filter((field) => field in sent);
  const [uuid = ''] = await profilesToUpdate(session, { from, most: 1, fields });
  return session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => {
    const before = await lookAt(session.api.control, uuid);
    mustShow(before);
    const known = await profileSetTo(session, uuid, sent, before);
    const seen = await act(known);
    await putBackUnlessMade(session, before, fields.includes('label'));
    return seen;
  });
}

/**
 * Updates a profile, and reads it.
 *
 * @param before - as it was shown before, if it was read
 * @throws Unmet if the update is refused or not stored
 */
export async function profileSetTo(
  session: Session,
  uuid: string,
  sent: ProfileFields,
  before?: Look,
): Promise<Look> {
  const answer = await session.api.control.updateSenderProfile(uuid, { ...sent });
  if (!answer.ok) throw new Unmet(`an update of names and label was refused with ${answer.status} (PROF-04)`);
  await whenStored(session, answer, uuid, { ...sent }, before);
  const look = await lookAt(session.api.control, uuid);
  const known = await lookedAtAgain(session, look, (now) => shows(now, sent));
  if (!shows(known, sent)) throw new Unmet('an update of names and label was not stored (PROF-05)');
  return known;
}

/** @throws Unmet if no two requests may be sent at the same time */
export function mustSendTogether({ mostAtOnce }: Session): void {
  if (mostAtOnce < 2)
    throw new Unmet(
      '`requests.concurrency` or `requests.maxPerSecond` is 1: no two updates can be sent at the same time',
    );
}
