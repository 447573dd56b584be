/** Words for breaches of the sections Sender profile and Update a sender profile. */
import type { SenderProfileBreaches } from '../rules/breaches/sender-profile.ts';
import { faultWords } from './fault-words.ts';
import { compared, show, type Words } from './sides.ts';

type Untouched = SenderProfileBreaches['profile-left-alone-is-gone'];
type Known = SenderProfileBreaches['known-profile-refused']['known'];

export const senderProfileWords: Words<SenderProfileBreaches> = {
  'known-profile-refused': ({ uuid, known, status }) => ({
    expected: `sender profile ${uuid}, which ${knownBy(known)}, can be read`,
    actual: `refused with ${status}${inAddition(known)}`,
  }),
  'profile-fields': ({ uuid, faults }) => ({
    expected: `sender profile ${uuid} has its 14 fields with their types`,
    actual: faultWords(faults),
  }),
  'updated-before-created': ({ updated_at, created_at }) => ({
    expected: `\`updated_at\` is not before \`created_at\` (${show(created_at)})`,
    actual: `it is ${show(updated_at)}`,
  }),
  'updated-at-goes-back': ({ updated_at, previous }) => ({
    expected: `\`updated_at\` does not go back from ${show(previous)}`,
    actual: `it is ${show(updated_at)}`,
  }),
  'updated-at-read-earlier': ({ updated_at, previous }) => ({
    expected: `\`updated_at\` does not go back from ${show(previous)}, as read before`,
    actual: `it is ${show(updated_at)}`,
  }),
  'profile-left-alone-is-gone': ({ status, body, ...profile }) => ({
    expected: `${profileWords(profile)} can be read`,
    actual: `answered with ${status}: ${show(body)}`,
  }),
  'profile-left-alone-is-changed': ({ changes, ...profile }) => ({
    expected: `${profileWords(profile)} is unchanged`,
    actual: `changed: ${changes.map(({ field, from, to }) => `\`${field}\` from ${show(from)} to ${show(to)}`).join(', ')}`,
  }),
  'update-answered-otherwise': compared(({ field }) => `\`${field}\` in the answer to the update`),
  'update-not-shown-later': compared(({ field }) => `\`${field}\` in a later read`),
  'update-answer-unlike-reads': compared(
    ({ field }) => `\`${field}\`, which the update left out, in the answer to the update`,
  ),
  'left-out-field-changed': ({ field, before, shown, isOfEarlierUpdate }) => ({
    expected: `\`${field}\`, which an update left out, is kept (${show(before)}) or cleared`,
    actual: `${show(shown)}, ${isOfEarlierUpdate ? 'as an earlier update had it' : 'which was sent for another field'}`,
  }),
  'update-answer-fields': ({ uuid, faults }) => ({
    expected: `the answer to an update is the record of sender profile ${uuid}`,
    actual: faultWords(faults),
  }),
  'update-changes-identity': compared(({ field }) => `\`${field}\` after an update`),
  'update-refused': ({ sent, status }) => ({
    expected: `an update with ${show(sent)} is accepted`,
    actual: `refused with ${status}`,
  }),
  'update-answer-is-no-record': ({ uuid, status, body }) => ({
    expected: `the answer to the update of sender profile ${uuid} is the updated record`,
    actual: `answered with ${status} and ${body === undefined ? 'a body that is not JSON' : show(body)}`,
  }),
  'updated-profile-refused': ({ status }) => ({
    expected: 'a profile can be read after an update',
    actual: `refused with ${status}`,
  }),
  'update-of-another-shown': ({ uuid, body }) => ({
    expected: `sender profile ${uuid} has what was sent for it, not what was sent for another`,
    actual: `it is ${show(body)}`,
  }),
  'updates-mixed': ({ updates, final }) => ({
    expected: `names and label are those of one of the updates: ${updates.map(show).join(' or ')}`,
    actual: `they are ${show(final)}`,
  }),
};

function profileWords({ uuid, left }: Pick<Untouched, 'uuid' | 'left'>): string {
  return `sender profile ${uuid}, which was ${left},`;
}

function knownBy(known: Known): string {
  switch (known.by) {
    case 'target file':
      return 'the target file names';
    case 'provision module':
      return '`createSenderProfile` of the provision module made';
    case 'reads before and after updates':
      return 'was read before and after it was updated';
    case 'a read without headers':
    default:
      return `was read without the headers of ${known.headersOf}`;
  }
}

function inAddition(known: Known): string {
  switch (known.by) {
    case 'target file':
      return `, while a uuid that no profile has is refused with ${known.unknownRefusedWith}`;
    case 'provision module':
      return ', like every other profile';
    case 'reads before and after updates':
      return ' meanwhile';
    case 'a read without headers':
    default:
      return ' with them';
  }
}
