/** Updates a sender profile early in a run, and checks late whether the update lasts (Update a sender profile). */
import * as fc from 'fast-check';
import { Disturbed, Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { shows, type ProfileHistory } from '@outreach-api/model/records/profile-history';
import { newProfile } from '../../account/profiles-at-hand.ts';
import { updateMadeProfile, type MadeProfileUpdated } from './update-made-profile.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { showsForeignUpdate } from '../../account/own-changes.ts';

/** A profile that was updated early, and when that was seen, in milliseconds on the run's clock. */
interface EarlyUpdate extends MadeProfileUpdated {
  readonly at: number;
}

/** Whether it takes the label away, is refused or passed over: the name is stored where it is accepted. */
const unlabelled = { sent: { first_name: 'Unlabelled' }, named: { label: null } };
const sent = { first_name: 'Lasting', last_name: 'Forever', label: 'To stay' };
/** An update that gets reverted has been by then. A run seldom has to wait this long. */
const lateMs = 2200;
/** The longest wait when confirming what was seen late. */
const latestMs = 15_000;

export const earlyUpdate = defineExperiment<null, EarlyUpdate>({
  name: 'early-update',
  does: 'updates a sender profile that was created for this and that nothing else uses',
  needs: ['updates', 'senderProfile'],
  phase: 'refusal',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const updated = await updateMadeProfile(session, await newProfile(session), [unlabelled, { sent }]);
    return { ...updated, at: session.clock.now() };
  },
});

/** To confirm a breach, another one is updated and not used for as long. */
export const lateReading = defineExperiment<null, ProfileHistory>({
  name: 'late-reading',
  does: 'reads the profile of `early-update` near the end of a run',
  needs: ['updates', 'senderProfile'],
  phase: 'late',
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const { profiles } = session.state.account;
    const observed = await earlyUpdate.observe(session, null, session.readsAfresh ? 'probe' : null);
    if (observed.kind === 'unmet') throw new Unmet(observed.reason);
    const { uuid, at, rounds } = observed.seen;
    await session.clock.wait(Math.max(0, at + (profiles.lostAfterMs ?? lateMs) - session.clock.now()));
    const look = await lookAt(session.api.control, uuid);
    const earlier = rounds.flatMap(({ looks }) => looks);
    if (showsForeignUpdate(earlier, look))
      throw new Disturbed(`somebody else updated sender profile ${uuid}`);
    if (!shows(look, sent)) profiles.lostAfterMs ??= Math.min(latestMs, session.clock.now() - at);
    return { rounds: [...rounds, { updates: [], looks: [look] }] };
  },
});
