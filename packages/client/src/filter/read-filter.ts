/** Reads a filter of any origin into checked conditions, and throws if a part would get lost. */
import { FilterError } from './filter-error.ts';
import { filterOperators } from './filter.ts';
import type { FilterOperator, FilterScalar } from './filter.ts';

/** One condition, by its form. The tests for null are scalars on the wire. */
export type ReadCondition =
  | { form: 'scalar'; field: string; value: FilterScalar }
  | { form: 'array'; field: string; values: FilterScalar[] }
  | { form: 'comparison'; field: string; operator: FilterOperator; operand: FilterScalar };

/**
 * Reads the conditions of a filter. Based on the section "Filtering".
 *
 * @throws FilterError for a condition that has none of the five forms, or names no field: a condition that is dropped
 *   on the way returns records that were not asked for
 */
export function readFilter(filter: unknown): ReadCondition[] {
  if (!isPlainObject(filter))
    throw new FilterError(null, `must be an object of conditions, not ${kind(filter)}`);
  const conditions = ownEntries(filter, null).map(([field, condition]) => readCondition(field, condition));
  if (conditions.length === 0)
    throw new FilterError(null, 'has no condition; to ask for everything, leave it out');
  return conditions;
}

function readCondition(field: string, condition: unknown): ReadCondition {
  if (!wellFormed(field)) throw new FilterError(field, 'the name holds half a surrogate pair');
  if (Array.isArray(condition)) {
    // Array.from also visits the holes of a sparse array.
    return { form: 'array', field, values: Array.from(condition, (value) => readScalar(field, value)) };
  }
  if (isPlainObject(condition)) return readComparison(field, condition);
  return { form: 'scalar', field, value: readScalar(field, condition) };
}

function readComparison(field: string, condition: object): ReadCondition {
  const [first, ...others] = ownEntries(condition, field);
  if (first === undefined || others.length > 0) {
    throw new FilterError(
      field,
      `a comparison has exactly one operator, not ${first ? others.length + 1 : 'none'}`,
    );
  }
  const operator = filterOperators.find((known) => known === first[0]);
  if (operator === undefined) {
    const known = filterOperators.join(' ');
    throw new FilterError(field, `${JSON.stringify(first[0])} is no operator; there are ${known}`);
  }
  return { form: 'comparison', field, operator, operand: readScalar(field, first[1]) };
}

function readScalar(field: string, value: unknown): FilterScalar {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new FilterError(field, `${value} has no form in JSON`);
  }
  if (typeof value === 'string') {
    if (wellFormed(value)) return value;
    throw new FilterError(field, 'the text holds half a surrogate pair, which cannot be sent');
  }
  throw new FilterError(field, `${kind(value)} is no string, number or boolean${advice(value)}`);
}

function ownEntries(object: object, field: string | null): [string, unknown][] {
  if (Object.getOwnPropertySymbols(object).length > 0)
    throw new FilterError(field, 'a symbol cannot be sent');
  return Object.entries(object);
}

/** Also one from another realm (a frame, jest): its prototype is the end of a chain, or null. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function wellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function kind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return value instanceof Date ? 'a Date' : `a value of type ${typeof value}`;
}

function advice(value: unknown): string {
  if (value === null) return "; write 'is_null'";
  if (value === undefined) return '; leave the field out';
  return value instanceof Date ? '; write toISOString()' : '';
}
