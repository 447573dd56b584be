/** What a list of webhooks is asked for, and how that is written into the query. */
import type { Webhook } from '@outreach-api/types';
import type { QueryFilterPlacement } from './client-options.ts';
import { FilterError } from './filter/filter-error.ts';
import type { Filter } from './filter/filter.ts';
import { serializeFilter } from './filter/serialize-filter.ts';

/**
 * A page of the list (sections "Pagination" and "Filtering").
 *
 * @typeParam Fields - the fields that the server filters by, where it knows more than the documented ones
 */
export interface WebhookQuery<Fields extends object = Webhook> {
  /** How many webhooks a page has at most. The server's default is 20; its maximum is not shown. */
  limit?: number;
  /** How many webhooks to skip. The server's default is 0. */
  offset?: number;
  /** Which webhooks; all of the conditions have to hold. */
  filter?: Filter<NoInfer<Fields>>;
  /** Where the filter goes, in place of the client's `filterPlacement`. */
  filterPlacement?: QueryFilterPlacement;
}

/**
 * Writes the query string.
 *
 * @throws RangeError for a limit below 1, an offset below 0, or either of them not whole
 * @throws FilterError for a filter that cannot be sent, or without a placement
 */
export function writeWebhookQuery<Fields extends object>(
  query: WebhookQuery<Fields>,
  placement: QueryFilterPlacement | undefined,
): string {
  const pairs: [string, string][] = [];
  for (const [name, least] of [
    ['limit', 1],
    ['offset', 0],
  ] as const) {
    const value = query[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < least) {
      throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
    }
    pairs.push([name, String(value)]);
  }
  if (query.filter !== undefined)
    pairs.push(...writeFilter(query.filter, query.filterPlacement ?? placement));
  // Not URLSearchParams: it writes a space as `+`, which only forms read back as a space.
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
}

function writeFilter(filter: Filter, placement: QueryFilterPlacement | undefined): [string, string][] {
  switch (placement) {
    case 'query-json':
    case 'query-brackets':
      return serializeFilter(filter, placement).query;
    case undefined:
      throw new FilterError(null, 'the API description does not show where it goes: set filterPlacement');
    default:
      // What JavaScript passes; body-json among it, which fetch refuses on a GET.
      throw new FilterError(
        null,
        `cannot be sent by fetch in the placement ${JSON.stringify(placement satisfies never)}`,
      );
  }
}
