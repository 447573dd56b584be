/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as deleteASenderProfile from './delete-a-sender-profile.rules.ts';
import { earlyDeletion, lateReadingOfDeleted } from './lasting-deletion.ts';
import { profileDeletion } from './profile-deletion.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(deleteASenderProfile.deletedProfileIsGone, {
    from: [profileDeletion, earlyDeletion, lateReadingOfDeleted],
  }),
  defineRule(deleteASenderProfile.deletionChangesNoOther, { from: [profileDeletion, lateReadingOfDeleted] }),
];
