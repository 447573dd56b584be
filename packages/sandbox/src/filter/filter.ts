/** The filter of a list: conditions on fields, read from the three placements a client may choose. */
import type { FilterOperator } from '@outreach-api/types';
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { Dialect } from '../dialect/dialect.ts';

/** The operators of the object form (Filtering). */
const operators = ['=', '!=', '<', '<=', '>', '>=', '<>'] as const satisfies FilterOperator[];
export type Operator = (typeof operators)[number];

/** A condition on one field, in one of the five forms (Filtering). */
export type Condition =
  | { readonly form: 'scalar'; readonly value: unknown }
  | { readonly form: 'array'; readonly values: readonly unknown[] }
  | { readonly form: 'comparison'; readonly operator: Operator; readonly operand: unknown }
  | { readonly form: 'null' }
  | { readonly form: 'not-null' };

/** Conditions on fields, in the order of the request. */
export type Filter = readonly { readonly field: string; readonly condition: Condition }[];

type FilterDialect = Pick<
  Dialect,
  'filterableFields' | 'unknownFilterField' | 'unknownFilterOperator' | 'emptyFilterArray'
>;

const documentedFields = new Set(['uuid', 'event', 'request_method', 'target_url']);
const furtherFields = new Set(['created_at', 'delivery_count', 'name']);

/** Reads the object form of a filter, as it came in JSON or from brackets. */
export function filterFrom(
  given: unknown,
  dialect: FilterDialect,
  hasFurtherFields: boolean,
): Outcome<Filter> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refused('invalid-query', 'filter must be an object of field to condition');
  }
  const filter: { field: string; condition: Condition }[] = [];
  for (const [field, condition] of Object.entries(given)) {
    const filterable =
      documentedFields.has(field) ||
      (hasFurtherFields && dialect.filterableFields === 'all' && furtherFields.has(field));
    if (!filterable) {
      if (dialect.unknownFilterField === 'ignored') continue;
      if (dialect.unknownFilterField === 'refused') {
        return refused('invalid-query', `"${field}" cannot be filtered`);
      }
      filter.push({ field, condition: { form: 'array', values: [] } });
      continue;
    }
    const read = conditionsFrom(field, condition, dialect);
    if (!read.ok) return read;
    for (const one of read.value) filter.push({ field, condition: one });
  }
  return accepted(filter);
}

function conditionsFrom(field: string, given: unknown, dialect: FilterDialect): Outcome<Condition[]> {
  if (given === 'is_null') return accepted([{ form: 'null' }]);
  if (given === 'is_not_null') return accepted([{ form: 'not-null' }]);
  if (Array.isArray(given)) return arrayCondition(field, given, dialect);
  if (typeof given !== 'object' || given === null) return accepted([{ form: 'scalar', value: given }]);
  const conditions: Condition[] = [];
  for (const [name, operand] of Object.entries(given)) {
    const operator = operators.find((known) => known === name);
    if (operator !== undefined) conditions.push({ form: 'comparison', operator, operand });
    else if (dialect.unknownFilterOperator === 'refused') {
      return refused(
        'invalid-query',
        `"${name}" on "${field}" is no operator; there are ${operators.join(' ')}`,
      );
    }
  }
  return accepted(conditions);
}

function arrayCondition(
  field: string,
  given: readonly unknown[],
  dialect: FilterDialect,
): Outcome<Condition[]> {
  if (given.length === 0 && dialect.emptyFilterArray === 'everything') return accepted([]);
  if (given.length === 0 && dialect.emptyFilterArray === 'refused') {
    return refused('invalid-query', `the array for "${field}" is empty`);
  }
  return accepted([{ form: 'array', values: given }]);
}
