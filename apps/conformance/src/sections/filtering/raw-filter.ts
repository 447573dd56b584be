/** Writes a filter that the description does not define, and that the client would not send. */
import { isRecord } from '@outreach-api/model/records/is-record';
import type { ListRequest } from '../../session/api-options.ts';
import type { FilterPlacement } from '../../target/target.ts';

/** Why a filter cannot be written in brackets. */
export const notInBrackets = 'filters go in brackets, which have no such form';

/** The query and body of any filter, unchanged; in brackets only scalars and one level of operators. */
export function rawFilter(placement: FilterPlacement, filter: object): ListRequest {
  if (placement === 'query-json') return { query: [['filter', JSON.stringify(filter)]] };
  if (placement === 'body-json') return { body: JSON.stringify({ filter }) };
  return {
    query: Object.entries(filter).flatMap(([field, condition]: [string, unknown]) =>
      isRecord(condition)
        ? Object.entries(condition).map(
            ([key, value]) => [`filter[${field}][${key}]`, String(value)] as const,
          )
        : [[`filter[${field}]`, String(condition)] as const],
    ),
  };
}
