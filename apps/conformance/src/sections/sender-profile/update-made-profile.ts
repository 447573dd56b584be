/** Updates a sender profile that is created for this alone. */
import { Unmet } from '@outreach-api/engine';
import { lookAt } from '../../account/look-at-profile.ts';
import { mustShow, type ProfileHistory } from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';
import { updateRound, type Change } from './update-round.ts';

/** The rounds of a profile that was created for them: a look, and an update with a look after it. */
export interface MadeProfileUpdated extends ProfileHistory {
  readonly uuid: string;
}

/**
 * Updates a sender profile created for this, which nothing else uses in this run (Update a sender profile).
 *
 * @throws Unmet if none can be created, or it cannot be read
 */
export async function updateMadeProfile(
  session: Session,
  change: Omit<Change, 'uuid'>,
): Promise<MadeProfileUpdated> {
  const uuid = await session.fixtures.newSenderProfile();
  if (uuid === null)
    throw new Unmet('no sender profile was created for this (`provision` with createSenderProfile)');
  return session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => {
    const before = await lookAt(session.api.control, uuid);
    mustShow(before);
    const after = await updateRound(session, [before], [{ uuid, ...change }]);
    return { uuid, rounds: [{ updates: [], looks: [before] }, after], stranger: null };
  });
}
