/** API keys: their creation (section "Create an API key"). */
import type { ApiKey } from '@outreach-api/types';
import { readRecord } from './call.ts';
import type { AnswerFacts } from './errors.ts';
import type { ApiKeys } from './outreach-client.ts';
import type { Send } from './transport.ts';

const readKey = (answer: AnswerFacts) => readRecord<ApiKey>(answer, ['last_token']);

/** Makes the operations on API keys. */
export function createApiKeys(send: Send): ApiKeys {
  return {
    create: (body, options) => send('post', '/id/api/jwt-tokens/create-api-key', { body }, readKey, options),
  };
}
