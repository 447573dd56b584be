/** All rules of the suite. */
import type { Rule } from '../engine/rule.ts';
import { statements } from '../generated/statements.ts';
import * as accounts from './accounts.ts';
import * as apiKey from './api-key.ts';
import * as authentication from './authentication.ts';
import * as callsToATarget from './calls-to-a-target.ts';
import * as createAnApiKey from './create-an-api-key.ts';
import * as createdKey from './created-key.ts';
import * as endpoints from './endpoints.ts';
import * as filtering from './filtering.ts';
import * as pagination from './pagination.ts';
import * as deleteASenderProfile from './delete-a-sender-profile.ts';
import * as deleteAWebhook from './delete-a-webhook.ts';
import * as getASenderProfile from './get-a-sender-profile.ts';
import * as limits from './limits.ts';
import * as listWebhooks from './list-webhooks.ts';
import * as senderProfile from './sender-profile.ts';
import * as testAWebhook from './test-a-webhook.ts';
import * as updateASenderProfile from './update-a-sender-profile.ts';

const sections = [
  authentication,
  createdKey,
  accounts,
  endpoints,
  pagination,
  createAnApiKey,
  apiKey,
  filtering,
  listWebhooks,
  testAWebhook,
  callsToATarget,
  deleteAWebhook,
  senderProfile,
  getASenderProfile,
  updateASenderProfile,
  deleteASenderProfile,
  limits,
];

/** All rules of the suite, in the order of the statements. */
export const rules: readonly Rule[] = sections
  .flatMap((section) => Object.values(section))
  .toSorted(byStatement);

function byStatement(a: Rule, b: Rule): number {
  const ids = Object.keys(statements);
  return ids.indexOf(a.id) - ids.indexOf(b.id);
}
