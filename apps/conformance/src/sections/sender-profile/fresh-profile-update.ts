/** Updates a sender profile soon after it was made (Sender profile). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../engine/experiment.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { Session } from '../../session/session.ts';
import { lookAt, mustShow, type ProfileHistory } from '../../account/profile-history.ts';
import { updateRound } from './update-round.ts';

/** The servers of a target need not agree on the time to the second. */
const untilClocksAgreeMs = 1500;

/**
 * Updates a sender profile that was made in this run: only there does a clock that is hours behind show a time before
 * that of the creation.
 */
export const freshProfileUpdate = defineExperiment<null, ProfileHistory>({
  name: 'fresh-profile-update',
  needs: ['updates', 'senderProfile'],
  phase: 'change',
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const uuid = await madeNow(session);
    await session.clock.wait(untilClocksAgreeMs);
    return session.locks.hold({ reads: [], changes: ['senderProfiles'] }, async () => {
      const before = await lookAt(session.api.control, uuid);
      mustShow(before);
      const sent = { last_name: 'Freshly made' };
      const updated = await updateRound(session, [before], [{ uuid, sent }]);
      return { rounds: [{ updates: [], looks: [before] }, updated], stranger: null };
    });
  },
});

/** The newest sender profile of those made in this run. @throws Unmet where none was, and none can be */
async function madeNow({ specimens }: Session): Promise<string> {
  const made = specimens.madeSenderProfiles.at(-1);
  if (made !== undefined) return made;
  const spare = await specimens.spareSenderProfile();
  if (spare !== null) specimens.giveBack('senderProfiles', spare);
  if (spare === null || !specimens.madeSenderProfiles.includes(spare))
    throw new Unmet('no sender profile was made in this run (`provision` with createSenderProfile)');
  return spare;
}
