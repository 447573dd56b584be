/** What a client can do: the seven operations by resource, as types. */
import type {
  ApiKey,
  CreateApiKeyRequest,
  SenderProfile,
  SenderProfileUpdate,
  Webhook,
  WebhookTest,
} from '@outreach-api/types';
import type { Call } from './call.ts';
import type { CallOptions, SharedCallOptions } from './client-options.ts';
import type { RequestMethod, RequestOptions } from './request.ts';
import type { WebhookPage, WebhookPageData } from './webhook-page.ts';
import type { WebhookQuery } from './webhook-query.ts';

/** The operations of the API, by resource. */
export interface OutreachClient {
  apiKeys: ApiKeys;
  webhooks: Webhooks;
  senderProfiles: SenderProfiles;
  /**
   * Sends any other operation of the platform, with the credential, the backoff, the gate and the errors of this client.
   *
   * @example
   * ```ts
   * const lists = await client.request('GET', '/crm/api/lists', { query: { limit: 5 }, timeoutMs: 2000 });
   * await client.request<{ uuid: string }>('POST', '/crm/api/lists', { body: { name: 'Leads' } });
   * ```
   *
   * @typeParam Result - what the answer is trusted to be: it is not checked
   * @param path - from the base address on, percent-encoded
   * @returns the answer's JSON; its text if it is not JSON; undefined if it is empty
   * @throws OutreachError; TypeError for a path that would lead elsewhere, or a query that cannot be sent
   */
  request<Result = unknown>(method: RequestMethod, path: string, options?: RequestOptions): Call<Result>;
  /**
   * The same client with other options for all calls: it shares the limit, the budget of retries and the token.
   *
   * @example
   * ```ts
   * const patient = client.with({ timeoutMs: 120_000, headers: { 'x-job': 'nightly' } });
   * ```
   *
   * @throws TypeError or RangeError for an option that cannot be used
   */
  with(options: SharedCallOptions): OutreachClient;
}

/** The operations on API keys. */
export interface ApiKeys {
  /**
   * Creates a key for the caller's current team. Store `last_token` at once: it cannot be fetched again. Retried
   * only after 429: if the answer got lost, a key may exist whose credential nobody has.
   *
   * @example
   * ```ts
   * const { jti, last_token } = await client.apiKeys.create({ name: 'CI' });
   * ```
   *
   * @throws OutreachError
   */
  create(key: CreateApiKeyRequest, options?: CallOptions): Call<ApiKey>;
}

/** What testing a webhook takes: its full configuration, with or without `uuid`. */
export type WebhookTestRequest = Omit<WebhookTest, 'target_url'> & { target_url: string | URL };

/** The operations on webhooks. An invalid argument rejects; `iterate` throws it at once. */
export interface Webhooks {
  /**
   * Fetches one page of the account's webhooks (section "List webhooks"); its `next()` fetches the one after it.
   *
   * @example
   * ```ts
   * const first = await client.webhooks.list({ limit: 50 });
   * const second = await first.next();
   * // Fields that the service has beyond the documented ones:
   * const dated = await client.webhooks.list<{ created_at: string }>();
   * ```
   *
   * @typeParam Item - the fields that this service sends and filters by, if they are more than the documented ones
   * @throws OutreachError; RangeError for a limit or offset, FilterError for a filter that cannot be sent
   */
  list<Item extends object = Webhook>(
    query?: WebhookQuery<Item>,
    options?: CallOptions,
  ): Call<WebhookPage<Item>>;
  /**
   * Walks over the account's webhooks, each once, until `has_more` is false (section "Pagination"). Pages are
   * requested as they are needed.
   *
   * Deleting what the walk yielded is safe: it goes back if the list shrank, and loses none that is there for the
   * whole walk, whoever adds or deletes others meanwhile, as long as those that stay keep their order. With an
   * `offset`, that holds from there on.
   *
   * @example
   * ```ts
   * for await (const { uuid } of client.webhooks.iterate()) await client.webhooks.delete(uuid);
   * for await (const { data, total } of client.webhooks.iterate({ limit: 50 }).pages()) console.log(data.length, total);
   * ```
   *
   * @throws as `list`, at once for the query and during the walk for requests; UnreadableAnswerError if the list
   *   repeats itself endlessly
   */
  iterate<Item extends object = Webhook>(
    query?: WebhookQuery<Item>,
    options?: CallOptions,
  ): WebhookWalk<Item>;
  /**
   * Has a sample payload sent to a target, and returns the target's response in whatever shape the service gives it:
   * JSON if it is JSON, otherwise text (section "Test a webhook"). It is sent once: a 429 may be the target's own.
   *
   * @example
   * ```ts
   * const answer = await client.webhooks.test({
   *   event: 'sender_profile_sent_email',
   *   request_method: 'POST',
   *   target_url: 'https://example.com/hook',
   * });
   * ```
   *
   * @throws OutreachError, a WebhookTestError for a status that may be the target's; TypeError if the configuration
   *   is incomplete
   */
  test(webhook: WebhookTestRequest, options?: CallOptions): Call<unknown>;
  /**
   * Removes a webhook for good (section "Delete a webhook").
   *
   * @example
   * ```ts
   * await client.webhooks.delete(webhook.uuid);
   * ```
   *
   * @throws OutreachError; TypeError if the uuid cannot be one
   */
  delete(uuid: string, options?: CallOptions): Call<void>;
}

/** A walk over the list of webhooks. Each `for await` over it starts again from the beginning. */
export interface WebhookWalk<Item extends object = Webhook> extends AsyncIterable<Webhook & Item> {
  /** The same walk page by page; a page's `data` holds what no earlier page had, and is never empty. */
  pages(): AsyncIterable<WebhookPageData<Item>>;
}

/** The operations on sender profiles. An invalid argument rejects. */
export interface SenderProfiles {
  /**
   * Reads a profile (section "Get a sender profile").
   *
   * @example
   * ```ts
   * const { first_name, status } = await client.senderProfiles.get(uuid);
   * ```
   *
   * @throws OutreachError; TypeError if the uuid cannot be one
   */
  get(uuid: string, options?: CallOptions): Call<SenderProfile>;
  /**
   * Updates a profile and returns its new state (section "Update a sender profile"). Whether an omitted field is
   * kept or cleared is not shown: send each one that matters.
   *
   * @example
   * ```ts
   * const profile = await client.senderProfiles.update(uuid, { label: 'North region' });
   * ```
   *
   * @throws OutreachError; TypeError if the uuid cannot be one
   */
  update(uuid: string, changes: SenderProfileUpdate, options?: CallOptions): Call<SenderProfile>;
  /**
   * Deletes a profile for good (section "Delete a sender profile").
   *
   * @example
   * ```ts
   * await client.senderProfiles.delete(uuid);
   * ```
   *
   * @throws OutreachError; TypeError if the uuid cannot be one
   */
  delete(uuid: string, options?: CallOptions): Call<void>;
}
