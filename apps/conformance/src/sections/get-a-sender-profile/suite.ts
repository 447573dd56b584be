/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as getASenderProfile from './get-a-sender-profile.rules.ts';
import { unknownProfileReading, unknownProfileUpdate } from './unknown-profile.ts';
import { profileReading } from '../sender-profile/profile-reading.ts';
import { readingByOthers } from '../sender-profile/reading-by-others.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(getASenderProfile.recordIsTheOneAskedFor, { from: [profileReading] }),
  defineRule(getASenderProfile.readingChangesNothing, { from: [profileReading, readingByOthers] }),
  defineRule(getASenderProfile.unknownUuidIsRefused, { from: [unknownProfileReading, unknownProfileUpdate] }),
];
