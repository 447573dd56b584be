/** The requests that ask for a filtered list (Filtering). */
import { serializeFilter } from '@outreach-api/client';
import type { ListRequest } from '../../session/api-options.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { spelledArray } from './spelled-array.ts';
import { type Condition, written } from './condition.ts';

/**
 * The query and body that request a page of the filtered list. Under `<>` and `>=` the page comes before the filter: the
 * order of parameters means nothing.
 */
export function filterRequest(
  placement: FilterPlacement,
  field: string,
  condition: Condition,
  page: readonly (readonly [name: string, value: string])[],
): ListRequest {
  if (placement === 'query-brackets' && condition.form === 'array' && condition.spelling !== undefined)
    return { query: [...spelledArray(field, condition.values, condition.spelling), ...page] };
  const filter = { [field]: written(condition) };
  if (placement === 'body-json') return { query: page, body: serializeFilter(filter, placement).body };
  const { query } = serializeFilter(filter, placement);
  const isBehind = condition.form === 'comparison' && ['<>', '>='].includes(condition.operator);
  return { query: isBehind ? [...page, ...query] : [...query, ...page] };
}
