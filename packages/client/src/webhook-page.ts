/** A page of the list of webhooks, which can fetch the next one. */
import type { Webhook, WebhookList } from '@outreach-api/types';
import type { Call } from './call.ts';
import { UnreadableAnswerError } from './errors.ts';
import type { AnswerFacts } from './call-facts.ts';
import { readRecord } from './read-answer.ts';

/** What the service sends in a page (section "Webhook list envelope"). */
export interface WebhookPageData<Item extends object = Webhook> extends Omit<WebhookList, 'data'> {
  data: (Webhook & Item)[];
}

/** A page of webhooks, as `list` returns it. */
export interface WebhookPage<Item extends object = Webhook> extends WebhookPageData<Item> {
  /**
   * Fetches the page after this one; null if this is the last one. It goes by offsets: if webhooks are deleted
   * meanwhile, use `iterate`, which loses none.
   *
   * @throws as `list`
   */
  next(): Call<WebhookPage<Item> | null>;
}

/**
 * Reads a page. `data` and `has_more` are checked, since a walk relies on them; the other fields are passed on as they
 * came.
 *
 * @throws UnreadableAnswerError if the body is not a page
 */
export function readPage<Item extends object>(answer: AnswerFacts): WebhookPageData<Item> {
  const page = readRecord<WebhookPageData<Item>>(answer);
  if (Array.isArray(page.data) && typeof page.has_more === 'boolean') return page;
  throw new UnreadableAnswerError(answer, 'the body is no page');
}

/** Gives a page its `next`. It does not show in JSON, nor in comparisons of pages. */
export function pageWithNext<Item extends object>(
  page: WebhookPageData<Item>,
  next: WebhookPage<Item>['next'],
): WebhookPage<Item> {
  const hidden = { enumerable: false };
  return Object.defineProperty(Object.assign(page, { next }), 'next', hidden);
}
