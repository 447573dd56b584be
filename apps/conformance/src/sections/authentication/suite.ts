/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as authentication from './authentication.rules.ts';
import { lateProfileDeletion, lateWebhookDeletion } from './late-deletions.ts';
import { trespassOnKeyCreation, trespassOnWebhookTest } from './trespass-on-changes.ts';
import { trespassOnProfileDeletion, trespassOnWebhookDeletion } from './trespass-on-deletions.ts';
import { trespassOnList, trespassOnProfileRead } from './trespass-on-reads.ts';
import { trespassOnUpdate } from './trespass-on-update.ts';
import { trespassUnderAFilter } from './trespass-under-a-filter.ts';
import { trespassUnderWay } from './trespass-under-way.ts';

const lateDeletions = [lateWebhookDeletion, lateProfileDeletion];
const onLists = [trespassOnList, trespassUnderAFilter];
const onOtherOperations = [
  trespassOnProfileRead,
  trespassOnKeyCreation,
  trespassOnWebhookTest,
  trespassOnUpdate,
  trespassOnWebhookDeletion,
  trespassOnProfileDeletion,
];

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(authentication.noCredentialIsRefused, {
    from: [...onLists, ...onOtherOperations, ...lateDeletions, trespassUnderWay],
  }),
  defineRule(authentication.whatIsNoKeyIsRefused, {
    from: onLists,
    alsoFrom: [...onOtherOperations, ...lateDeletions],
  }),
  defineRule(authentication.tamperedKeyIsRefused, {
    from: onLists,
    alsoFrom: [...onOtherOperations, ...lateDeletions],
  }),
  defineRule(authentication.expiredKeyIsRefused, {
    from: onLists,
    alsoFrom: [...onOtherOperations, ...lateDeletions],
  }),
];
