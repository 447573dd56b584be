/** Sets a sender profile to known names and a known label, before it is decided what requests do to it. */
import { eventually, Unmet } from '@outreach-api/engine';
import { failurePasses } from '@outreach-api/model/bounds';
import { classOf, mayBeBusy } from '@outreach-api/model/records/answer-class';
import { lookAt } from '../../account/look-at-profile.ts';
import { lookedAtAgain, whenStored } from '../../account/late-updates.ts';
import { isMadeToWorkOn, profilesToUpdate, putBack } from '../../account/profiles-at-hand.ts';
import type { ProfileFields } from '@outreach-api/model/records/profile-fields';
import { mustShow, shows, type Look } from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';

/**
 * Updates a profile, has requests sent, and restores it unless it was made to be worked on.
 *
 * @param from - see {@link profilesToUpdate}
 * @param act - is given the profile, and how it was shown before: null if it need not be restored
 * @throws Unmet if the update is refused: then nothing can be said about the requests
 */
export async function onKnownProfile<Seen>(
  session: Session,
  from: number,
  sent: ProfileFields,
  act: (uuid: string, before: Look | null) => Promise<Seen>,
): Promise<Seen> {
  const [uuid = ''] = await profilesToUpdate(session, { from, most: 1, fields: Object.keys(sent) });
  return onProfileKnownAs(session, uuid, sent, act);
}

/**
 * The same for a profile that may be updated.
 *
 * @param apart - keeps the updates before and after it apart from other work; runs them at once if not given
 */
export async function onProfileKnownAs<Seen>(
  session: Session,
  uuid: string,
  sent: ProfileFields,
  act: (uuid: string, before: Look | null) => Promise<Seen>,
  apart: Apart = async (work) => work(),
): Promise<Seen> {
  return session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => {
    const before = await apart(async () => {
      const isMade = await isMadeToWorkOn(session, uuid);
      const look = isMade ? null : await lookAt(session.api.control, uuid);
      if (look !== null) mustShow(look);
      await updateTo(session, uuid, sent, look ?? undefined);
      return look;
    });
    const seen = await act(uuid, before);
    if (before !== null) await apart(async () => putBack(session, before, 'label' in sent));
    return seen;
  });
}

/** Runs work while something else does not. */
type Apart = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Updates a profile. A service that refuses may be busy with an update of another: then it is sent again.
 *
 * @param before - as it was shown before, if it was read
 * @throws Unmet if the update is refused
 */
export async function updateTo(
  session: Session,
  uuid: string,
  sent: ProfileFields,
  before?: Look,
): Promise<void> {
  const { last: answer } = await eventually(
    session.state,
    failurePasses,
    async () => session.api.control.updateSenderProfile(uuid, { ...sent }),
    (came) => came.ok || !mayBeBusy(classOf(came)),
  );
  if (!answer.ok) throw new Unmet(`an update of names and label was refused with ${answer.status} (PROF-04)`);
  await whenStored(session, answer, uuid, { ...sent }, before);
}

/** The profile as it is read after such an update. @throws Unmet if that is not stored */
export async function updatedTo(session: Session, uuid: string, sent: ProfileFields): Promise<Look> {
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
