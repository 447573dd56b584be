/** Updates a sender profile that is created for this alone. */
import { lookAt } from '../../account/look-at-profile.ts';
import { newProfile } from '../../account/profiles-at-hand.ts';
import { mustShow, type ProfileHistory, type Round } from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';
import { updateRound, type Change } from './update-round.ts';

/** The rounds of a profile that was created for them: a look, and its updates, each with a look after it. */
export interface MadeProfileUpdated extends ProfileHistory {
  readonly uuid: string;
}

/**
 * Updates a sender profile created for this, which nothing else uses in this run (Update a sender profile): once, or
 * several times in turn.
 *
 * @param how - another one, which is looked at before and after; how long after the creation, in milliseconds
 * @throws Unmet if none can be created, or it cannot be read
 */
export async function updateMadeProfile(
  session: Session,
  changes: readonly Omit<Change, 'uuid'>[],
  { beside = [], afterMs = 0 }: { readonly beside?: readonly string[]; readonly afterMs?: number } = {},
): Promise<MadeProfileUpdated> {
  const uuid = await newProfile(session);
  return session.locks.holdRecords({ reads: [], changes: [uuid, ...beside] }, async () => {
    await session.clock.wait(afterMs);
    const looks = await Promise.all([uuid, ...beside].map(async (one) => lookAt(session.api.control, one)));
    for (const look of looks) mustShow(look);
    const rounds: Round[] = [{ updates: [], looks }];
    for (const change of changes)
      rounds.push(await updateRound(session, rounds.at(-1)?.looks ?? looks, [{ uuid, ...change }]));
    return { uuid, rounds };
  });
}
