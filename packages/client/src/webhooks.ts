/** Webhooks: listing, walking over the list, testing and deleting. */
import type { Webhook } from '@outreach-api/types';
import type { Call } from './call.ts';
import type { CallOptions } from './client-options.ts';
import { throwIfAborted } from './errors.ts';
import type { AnswerFacts } from './call-facts.ts';
import type { QueryFilterPlacement } from './filter/filter.ts';
import type { Webhooks, WebhookTestRequest, WebhookWalk } from './outreach-client.ts';
import { pathOf } from './path-of.ts';
import { readAnything, readNothing } from './read-answer.ts';
import type { Operate } from './transport.ts';
import { walkPages } from './walk-pages.ts';
import type { WalkedPage } from './walk-pages.ts';
import { pageWithNext, readPage } from './webhook-page.ts';
import type { WebhookPage } from './webhook-page.ts';
import { writeWebhookQuery } from './webhook-query.ts';
import type { WebhookQuery } from './webhook-query.ts';

const path = '/integrations/api/webhooks';

/** Creates the operations on webhooks. */
export function createWebhooks(
  operate: Operate,
  filterPlacement: QueryFilterPlacement | undefined,
): Webhooks {
  const [get, remove] = [operate('GET', path), operate('DELETE', `${path}/`)];
  const test = operate('POST', `${path}/test`);

  const fetchPage = <Item extends object, Result>(
    query: WebhookQuery<Item>,
    read: (answer: AnswerFacts) => Result,
    options: CallOptions | undefined,
  ): Call<Result> => get(() => writeWebhookQuery(query, filterPlacement), read, options);

  function list<Item extends object = Webhook>(
    query: WebhookQuery<Item> = {},
    options?: CallOptions,
  ): Call<WebhookPage<Item>> {
    const read = (answer: AnswerFacts): WebhookPage<Item> => {
      const page = readPage<Item>(answer);
      const { length } = page.data;
      const after = { ...query, offset: (query.offset ?? 0) + length };
      return pageWithNext(page, async () => (page.has_more && length > 0 ? list(after, options) : null));
    };
    return fetchPage(query, read, options);
  }

  return {
    list,
    iterate<Item extends object = Webhook>(query: WebhookQuery<Item> = {}, options?: CallOptions) {
      const { offset: from = 0, limit } = query;
      // The query is checked before the walk starts, not at its first step.
      writeWebhookQuery(query, filterPlacement);
      return walkOf(() =>
        walkPages(from, (offset, isFirst) => {
          // Plus the one that is already known, if that is within 20, the default (section "Pagination"): a server may
          // lower or refuse a limit above it.
          const most = limit && (isFirst || limit >= 20 ? limit : limit + 1);
          return fetchPage(
            { ...query, offset, limit: most },
            (answer) => [readPage<Item>(answer), answer],
            options,
          );
        }),
      );
    },
    test: (body, options) => test(() => checkFull(body), readAnything, options, body),
    delete: (uuid, options) => remove(() => pathOf(uuid), readNothing, options),
  };
}

/** A walk page by page, and webhook by webhook: there an abort also ends it within a page. */
function walkOf<Item extends object>(walk: () => AsyncIterable<WalkedPage<Item>>): WebhookWalk<Item> {
  return {
    async *pages() {
      for await (const [page] of walk()) yield page;
    },
    async *[Symbol.asyncIterator]() {
      for await (const [{ data }, answer] of walk())
        for (const webhook of data) {
          throwIfAborted(answer);
          yield webhook;
        }
    },
  };
}

/** @returns an empty text: nothing follows the address */
function checkFull(webhook: WebhookTestRequest): '' {
  const missing = (['event', 'request_method', 'target_url'] as const).filter((field) => !webhook[field]);
  if (missing.length === 0) return '';
  throw new TypeError(`webhook must be full; missing: ${missing.join(', ')}`);
}
