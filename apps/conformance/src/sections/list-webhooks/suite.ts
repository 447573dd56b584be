/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as listWebhooks from './list-webhooks.rules.ts';
import { listedRecords, walkedRecords } from './listed-records.ts';
import { listingDuringRead, listingUnderUpdates, newKeyListing } from './listing-during-read.ts';
import { madeWebhooks, madeWebhooksByNewKey } from './made-webhooks.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(listWebhooks.webhookHasItsFields, {
    from: [listedRecords, walkedRecords],
    alsoFrom: [madeWebhooks],
  }),
  defineRule(listWebhooks.listHoldsEveryKnownWebhook, {
    from: [madeWebhooks],
    alsoFrom: [madeWebhooksByNewKey],
  }),
  defineRule(listWebhooks.uuidIdentifies, { from: [listedRecords, walkedRecords] }),
  defineRule(listWebhooks.listingSucceeds, {
    from: [listingDuringRead],
    alsoFrom: [newKeyListing, listingUnderUpdates],
  }),
];
