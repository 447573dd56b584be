/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as senderProfile from './sender-profile.rules.ts';
import { freshProfileUpdate } from './fresh-profile-update.ts';
import { lastingFieldsUpdate } from './lasting-fields-update.ts';
import { madeProfile } from './made-profile.ts';
import { profileReading } from './profile-reading.ts';
import { profileUpdates } from './profile-updates.ts';
import { profileUnderUpdates } from './meeting-updates.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(senderProfile.readingReturnsTheRecord, {
    from: [profileReading, madeProfile],
    alsoFrom: [profileUpdates, profileUnderUpdates],
  }),
  defineRule(senderProfile.updateLeavesIdentityAlone, {
    from: [profileUpdates],
    alsoFrom: [lastingFieldsUpdate],
  }),
  defineRule(senderProfile.updatedAtNeverGoesBack, {
    from: [profileReading, profileUpdates, freshProfileUpdate],
    alsoFrom: [lastingFieldsUpdate],
  }),
];
