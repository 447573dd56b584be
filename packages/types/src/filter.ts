/** What a filter is: the five forms and the seven operators of the section "Filtering", typed by the record. */
import type { components } from './generated/openapi.ts';

/** A value that a field can be compared with. */
export type FilterScalar = components['schemas']['FilterScalar'];

/** One of the seven operators of a comparison (section "Filtering"). `!=` and `<>` mean the same. */
export type FilterOperator = components['schemas']['FilterOperator'];

/** The object form: exactly one operator and its operand. */
export type FilterComparison<Value extends FilterScalar = FilterScalar> = {
  [Operator in FilterOperator]: { readonly [Key in Operator]: Value } & {
    readonly [Key in Exclude<FilterOperator, Operator>]?: never;
  };
}[FilterOperator];

/** The condition on a field: a scalar, any of an array, a comparison, `is_null` or `is_not_null`. */
export type FilterCondition<Value = FilterScalar> =
  | ScalarOf<Value>
  | readonly ScalarOf<Value>[]
  | FilterComparison<ScalarOf<Value>>
  | 'is_null'
  | 'is_not_null';

/** A field of unknown type accepts any scalar; one that holds objects accepts only the two tests for null. */
type ScalarOf<Value> = unknown extends Value ? FilterScalar : Extract<Value, FilterScalar>;

/** Conditions on the fields of a record; all of them must hold. Without a type argument, on any fields. */
export type Filter<Fields extends object = Record<string, FilterScalar>> = {
  readonly [Field in keyof Fields]?: FilterCondition<Fields[Field]>;
};
