/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as authentication from './authentication.rules.ts';
import { furtherTrespasses, trespassOnList } from './trespasses.ts';

/** Keys are checked in one place, or by whole services: what is accepted elsewhere may break these rules, too. */
const ofKeys = { from: [trespassOnList], alsoFrom: furtherTrespasses };

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(authentication.noCredentialIsRefused, { from: [trespassOnList, ...furtherTrespasses] }),
  defineRule(authentication.whatIsNoKeyIsRefused, ofKeys),
  defineRule(authentication.tamperedKeyIsRefused, ofKeys),
  defineRule(authentication.expiredKeyIsRefused, ofKeys),
];
