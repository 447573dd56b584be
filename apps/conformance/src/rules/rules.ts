/** All rules of the suite. */
import type { Rule } from '../engine/rule.ts';
import * as accounts from './accounts.ts';
import * as apiKey from './api-key.ts';
import * as authentication from './authentication.ts';
import * as createAnApiKey from './create-an-api-key.ts';
import * as createdKey from './created-key.ts';
import * as endpoints from './endpoints.ts';
import * as filtering from './filtering.ts';
import * as pagination from './pagination.ts';
import * as deleteAWebhook from './delete-a-webhook.ts';
import * as listWebhooks from './list-webhooks.ts';
import * as testAWebhook from './test-a-webhook.ts';

const sections = [authentication, createdKey, accounts, endpoints, pagination, createAnApiKey, apiKey, filtering, listWebhooks, testAWebhook, deleteAWebhook];

/** All rules of the suite, in the order of the statements. */
export const rules: readonly Rule[] = sections.flatMap((section) => Object.values(section));
