/** API keys: their creation (section "Create an API key"). */
import type { ApiKey, CreateApiKeyRequest } from '@outreach-api/types';
import { callOf, readRecord } from './call.ts';
import type { Call } from './call.ts';
import type { CallOptions } from './client-options.ts';
import type { Send } from './transport.ts';

/** The operations on API keys. */
export interface ApiKeys {
  /**
   * Creates a key for the caller's current team. Store `last_token` at once: it cannot be fetched again. Tried again
   * after 429 only: where the answer got lost, a key may exist whose credential nobody has.
   *
   * @throws OutreachError
   */
  create(key: CreateApiKeyRequest, options?: CallOptions): Call<ApiKey>;
}

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
