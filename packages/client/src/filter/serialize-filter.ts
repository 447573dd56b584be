/** Writes a filter for the place in a request where it goes. */
import { FilterError } from './filter-error.ts';
import type { Filter, FilterPlacement } from './filter.ts';
import { readFilter } from './read-filter.ts';
import type { ReadCondition } from './read-filter.ts';

/** A filter in the query: names and values, not yet percent-encoded. */
export interface FilterInQuery {
  query: [name: string, value: string][];
}

/** A filter in the body: JSON. */
export interface FilterInBody {
  body: string;
}

/**
 * The placement `filter={"a":1}` (section "Filtering", which does not show where a filter goes).
 *
 * @example
 * ```ts
 * const page = await client.webhooks.list({ filter: { event: 'contact_replied' }, filterPlacement: queryJson });
 * ```
 *
 * @throws FilterError for what cannot be sent as it was meant; a filter is never lost in part or as a whole
 */
export function queryJson(filter: Filter): FilterInQuery['query'] {
  return [['filter', toJson(readFilter(filter))]];
}

/**
 * The placement `filter[a]=1`, `filter[a][<]=2`, `filter[a][]=x` (section "Filtering", which does not show where a
 * filter goes). All values are text: `1` and `"1"`, `true` and `"true"` look the same there.
 *
 * @example
 * ```ts
 * const client = createOutreachClient({ baseUrl, token, filterPlacement: queryBrackets });
 * ```
 *
 * @throws FilterError for what cannot be sent as it was meant; a filter is never lost in part or as a whole
 */
export function queryBrackets(filter: Filter): FilterInQuery['query'] {
  return readFilter(filter).flatMap(toBrackets);
}

/**
 * Writes a filter for a transport of your own, by the name of its placement (section "Filtering").
 *
 * @example
 * ```ts
 * const { query } = serializeFilter({ event: 'contact_replied' }, 'query-json');
 * url.search = new URLSearchParams(query).toString();
 * ```
 *
 * @throws FilterError for what cannot be sent as it was meant; a filter is never lost in part or as a whole
 */
export function serializeFilter(filter: Filter, placement: 'query-json' | 'query-brackets'): FilterInQuery;
export function serializeFilter(filter: Filter, placement: 'body-json'): FilterInBody;
export function serializeFilter(filter: Filter, placement: FilterPlacement): FilterInQuery | FilterInBody;
export function serializeFilter(filter: Filter, placement: FilterPlacement): FilterInQuery | FilterInBody {
  switch (placement) {
    case 'query-json':
      return { query: queryJson(filter) };
    case 'query-brackets':
      return { query: queryBrackets(filter) };
    case 'body-json':
      return { body: `{"filter":${toJson(readFilter(filter))}}` };
    default:
      throw new FilterError(null, `${JSON.stringify(placement satisfies never)} is no placement of a filter`);
  }
}

/** Written from what was read, so that no toJSON or getter can interfere after the check. */
function toJson(conditions: ReadCondition[]): string {
  return JSON.stringify(
    Object.fromEntries(conditions.map((condition) => [condition.field, toValue(condition)])),
  );
}

function toValue(condition: ReadCondition): unknown {
  if (condition.form === 'scalar') return condition.value;
  if (condition.form === 'array') return condition.values;
  return { [condition.operator]: condition.operand };
}

function toBrackets(condition: ReadCondition): [string, string][] {
  const { field } = condition;
  if (field === '' || /[[\]]/.test(field)) {
    throw new FilterError(field, 'a name that is empty or holds a bracket cannot be sent in brackets');
  }
  if (condition.form === 'scalar') return [[`filter[${field}]`, String(condition.value)]];
  if (condition.form === 'comparison') {
    return [[`filter[${field}][${condition.operator}]`, String(condition.operand)]];
  }
  if (condition.values.length === 0) {
    throw new FilterError(field, 'an empty array cannot be sent in brackets: it would vanish');
  }
  return condition.values.map((value) => [`filter[${field}][]`, String(value)]);
}
