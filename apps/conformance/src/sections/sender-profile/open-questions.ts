/** What the target does where the description of sender profiles is silent (Update a sender profile; PROF-90). */
import { randomUUID } from 'node:crypto';
import { fieldsOf } from '@outreach-api/model/records/shape';
import { profilesAtHand } from '../../account/profiles-at-hand.ts';
import { mustShow } from '@outreach-api/model/records/profile-history';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Session } from '../../session/session.ts';
import { furtherNames, statusAndType } from '../../observations/answer-text.ts';
import { deletedBefore } from '../../observations/deleted-before.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';
import { statusesOf } from '../../observations/statuses-of.ts';
import { lookAt } from '../../account/look-at-profile.ts';

/** Questions about sender profiles (PROF-90). */
export const profileObservations: readonly OpenQuestion[] = [
  aboutReading('reading a sender profile of an unknown uuid', randomUUID),
  aboutReading('reading a sender profile of a malformed uuid', () => 'not-a-uuid'),
  aboutRecord('further fields of a sender profile', (record) =>
    furtherNames([record], fieldsOf('SenderProfile')),
  ),
  aboutRecord('whether the record shows the schedule', (record) => ('schedule' in record ? 'yes' : 'no')),
  defineObservation({
    id: 'PROF-90',
    question: 'deleting a sender profile twice',
    needs: ['deletes', 'disposableSenderProfile'],
    changesRecordsOf: ['senderProfiles'],
    find: async (session) =>
      statusAndType(await session.api.deleteSenderProfile(await deletedBefore(session, 'sender profile'))),
  }),
  aboutDeletion('deleting a sender profile of an unknown uuid', randomUUID),
  aboutDeletion('deleting a sender profile of a malformed uuid', () => 'not-a-uuid'),
  statusesOf('PROF-90', 'getSenderProfile', 'reading a sender profile'),
  statusesOf('PROF-90', 'updateSenderProfile', 'updating a sender profile'),
  statusesOf('PROF-90', 'deleteSenderProfile', 'deleting a sender profile'),
];

function aboutReading(question: string, uuid: () => string): OpenQuestion {
  return defineObservation({
    id: 'PROF-90',
    question,
    reads: ['senderProfiles'],
    find: async (session) => statusAndType(await session.api.getSenderProfile(uuid())),
  });
}

function aboutRecord(question: string, say: (record: JsonObject) => string): OpenQuestion {
  return defineObservation({
    id: 'PROF-90',
    question,
    needs: ['senderProfile'],
    reads: ['senderProfiles'],
    find: async (session) => say(await firstRecord(session)),
  });
}

async function firstRecord(session: Session): Promise<JsonObject> {
  const [uuid = ''] = await profilesAtHand(session);
  return mustShow(await lookAt(session.api, uuid));
}

function aboutDeletion(question: string, uuid: () => string): OpenQuestion {
  return defineObservation({
    id: 'PROF-90',
    question,
    needs: ['deletes'],
    changesRecordsOf: ['senderProfiles'],
    find: async (session) => statusAndType(await session.api.deleteSenderProfile(uuid())),
  });
}
