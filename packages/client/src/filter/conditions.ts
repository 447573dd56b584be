/** Builds the conditions of a filter by name; plain objects of the same form do as well. */
import type { FilterScalar } from './filter.ts';

/**
 * The field equals the value, even if the text is `is_null`, which as a bare scalar is the test for null.
 *
 * @example
 * ```ts
 * const filter = { event: equals('contact_replied') };
 * ```
 */
export function equals<const Value extends FilterScalar>(value: Value): { readonly '=': Value } {
  return { '=': value };
}

/**
 * The field differs from the value.
 *
 * @example
 * ```ts
 * const filter = { request_method: differsFrom('GET') };
 * ```
 */
export function differsFrom<const Value extends FilterScalar>(value: Value): { readonly '!=': Value } {
  return { '!=': value };
}

/**
 * The field is less than the value.
 *
 * @example
 * ```ts
 * const filter = { delivery_count: lessThan(3) };
 * ```
 */
export function lessThan<const Value extends FilterScalar>(value: Value): { readonly '<': Value } {
  return { '<': value };
}

/**
 * The field is less than or equal to the value.
 *
 * @example
 * ```ts
 * const filter = { delivery_count: atMost(3) };
 * ```
 */
export function atMost<const Value extends FilterScalar>(value: Value): { readonly '<=': Value } {
  return { '<=': value };
}

/**
 * The field is greater than the value.
 *
 * @example
 * ```ts
 * const filter = { delivery_count: greaterThan(3) };
 * ```
 */
export function greaterThan<const Value extends FilterScalar>(value: Value): { readonly '>': Value } {
  return { '>': value };
}

/**
 * The field is greater than or equal to the value.
 *
 * @example
 * ```ts
 * const filter = { delivery_count: atLeast(3) };
 * ```
 */
export function atLeast<const Value extends FilterScalar>(value: Value): { readonly '>=': Value } {
  return { '>=': value };
}

/**
 * The field equals any of the values.
 *
 * @example
 * ```ts
 * const filter = { request_method: anyOf('POST', 'PUT') };
 * ```
 */
export function anyOf<const Value extends FilterScalar>(...values: [Value, ...Value[]]): readonly Value[] {
  return values;
}

/** The field is null. */
export const isNull = 'is_null' as const;

/** The field is not null. */
export const isNotNull = 'is_not_null' as const;
