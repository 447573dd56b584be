/** Updates a sender profile early in a run, and checks late whether the update lasts (Update a sender profile). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet } from '../../engine/unmet.ts';
import { mustShow, shows, type ProfileHistory } from '../../records/profile-history.ts';
import { updateRound } from './update-round.ts';
import { lookAt } from '../../account/look-at-profile.ts';

/** A profile that was updated early, and when that was seen, in milliseconds on the run's clock. */
interface EarlyUpdate extends ProfileHistory {
  readonly uuid: string;
  readonly at: number;
}

const sent = { first_name: 'Lasting', last_name: 'Forever', label: 'To stay' };
/** An update that gets reverted has been by then. A run seldom has to wait this long. */
const lateMs = 2200;
/** The longest wait when confirming what was seen late. */
const latestMs = 15_000;

/** Updates a sender profile created for this, which nothing else uses in this run. */
export const earlyUpdate = defineExperiment<null, EarlyUpdate>({
  name: 'early-update',
  needs: ['updates', 'senderProfile'],
  phase: 'refusal',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const uuid = await session.fixtures.newSenderProfile();
    if (uuid === null)
      throw new Unmet('no sender profile was created for this (`provision` with createSenderProfile)');
    return session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => {
      const before = await lookAt(session.api.control, uuid);
      mustShow(before);
      const after = await updateRound(session, [before], [{ uuid, sent }]);
      return {
        uuid,
        at: session.clock.now(),
        rounds: [{ updates: [], looks: [before] }, after],
        stranger: null,
      };
    });
  },
});

/**
 * Reads the profile of {@link earlyUpdate} near the end of a run. To confirm a breach, another one is updated and left
 * alone for as long.
 */
export const lateReading = defineExperiment<null, ProfileHistory>({
  name: 'late-reading',
  needs: ['updates', 'senderProfile'],
  phase: 'late',
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const { profiles } = session.state.account;
    const observed = await earlyUpdate.observe(session, null, profiles.lostAfterMs === null ? null : 'probe');
    if (observed.kind === 'unmet') throw new Unmet(observed.reason);
    const { uuid, at, rounds, stranger } = observed.seen;
    await session.clock.wait(Math.max(0, at + (profiles.lostAfterMs ?? lateMs) - session.clock.now()));
    const look = await lookAt(session.api.control, uuid);
    if (!shows(look, sent)) profiles.lostAfterMs ??= Math.min(latestMs, session.clock.now() - at);
    return { rounds: [...rounds, { updates: [], looks: [look] }], stranger };
  },
});
