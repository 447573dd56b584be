/** Webhooks: listing, walking over the list, testing and deleting. */
import type { Webhook, WebhookList, WebhookTest } from '@outreach-api/types';
import { callOf, readAnything, readNothing, readRecord } from './call.ts';
import type { Call } from './call.ts';
import type { CallOptions, QueryFilterPlacement } from './client-options.ts';
import { UnreadableAnswerError } from './errors.ts';
import type { Answered } from './exchange.ts';
import { pathUuid } from './path-uuid.ts';
import type { Send } from './transport.ts';
import { walkPages } from './walk-pages.ts';
import { writeWebhookQuery } from './webhook-query.ts';
import type { WebhookQuery } from './webhook-query.ts';

/** A walk over the list of webhooks. Each `for await` over it starts anew. */
export interface WebhookWalk extends AsyncIterable<Webhook> {
  /** The same walk page by page; a page's `data` holds what no earlier page had. */
  pages(): AsyncIterable<WebhookList>;
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

/** Makes the operations on webhooks. */
export function createWebhooks(send: Send, filterPlacement: QueryFilterPlacement | undefined): Webhooks {
  const sendList = (search: string, options: CallOptions): Promise<Answered> =>
    send(options, (api, init) =>
      api.GET('/integrations/api/webhooks', { ...init, querySerializer: () => search }),
    );
  return {
    list(query = {}, options = {}) {
      return callOf(sendList(writeWebhookQuery(query, filterPlacement), options), readPage);
    },
    iterate(query = {}, options = {}) {
      // The query is checked before the walk begins, not at its first step.
      writeWebhookQuery(query, filterPlacement);
      return createWalk(query.offset ?? 0, (offset) =>
        sendList(writeWebhookQuery({ ...query, offset }, filterPlacement), options),
      );
    },
    test(webhook, options = {}) {
      checkFull(webhook);
      const sent = send(options, (api, init) =>
        api.POST('/integrations/api/webhooks/test', { ...init, body: webhook }),
      );
      return callOf(sent, readAnything);
    },
    delete(uuid, options = {}) {
      const params = { path: { uuid: pathUuid(uuid) } };
      const sent = send(options, (api, init) =>
        api.DELETE('/integrations/api/webhooks/{uuid}', { ...init, params }),
      );
      return callOf(sent, readNothing);
    },
  };
}

function createWalk(from: number, list: (offset: number) => Promise<Answered>): WebhookWalk {
  const listAt = async (offset: number) => {
    const answered = await list(offset);
    const problem = 'the list says has_more and repeats itself: the walk would have no end';
    const page = readPage(answered);
    if (page.data.some((webhook) => typeof webhook?.uuid !== 'string')) {
      throw new UnreadableAnswerError(
        answered,
        'a record of the list has no uuid: the walk cannot tell it apart',
      );
    }
    return { page, endless: () => new UnreadableAnswerError(answered, problem) };
  };
  const pages = () => walkPages<Webhook, WebhookList>(from, listAt, ({ uuid }) => uuid);
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data;
    },
  };
}

/** A walk leans on these two; the other fields are handed on as they came. */
function readPage(answered: Answered): WebhookList {
  const page = readRecord<WebhookList>(answered, ['data', 'has_more']);
  if (Array.isArray(page.data) && typeof page.has_more === 'boolean') return page;
  throw new UnreadableAnswerError(
    answered,
    'the body is no page of a list: data or has_more is of another type',
  );
}

function checkFull(webhook: WebhookTest): void {
  const missing = (['event', 'request_method', 'target_url'] as const).filter(
    (field) => typeof webhook[field] !== 'string',
  );
  if (missing.length === 0) return;
  throw new TypeError(`A webhook test needs the full configuration; missing: ${missing.join(', ')}`);
}
