/** What a filter is: the five forms and the seven operators of the section "Filtering", typed by the record. */
import type * as described from '@outreach-api/types';

/** A value that a field can be compared with. */
export type FilterScalar = described.components['schemas']['FilterScalar'];

/** The operators of the object form (section "Filtering"). `!=` and `<>` mean the same. */
export const filterOperators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '<>',
] as const satisfies described.FilterOperator[];

/** One of the seven operators. */
export type FilterOperator = (typeof filterOperators)[number];

/** The object form: exactly one operator and its operand. */
export type FilterComparison<Value extends FilterScalar = FilterScalar> = {
  [Operator in FilterOperator]: { readonly [Key in Operator]: Value } & {
    readonly [Key in Exclude<FilterOperator, Operator>]?: never;
  };
}[FilterOperator];

/** What a field is asked to be: a scalar, any of an array, a comparison, `is_null` or `is_not_null`. */
export type FilterCondition<Value = FilterScalar> =
  | ScalarOf<Value>
  | readonly ScalarOf<Value>[]
  | FilterComparison<ScalarOf<Value>>
  | 'is_null'
  | 'is_not_null';

/** A field of unknown type takes any scalar; one that holds objects takes only the two tests for null. */
type ScalarOf<Value> = unknown extends Value ? FilterScalar : Extract<Value, FilterScalar>;

/** Conditions on the fields of a record; all of them have to hold. Without a type argument, on any fields. */
export type Filter<Fields extends object = Record<string, FilterScalar>> = {
  readonly [Field in keyof Fields]?: FilterCondition<Fields[Field]>;
};

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
