/** Words for breaches of the section Delete a sender profile. */
import type { ProfileDeletionBreaches } from '../rules/breaches/delete-a-sender-profile.ts';
import { show, type Words } from './sides.ts';

export const profileDeletionWords: Words<ProfileDeletionBreaches> = {
  'profile-deletion-refused': ({ uuid, status }) => ({
    expected: `deleting sender profile ${uuid} succeeds`,
    actual: `answered with ${status}`,
  }),
  'deleted-profile-there': ({ request, uuid, status, body }) => ({
    expected: `a later ${request} of sender profile ${uuid}, which was deleted, is refused`,
    actual: `answered with ${status}: ${show(body)}`,
  }),
};
