/** API keys: their creation (section "Create an API key"). */
import type { ApiKey } from '@outreach-api/types';
import { callOf, readRecord } from './call.ts';
import type { ApiKeys } from './outreach-client.ts';
import type { Send } from './transport.ts';

/** Makes the operations on API keys. */
export function createApiKeys(send: Send): ApiKeys {
  return {
    create(key, options = {}) {
      const sent = send(options, (api, init) =>
        api.POST('/id/api/jwt-tokens/create-api-key', { ...init, body: key }),
      );
      return callOf(sent, (answered) => readRecord<ApiKey>(answered, ['last_token']));
    },
  };
}
