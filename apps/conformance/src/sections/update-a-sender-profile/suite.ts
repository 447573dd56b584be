/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as updateASenderProfile from './update-a-sender-profile.rules.ts';
import { freshProfileUpdate } from '../sender-profile/fresh-profile-update.ts';
import { lastingFieldsUpdate } from '../sender-profile/lasting-fields-update.ts';
import { earlyUpdate, lateReading } from '../sender-profile/lasting-update.ts';
import { madeProfile } from '../sender-profile/made-profile.ts';
import { profileUpdates } from '../sender-profile/profile-updates.ts';
import { profileUnderUpdates } from '../sender-profile/meeting-updates.ts';
import { simultaneousUpdates } from './simultaneous-updates.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(updateASenderProfile.updateReturnsTheRecord, { from: [profileUpdates, madeProfile] }),
  defineRule(updateASenderProfile.laterReadShowsTheUpdate, {
    from: [profileUpdates, freshProfileUpdate, madeProfile, earlyUpdate, lateReading],
    alsoFrom: [profileUnderUpdates],
  }),
  defineRule(updateASenderProfile.updateChangesNoOther, {
    from: [profileUpdates],
    alsoFrom: [lastingFieldsUpdate],
  }),
  defineRule(updateASenderProfile.oneUpdateWinsWhole, { from: [simultaneousUpdates] }),
];
