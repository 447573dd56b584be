/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as deleteAWebhook from './delete-a-webhook.rules.ts';
import { lateList } from './late-list.ts';
import { earlyWebhookDeletion, webhookDeletion } from './webhook-deletion.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(deleteAWebhook.deletedWebhookIsGone, {
    from: [webhookDeletion, lateList],
    alsoFrom: [earlyWebhookDeletion],
  }),
  defineRule(deleteAWebhook.deletionChangesNoOtherWebhook, {
    from: [webhookDeletion, lateList],
    alsoFrom: [earlyWebhookDeletion],
  }),
];
