/** What unusual updates do to a sender profile (Update a sender profile; PROF-90). */
import { classOf } from '@outreach-api/model/records/answer-class';
import { textFields } from '@outreach-api/model/records/profile-fields';
import { mustShow } from '@outreach-api/model/records/profile-history';
import { profilesToUpdate } from '../../account/profiles-at-hand.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { updatedTo, updateTo } from '../sender-profile/known-profile.ts';
import { statusAndType } from '../../observations/answer-text.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';
import { lookAt } from '../../account/look-at-profile.ts';

/** What each profile is set to before an unusual update. */
const base = { first_name: 'Before', last_name: 'Observed', label: 'As it was' };
/** How long to wait for a target that stores later: what an unusual update does is unknown, so it cannot be awaited. */
const pauseAfter202Ms = 300;

/** Questions about updates (PROF-90). `schedule` is never sent: if it is not shown, it could not be restored. */
export const updateObservations: readonly OpenQuestion[] = [
  update('an update of first_name alone', { first_name: 'After' }),
  update('an update with an empty body', {}),
  update('an update with label null', { ...base, label: null }),
  update('an update with an empty label', { ...base, label: '' }),
  update('an update with an empty first_name', { ...base, first_name: '' }),
  update('an update with white space at the ends of first_name', { ...base, first_name: ' After ' }),
  update('an update with a number for first_name', { ...base, first_name: 7 }),
  update('an update with an array for label', { ...base, label: ['After'] }),
  update('an update with a label of 300 letters', { ...base, label: 'a'.repeat(300) }),
  update('an update with a further field', { ...base, first_name: 'After', no_such_field: 'After' }),
];

function update(question: string, body: JsonObject): OpenQuestion {
  return defineObservation({
    id: 'PROF-90',
    question,
    needs: ['updates', 'senderProfile'],
    changes: ['senderProfiles'],
    find: async (session) => {
      const [uuid = ''] = await profilesToUpdate(session, { from: 0, most: 1, fields: textFields });
      await updateTo(session, uuid, base);
      await updatedTo(session, uuid, base);
      const answer = await session.api.updateSenderProfile(uuid, body);
      if (classOf(answer).effect === 'later') await session.clock.wait(pauseAfter202Ms);
      const after = mustShow(await lookAt(session.api, uuid));
      return [statusAndType(answer), ...effectsOn(after, body)].join('; ');
    },
  });
}

/** The outcome for each field that was not simply kept or stored, and for all that are omitted. */
function effectsOn(after: JsonObject, body: JsonObject): readonly string[] {
  const fields = Object.keys({ ...base, ...body });
  return fields.flatMap((field) => {
    const before: unknown = Object.hasOwn(base, field) ? Reflect.get(base, field) : undefined;
    const sent = body[field];
    if (field in body && sent === before) return [];
    return [`${field} ${became(after[field], before, sent)}`];
  });
}

function became(now: unknown, before: unknown, sent: unknown): string {
  if (now === undefined) return 'not shown';
  if (sent !== undefined && JSON.stringify(now) === JSON.stringify(sent)) return 'as sent';
  if (now === before) return 'kept';
  if (now === null || now === '') return now === null ? 'null' : 'empty';
  if (typeof now !== 'string') return `another ${typeof now}`;
  if (typeof sent === 'string' && now === sent.trim()) return 'trimmed';
  if (typeof sent === 'string' && sent.startsWith(now)) return 'cut';
  return now === JSON.stringify(sent) ? 'the same as text' : 'another text';
}
