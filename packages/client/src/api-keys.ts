/** API keys: their creation (section "Create an API key"). */
import type { ApiKey } from '@outreach-api/types';
import type { AnswerFacts } from './call-facts.ts';
import type { ApiKeys } from './outreach-client.ts';
import { readRecord } from './read-answer.ts';
import type { Operate } from './transport.ts';

const readKey = (answer: AnswerFacts) => readRecord<ApiKey>(answer, 'last_token');

/** Creates the operations on API keys. */
export function createApiKeys(operate: Operate): ApiKeys {
  const create = operate('POST', '/id/api/jwt-tokens/create-api-key');
  return { create: (body, options) => create(() => '', readKey, options, body) };
}
