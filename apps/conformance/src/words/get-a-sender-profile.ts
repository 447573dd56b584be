/** Words for breaches of the section Get a sender profile. */
import type { ProfileReadingBreaches } from '../rules/breaches/get-a-sender-profile.ts';
import { compared, show, type Words } from './sides.ts';

export const profileReadingWords: Words<ProfileReadingBreaches> = {
  'another-profile-shown': compared(({ uuid }) => `\`uuid\` in the answer for sender profile ${uuid}`),
  'unknown-profile-read': ({ uuid, status, body }) => ({
    expected: `reading sender profile ${uuid}, which does not exist, is refused`,
    actual: `answered with ${status}: ${show(body)}`,
  }),
  'unknown-profile-updated': ({ uuid, status, body }) => ({
    expected: `updating sender profile ${uuid}, which does not exist, is refused`,
    actual: `answered with ${status}: ${show(body)}`,
  }),
  'unknown-profile-read-after-update': ({ uuid, status, body }) => ({
    expected: `reading sender profile ${uuid}, which does not exist, is refused after an update of it`,
    actual: `answered with ${status}: ${show(body)}`,
  }),
  'unknown-uuid-updates-another': ({ uuid }) => ({
    expected: `updating sender profile ${uuid}, which does not exist, changes no other`,
    actual: 'a profile with a similar uuid was changed',
  }),
};
