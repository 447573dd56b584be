/** A filter condition as the suite sends and judges it: one field, one of the forms (Filtering). */
import type { FilterComparison, FilterCondition, FilterOperator, FilterScalar } from '@outreach-api/client';
import type { OneFilter } from '../../rules/breaches/filtering.ts';
import type { ArraySpelling } from './spelled-array.ts';
import { standingOf, type FieldKind, type FieldValue, type Standing } from './field-values.ts';

/** A condition on one field. */
export type Condition =
  | { readonly form: 'scalar'; readonly value: FilterScalar }
  | {
      readonly form: 'array';
      readonly values: readonly FilterScalar[];
      /** How it is written in brackets; `[]` by default. */
      readonly spelling?: ArraySpelling;
    }
  | { readonly form: 'comparison'; readonly operator: FilterOperator; readonly operand: FilterScalar }
  | { readonly form: 'is_null' | 'is_not_null' };

/** Whether a record matches a condition; `open` if the description does not say. */
export type Place = 'in' | 'out' | 'open';

const comparisons: Readonly<Record<FilterOperator, (operand: FilterScalar) => FilterComparison>> = {
  '=': (operand) => ({ '=': operand }),
  '!=': (operand) => ({ '!=': operand }),
  '<>': (operand) => ({ '<>': operand }),
  '<': (operand) => ({ '<': operand }),
  '<=': (operand) => ({ '<=': operand }),
  '>': (operand) => ({ '>': operand }),
  '>=': (operand) => ({ '>=': operand }),
};

/** The condition as it appears in a filter object. */
export function written(condition: Condition): FilterCondition {
  switch (condition.form) {
    case 'scalar':
      return condition.value;
    case 'array':
      return condition.values;
    case 'comparison':
      return comparisons[condition.operator](condition.operand);
    case 'is_null':
    case 'is_not_null':
    default:
      return condition.form;
  }
}

/** The filter that this condition makes. */
export function filterOf(field: string, condition: Condition): OneFilter {
  return { [field]: written(condition) };
}

/** The texts of a filter: a request with this filter has them. */
export function textsOf(condition: Condition): readonly string[] {
  switch (condition.form) {
    case 'scalar':
      return [condition.value].map(String);
    case 'array':
      return condition.values.map(String);
    case 'comparison':
      return [String(condition.operand)];
    case 'is_null':
    case 'is_not_null':
    default:
      return [condition.form];
  }
}

/** Whether a record with this value belongs in the answer (Filtering). */
export function placeOf(value: FieldValue, condition: Condition, kind: FieldKind): Place {
  switch (condition.form) {
    case 'is_null':
      return value === null ? 'in' : 'out';
    case 'is_not_null':
      return value === null ? 'out' : 'in';
    case 'scalar':
      return equalsAny(value, [condition.value], kind);
    case 'array':
      return equalsAny(value, condition.values, kind);
    case 'comparison':
    default:
      return compared(value, condition.operator, condition.operand, kind);
  }
}

function equalsAny(value: FieldValue, operands: readonly FilterScalar[], kind: FieldKind): Place {
  if (value === null) return 'out';
  const standings = operands.map((operand) => standingOf(value, operand, kind));
  if (standings.includes('equal')) return 'in';
  return standings.includes('alike') ? 'open' : 'out';
}

function compared(
  value: FieldValue,
  operator: FilterOperator,
  operand: FilterScalar,
  kind: FieldKind,
): Place {
  if (operator === '=') return equalsAny(value, [operand], kind);
  if (value === null) return 'open';
  const standing = standingOf(value, operand, kind);
  if (standing === 'alike') return 'open';
  if (operator === '!=' || operator === '<>') return standing === 'equal' ? 'out' : 'in';
  if (standing === 'different' || kind === 'boolean') return 'open';
  const inside: Readonly<Record<typeof operator, readonly Standing[]>> = {
    '<': ['below'],
    '<=': ['below', 'equal'],
    '>': ['above'],
    '>=': ['above', 'equal'],
  };
  return inside[operator].includes(standing) ? 'in' : 'out';
}

/** The ordering operators. */
export const orderOperators = ['<', '<=', '>', '>='] as const;
