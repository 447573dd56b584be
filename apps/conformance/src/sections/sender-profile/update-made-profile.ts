/** Updates a sender profile that is created for this alone. */
import { Unmet } from '@outreach-api/engine';
import { lookAt } from '../../account/look-at-profile.ts';
import { mustShow, type ProfileHistory, type Round } from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';
import { updateRound, type Change } from './update-round.ts';

/** The rounds of a profile that was created for them: a look, and an update with a look after it. */
export interface MadeProfileUpdated extends ProfileHistory {
  readonly uuid: string;
}

/**
 * Updates a sender profile created for this, which nothing else uses in this run (Update a sender profile): once, or
 * several times in turn.
 *
 * @param beside - another one, which is looked at before and after
 * @throws Unmet if none can be created, or it cannot be read
 */
export async function updateMadeProfile(
  session: Session,
  changes: readonly Omit<Change, 'uuid'>[],
  beside: readonly string[] = [],
): Promise<MadeProfileUpdated> {
  const uuid = await session.fixtures.newSenderProfile();
  if (uuid === null)
    throw new Unmet('no sender profile was created for this (`provision` with createSenderProfile)');
  return session.locks.holdRecords({ reads: [], changes: [uuid, ...beside] }, async () => {
    const looks = await Promise.all([uuid, ...beside].map(async (one) => lookAt(session.api.control, one)));
    for (const look of looks) mustShow(look);
    const rounds: Round[] = [{ updates: [], looks }];
    for (const change of changes)
      rounds.push(await updateRound(session, rounds.at(-1)?.looks ?? looks, [{ uuid, ...change }]));
    return { uuid, rounds, stranger: null };
  });
}
