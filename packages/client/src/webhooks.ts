/** Webhooks: listing, walking over the list, testing and deleting. */
import type { Webhook, WebhookList, WebhookTest } from '@outreach-api/types';
import { callOf, readAnything, readNothing, readRecord } from './call.ts';
import type { CallOptions, QueryFilterPlacement } from './client-options.ts';
import { UnreadableAnswerError } from './errors.ts';
import type { Answered } from './exchange.ts';
import type { Webhooks, WebhookWalk } from './outreach-client.ts';
import { pathUuid } from './path-uuid.ts';
import type { Send } from './transport.ts';
import { walkPages } from './walk-pages.ts';
import { writeWebhookQuery } from './webhook-query.ts';

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
