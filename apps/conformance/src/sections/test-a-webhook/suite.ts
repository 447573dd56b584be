/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as callsToATarget from './calls-to-a-target.rules.ts';
import * as testAWebhook from './test-a-webhook.rules.ts';
import { fullTests } from './full-tests.ts';
import { lateTests } from './late-tests.ts';
import {
  deletedUuidAlone,
  partialTest,
  partialTestByACreatedKey,
  unknownUuidAlone,
  uuidAlone,
} from './partial-test.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(callsToATarget.fullTestCallsTheTarget, { from: [fullTests] }),
  defineRule(callsToATarget.callUsesTheMethod, { from: [fullTests] }),
  defineRule(callsToATarget.responseIsReturned, { from: [fullTests] }),
  defineRule(callsToATarget.callCarriesAPayload, { from: [fullTests] }),
  defineRule(callsToATarget.targetIsCalledOnce, { from: [fullTests, lateTests] }),
  defineRule(testAWebhook.uuidAloneAnswers422, {
    from: [unknownUuidAlone, uuidAlone, partialTestByACreatedKey],
    alsoFrom: [deletedUuidAlone],
    decidedWith: ['disposableWebhook'],
  }),
  defineRule(testAWebhook.eachFieldIsRequired, {
    from: [partialTest, partialTestByACreatedKey, lateTests],
    decidedWith: ['disposableWebhook'],
  }),
  defineRule(testAWebhook.uuidIsOptional, { from: [fullTests], decidedWith: ['disposableWebhook'] }),
  defineRule(testAWebhook.testLeavesTheListAsItWas, {
    from: [fullTests, lateTests],
    decidedWith: ['disposableWebhook'],
  }),
];
