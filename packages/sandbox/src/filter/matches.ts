/** Whether a field's value matches a condition (Filtering). */
import type { Dialect } from '../dialect/dialect.ts';
import type { Condition, Operator } from './filter.ts';

type Comparison = Pick<Dialect, 'stringCollation' | 'nullsUnderNotEquals' | 'nullsUnderComparison'>;

const dictionary = new Intl.Collator('en', { sensitivity: 'variant' });
const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Whether `value`, as a record shows it, matches the condition. */
export function meets(value: unknown, condition: Condition, dialect: Comparison): boolean {
  switch (condition.form) {
    case 'null':
      return value === null;
    case 'not-null':
      return value !== null;
    case 'scalar':
      return equal(value, condition.value, dialect);
    case 'array':
      return condition.values.some((one) => equal(value, one, dialect));
    case 'comparison':
    default:
      return compares(value, condition.operator, condition.operand, dialect);
  }
}

function compares(value: unknown, operator: Operator, operand: unknown, dialect: Comparison): boolean {
  if (operator === '=') return equal(value, operand, dialect);
  if (operator === '!=' || operator === '<>') {
    return value === null ? dialect.nullsUnderNotEquals === 'included' : !equal(value, operand, dialect);
  }
  if (value === null) {
    if (dialect.nullsUnderComparison === 'excluded') return false;
    return operator.startsWith('<') === (dialect.nullsUnderComparison === 'first');
  }
  const order = ordered(value, operand, dialect);
  if (order === null) return false;
  return {
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  }[operator];
}

function equal(value: unknown, operand: unknown, dialect: Comparison): boolean {
  return value === null || operand === null ? value === operand : ordered(value, operand, dialect) === 0;
}

/** Below 0, 0 or above 0, as `value` compares to `operand`; null if they cannot be compared. */
function ordered(value: unknown, operand: unknown, dialect: Comparison): number | null {
  if (typeof value === 'number') {
    const other = typeof operand === 'string' && operand.trim() !== '' ? Number(operand) : operand;
    return typeof other === 'number' && !Number.isNaN(other) ? Math.sign(value - other) : null;
  }
  if (typeof value !== 'string') return value === operand ? 0 : null;
  const text = typeof operand === 'number' || typeof operand === 'boolean' ? String(operand) : operand;
  if (typeof text !== 'string') return null;
  if (dateTime.test(value) && dateTime.test(text)) {
    const apart = Date.parse(value) - Date.parse(text);
    if (!Number.isNaN(apart)) return Math.sign(apart);
  }
  return orderedText(value, text, dialect.stringCollation);
}

function orderedText(value: string, operand: string, collation: Dialect['stringCollation']): number {
  if (collation === 'case-insensitive') return binary(value.toLowerCase(), operand.toLowerCase());
  if (collation === 'locale') return dictionary.compare(value, operand) || binary(value, operand);
  return binary(value, operand);
}

function binary(value: string, operand: string): number {
  if (value === operand) return 0;
  return value < operand ? -1 : 1;
}
