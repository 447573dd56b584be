/** All rules of the suite. */
import type { Rule } from '../session/suite.ts';
import { statements } from '@outreach-api/model/generated/statements';
import { rules as authentication } from '../sections/authentication/suite.ts';
import { rules as whatTheServiceDoes } from '../sections/what-the-service-does/suite.ts';
import { rules as endpoints } from '../sections/endpoints/suite.ts';
import { rules as pagination } from '../sections/pagination/suite.ts';
import { rules as createAnApiKey } from '../sections/create-an-api-key/suite.ts';
import { rules as filtering } from '../sections/filtering/suite.ts';
import { rules as listWebhooks } from '../sections/list-webhooks/suite.ts';
import { rules as testAWebhook } from '../sections/test-a-webhook/suite.ts';
import { rules as deleteAWebhook } from '../sections/delete-a-webhook/suite.ts';
import { rules as senderProfile } from '../sections/sender-profile/suite.ts';
import { rules as getASenderProfile } from '../sections/get-a-sender-profile/suite.ts';
import { rules as updateASenderProfile } from '../sections/update-a-sender-profile/suite.ts';
import { rules as deleteASenderProfile } from '../sections/delete-a-sender-profile/suite.ts';
import { rules as limits } from '../sections/limits/suite.ts';

const sections = [
  authentication,
  whatTheServiceDoes,
  endpoints,
  pagination,
  createAnApiKey,
  filtering,
  listWebhooks,
  testAWebhook,
  deleteAWebhook,
  senderProfile,
  getASenderProfile,
  updateASenderProfile,
  deleteASenderProfile,
  limits,
];

/** All rules of the suite, in the order of the statements. */
export const rules: readonly Rule[] = sections.flat().toSorted(byStatement);

/** The ids of all rules. */
export const ruleIds: readonly string[] = rules.map(({ id }) => id);

function byStatement(a: Rule, b: Rule): number {
  const ids = Object.keys(statements);
  return ids.indexOf(a.id) - ids.indexOf(b.id);
}
