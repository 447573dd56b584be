/** Webhooks: listing, walking over the list, testing and deleting. */
import type { WebhookList, WebhookTest } from '@outreach-api/types';
import { readAnything, readNothing, readRecord } from './call.ts';
import { UnreadableAnswerError } from './errors.ts';
import type { AnswerFacts } from './errors.ts';
import type { QueryFilterPlacement } from './filter/filter.ts';
import type { Webhooks } from './outreach-client.ts';
import { pathOf } from './path-of.ts';
import type { Send } from './transport.ts';
import { walkPages } from './walk-pages.ts';
import { writeWebhookQuery } from './webhook-query.ts';

const path = '/integrations/api/webhooks';

/** Makes the operations on webhooks. */
export function createWebhooks(send: Send, filterPlacement: QueryFilterPlacement | undefined): Webhooks {
  return {
    list: (query = {}, options) =>
      send('get', path, {}, readPage, options, writeWebhookQuery(query, filterPlacement)),
    iterate(query = {}, options) {
      const { offset: from = 0 } = query;
      const searchAt = (offset: number): string => writeWebhookQuery({ ...query, offset }, filterPlacement);
      // The query is checked before the walk begins, not at its first step.
      searchAt(from);
      const pages = () =>
        walkPages(from, (offset) => send('get', path, {}, readWalkedPage, options, searchAt(offset)));
      return {
        pages,
        async *[Symbol.asyncIterator]() {
          for await (const { data } of pages()) yield* data;
        },
      };
    },
    test(body, options) {
      checkFull(body);
      return send('post', `${path}/test`, { body }, readAnything, options);
    },
    delete: (uuid, options) => send('delete', `${path}/{uuid}`, pathOf(uuid), readNothing, options),
  };
}

/** A walk leans on these two; the other fields are handed on as they came. */
function readPage(answer: AnswerFacts): WebhookList {
  const page = readRecord<WebhookList>(answer, []);
  if (Array.isArray(page.data) && typeof page.has_more === 'boolean') return page;
  throw new UnreadableAnswerError(
    answer,
    'the body is no page of a list: data is no array or has_more no boolean',
  );
}

function readWalkedPage(answer: AnswerFacts): { page: WebhookList; endless: () => Error } {
  const page = readPage(answer);
  const unwalkable = (problem: string): Error =>
    new UnreadableAnswerError(answer, `the list cannot be walked: ${problem}`);
  if (page.data.some((webhook) => typeof webhook?.uuid !== 'string'))
    throw unwalkable('a record has no uuid');
  return { page, endless: () => unwalkable('it says has_more and repeats itself without an end') };
}

function checkFull(webhook: WebhookTest): void {
  const missing = (['event', 'request_method', 'target_url'] as const).filter(
    (field) => typeof webhook[field] !== 'string',
  );
  if (missing.length === 0) return;
  throw new TypeError(`A webhook test needs the full configuration; missing: ${missing.join(', ')}`);
}
