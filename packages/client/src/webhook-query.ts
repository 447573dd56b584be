/** The query for a list of webhooks, and how it is written. */
import type { Webhook } from '@outreach-api/types';
import { checkNumber } from './check-number.ts';
import type { Filter, QueryFilterPlacement } from './filter/filter.ts';
import { givenOf } from './given-of.ts';
import { writeQuery } from './write-query.ts';

/**
 * A page of the list (sections "Pagination" and "Filtering").
 *
 * @typeParam Fields - the fields that the server filters by, if it knows more than the documented ones
 */
export interface WebhookQuery<Fields extends object = Webhook> {
  /** The maximum number of webhooks in a page. The server's default is 20; its maximum is not shown. */
  limit?: number | undefined;
  /** How many webhooks to skip. The server's default is 0. */
  offset?: number | undefined;
  /** Which webhooks; all of the conditions must hold. */
  filter?: Filter<NoInfer<Fields>> | undefined;
  /** Where the filter goes; overrides the client's `filterPlacement`. */
  filterPlacement?: QueryFilterPlacement | undefined;
}

/**
 * Writes the query string.
 *
 * @throws TypeError for an option that does not exist, such as one of the call; RangeError for a limit below 1, an offset below 0, or either of them not whole
 * @throws FilterError for a filter that cannot be sent; TypeError for one without a placement
 */
export function writeWebhookQuery<Fields extends object>(
  query: WebhookQuery<Fields>,
  placement: QueryFilterPlacement | undefined,
): string {
  givenOf('query', query, ['limit', 'offset', 'filter', 'filterPlacement']);
  const { limit, offset, filter, filterPlacement } = query;
  return writeQuery([
    // At most what a number counts exactly.
    ['limit', checkNumber('limit', limit, 1, true, 9e15)],
    ['offset', checkNumber('offset', offset, 0, true, 9e15)],
    ...(filter === undefined ? [] : writeFilter(filter, filterPlacement ?? placement)),
  ]);
}

function writeFilter(
  filter: Filter,
  placement: QueryFilterPlacement | undefined,
): ReturnType<QueryFilterPlacement> {
  // JavaScript may pass anything; and a filter that is written as nothing would return everything.
  const pairs = typeof placement === 'function' ? placement(filter) : [];
  if (pairs.length > 0) return pairs;
  throw new TypeError('filterPlacement must be set: queryJson or queryBrackets');
}
