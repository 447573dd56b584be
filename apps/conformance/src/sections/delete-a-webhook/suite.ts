/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as deleteAWebhook from './delete-a-webhook.rules.ts';
import { lateList } from './late-list.ts';
import { earlyLifeOfAWebhook, lifeOfAWebhook } from './life-of-a-webhook.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(deleteAWebhook.deletedWebhookIsGone, {
    from: [lifeOfAWebhook, lateList],
    alsoFrom: [earlyLifeOfAWebhook],
  }),
  defineRule(deleteAWebhook.deletionChangesNoOtherWebhook, {
    from: [lifeOfAWebhook, lateList],
    alsoFrom: [earlyLifeOfAWebhook],
  }),
];
