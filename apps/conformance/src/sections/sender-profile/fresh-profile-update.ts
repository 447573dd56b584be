/** Updates a sender profile soon after its creation, and puts its texts back (Sender profile). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { boundaryTexts } from '@outreach-api/model/texts/ordinary-text';
import { lastKeyOf } from '../../account/first-key.ts';
import { untouchedProfile } from '../../account/profiles-at-hand.ts';
import type { ProfileHistory } from '@outreach-api/model/records/profile-history';
import { updateMadeProfile } from './update-made-profile.ts';

/** After its creation: the servers of a target may disagree on the time to the second. */
const untilClocksAgreeMs = 1500;
const [hardestText = ''] = boundaryTexts;

/**
 * Only on a new profile does a clock that is hours slow show a time before that of creation, and only there is an update
 * the profile's first or second ever.
 */
export const freshProfileUpdate = defineExperiment<null, ProfileHistory>({
  name: 'fresh-profile-update',
  does: 'updates a sender profile that was created for this three times: the second time with a created key if there is one, last with what it had before',
  needs: ['updates', 'senderProfile'],
  // After the first key was created.
  phase: 'change',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const { uuid, madeMs } = await untouchedProfile(session);
    await session.clock.wait(Math.max(0, madeMs + untilClocksAgreeMs - session.clock.now()));
    const by = lastKeyOf(session);
    const sent = { first_name: hardestText, last_name: hardestText, label: hardestText };
    const changes = [{ sent: { last_name: 'Freshly made' } }, { sent, ...(by === null ? {} : { by }) }];
    return updateMadeProfile(session, uuid, changes, { putsBack: true });
  },
});
