/** All rules of the suite. */
import type { Rule } from '../session/suite.ts';
import { statements } from '../generated/statements.ts';
import * as accounts from '../sections/what-the-service-does/accounts.ts';
import * as apiKey from '../sections/create-an-api-key/api-key.ts';
import * as authentication from '../sections/authentication/authentication.ts';
import * as callsToATarget from '../sections/test-a-webhook/calls-to-a-target.ts';
import * as createAnApiKey from '../sections/create-an-api-key/create-an-api-key.ts';
import * as createdAt from '../sections/create-an-api-key/created-at.ts';
import * as createdKey from '../sections/create-an-api-key/created-key.ts';
import * as endpoints from '../sections/endpoints/endpoints.ts';
import * as filtering from '../sections/filtering/filtering.ts';
import * as pagination from '../sections/pagination/pagination.ts';
import * as deleteASenderProfile from '../sections/delete-a-sender-profile/delete-a-sender-profile.ts';
import * as deleteAWebhook from '../sections/delete-a-webhook/delete-a-webhook.ts';
import * as getASenderProfile from '../sections/get-a-sender-profile/get-a-sender-profile.ts';
import * as limits from '../sections/limits/limits.ts';
import * as listWebhooks from '../sections/list-webhooks/list-webhooks.ts';
import * as senderProfile from '../sections/sender-profile/sender-profile.ts';
import * as testAWebhook from '../sections/test-a-webhook/test-a-webhook.ts';
import * as updateASenderProfile from '../sections/update-a-sender-profile/update-a-sender-profile.ts';

const sections = [
  authentication,
  createdKey,
  accounts,
  endpoints,
  pagination,
  createAnApiKey,
  createdAt,
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
