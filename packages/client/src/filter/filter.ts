/** What a filter is in this client: the types of the section "Filtering", the operators, and where it goes. */
import type { Filter, FilterOperator } from '@outreach-api/types';

export type {
  Filter,
  FilterComparison,
  FilterCondition,
  FilterOperator,
  FilterScalar,
} from '@outreach-api/types';

/** The operators of the object form (section "Filtering"). `!=` and `<>` mean the same. */
export const filterOperators = ['=', '!=', '<', '<=', '>', '>=', '<>'] as const satisfies FilterOperator[];

/**
 * Where a filter goes in a request. The description does not show it (section "Filtering"), so it has to be said.
 *
 * - `query-json`: `filter={"a":1}`
 * - `query-brackets`: `filter[a]=1`, `filter[a][<]=2`, `filter[a][]=x`
 * - `body-json`: `{"filter":{"a":1}}` in the body; `fetch` cannot send that with a GET
 */
export type FilterPlacement = 'query-json' | 'query-brackets' | 'body-json';

/**
 * Writes a filter into the query, as names and values that are not yet percent-encoded: `queryJson`, `queryBrackets`,
 * or a function of your own. There is none for the body: `fetch` refuses one on a GET.
 */
export type QueryFilterPlacement = (filter: Filter) => readonly (readonly [name: string, value: string])[];
