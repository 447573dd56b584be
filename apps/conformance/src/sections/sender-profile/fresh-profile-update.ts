/** Updates a sender profile soon after its creation, twice (Sender profile). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { boundaryTexts } from '@outreach-api/model/texts/ordinary-text';
import { lastKeyOf } from '../../account/first-key.ts';
import type { NeverUpdated } from '../../session/account.ts';
import type { Session } from '../../session/session.ts';
import { mustShow, type ProfileHistory, type Round } from '@outreach-api/model/records/profile-history';
import { updateRound, type Change } from './update-round.ts';
import { lookAt } from '../../account/look-at-profile.ts';

/** The servers of a target may disagree on the time to the second. */
const untilClocksAgreeMs = 1500;

/**
 * Updates a sender profile created in this run: only there does a clock that is hours slow show a time before that of
 * creation, and only there is an update the profile's first or second ever.
 */
export const freshProfileUpdate = defineExperiment<null, ProfileHistory>({
  name: 'fresh-profile-update',
  needs: ['updates', 'senderProfile'],
  // After the updates of other experiments, which observe the newest profile.
  phase: 'refused deletion',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const { uuid, madeAt } = await fresh(session);
    await session.clock.wait(Math.max(0, madeAt + untilClocksAgreeMs - session.clock.now()));
    return session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => {
      const before = await lookAt(session.api.control, uuid);
      mustShow(before);
      const rounds: Round[] = [{ updates: [], looks: [before] }];
      for (const change of changesOf(uuid, session))
        rounds.push(await updateRound(session, rounds.at(-1)?.looks ?? [], [change]));
      return { rounds, stranger: null };
    });
  },
});

/** The second update uses a key created in this run, if there is one. */
function changesOf(uuid: string, session: Session): readonly Change[] {
  const by = lastKeyOf(session);
  const [hardestText = ''] = boundaryTexts;
  const sent = { first_name: hardestText, last_name: hardestText, label: hardestText };
  return [
    { uuid, sent: { last_name: 'Freshly made' } },
    { uuid, sent, ...(by === null ? {} : { by }) },
  ];
}

/**
 * A sender profile created in this run and never updated since; otherwise a new one, or the newest of those created.
 *
 * @throws Unmet if none was created and none can be
 */
async function fresh({ fixtures, state, clock }: Session): Promise<NeverUpdated> {
  const { profiles } = state.account;
  const known = profiles.neverUpdated;
  profiles.neverUpdated = null;
  if (known !== null) return known;
  const uuid = (await fixtures.newSenderProfile()) ?? fixtures.madeSenderProfiles.at(-1);
  if (uuid === undefined)
    throw new Unmet('no sender profile was created in this run (`provision` with createSenderProfile)');
  return { uuid, madeAt: clock.now() };
}
