/** What a client can do: the seven operations by resource, as types. */
import type {
  ApiKey,
  CreateApiKeyRequest,
  SenderProfile,
  SenderProfileUpdate,
  Webhook,
  WebhookList,
  WebhookTest,
} from '@outreach-api/types';
import type { Call } from './call.ts';
import type { CallOptions } from './client-options.ts';
import type { WebhookQuery } from './webhook-query.ts';

/** The operations of the API, by resource. */
export interface OutreachClient {
  apiKeys: ApiKeys;
  webhooks: Webhooks;
  senderProfiles: SenderProfiles;
}

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

/** The operations on webhooks. */
export interface Webhooks {
  /**
   * Brings one page of the account's webhooks (section "List webhooks").
   *
   * @throws OutreachError; RangeError for a limit or offset, FilterError for a filter that cannot be sent
   */
  list<Fields extends object = Webhook>(
    query?: WebhookQuery<Fields>,
    options?: CallOptions,
  ): Call<WebhookList>;
  /**
   * Walks over the account's webhooks, each once, until `has_more` is false or a page is empty (section
   * "Pagination"). Pages are asked for as they are needed.
   *
   * @throws as `list`, at once for the query and during the walk for requests; UnreadableAnswerError where the list
   *   repeats itself without an end
   */
  iterate<Fields extends object = Webhook>(query?: WebhookQuery<Fields>, options?: CallOptions): WebhookWalk;
  /**
   * Has a sample payload sent to a target, and brings the target's response in whatever shape the service gives it:
   * JSON where it is JSON, otherwise text (section "Test a webhook").
   *
   * @throws OutreachError; TypeError where the configuration is not full
   */
  test(webhook: WebhookTest, options?: CallOptions): Call<unknown>;
  /**
   * Removes a webhook for good (section "Delete a webhook").
   *
   * @throws OutreachError; TypeError where the uuid cannot be one
   */
  delete(uuid: string, options?: CallOptions): Call<void>;
}

/** A walk over the list of webhooks. Each `for await` over it starts anew. */
export interface WebhookWalk extends AsyncIterable<Webhook> {
  /** The same walk page by page; a page's `data` holds what no earlier page had. */
  pages(): AsyncIterable<WebhookList>;
}

/** The operations on sender profiles. */
export interface SenderProfiles {
  /**
   * Reads a profile (section "Get a sender profile").
   *
   * @throws OutreachError; TypeError where the uuid cannot be one
   */
  get(uuid: string, options?: CallOptions): Call<SenderProfile>;
  /**
   * Updates a profile and brings it as it is then (section "Update a sender profile"). Whether an omitted field is
   * kept or cleared is not shown: send each one that matters.
   *
   * @throws OutreachError; TypeError where the uuid cannot be one
   */
  update(uuid: string, changes: SenderProfileUpdate, options?: CallOptions): Call<SenderProfile>;
  /**
   * Deletes a profile for good (section "Delete a sender profile").
   *
   * @throws OutreachError; TypeError where the uuid cannot be one
   */
  delete(uuid: string, options?: CallOptions): Call<void>;
}
