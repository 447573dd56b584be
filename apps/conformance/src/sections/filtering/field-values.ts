/** Tells how the value of a record's field stands to the operand of a filter, as far as the description says. */
import type { FilterScalar } from '@outreach-api/client';
import { isBefore, isSameMoment, parseDateTime } from '../../records/date-time.ts';

/** What a field holds, besides null. Only numbers and date-times have an order that is known. */
export type FieldKind = 'text' | 'number' | 'date-time' | 'boolean';

/** The value of a field that can be filtered. */
export type FieldValue = FilterScalar | null;

/**
 * How a value stands to an operand. `alike`: equal but for what is no evidence (letter case, accents, the form of
 * Unicode, white space at the ends, a date-time's grain); `different`: neither equal nor alike, its order unknown.
 */
export type Standing = 'equal' | 'alike' | 'below' | 'above' | 'different';

/** The kind of a field by its values, or null where they are of no kind, or of several. */
export function kindOf(values: readonly unknown[]): FieldKind | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return null;
  if (present.every((value) => typeof value === 'boolean')) return 'boolean';
  if (present.every((value) => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    return 'number';
  if (!present.every((value) => typeof value === 'string')) return null;
  return present.every((value) => parseDateTime(value) !== null) ? 'date-time' : 'text';
}

/** Whether a value of a record can be that of a field that is filtered. */
export function isFieldValue(value: unknown): value is FieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** How `value` stands to `operand`, both of one kind. */
export function standingOf(value: FilterScalar, operand: FilterScalar, kind: FieldKind): Standing {
  if (value === operand) return 'equal';
  if (kind === 'number') return Number(value) < Number(operand) ? 'below' : 'above';
  if (kind === 'date-time') {
    const moment = parseDateTime(value);
    const other = parseDateTime(operand);
    if (moment === null || other === null) return 'different';
    if (isSameMoment(moment, other)) return 'alike';
    return isBefore(moment, other) ? 'below' : 'above';
  }
  return kind === 'text' && folded(value) === folded(operand) ? 'alike' : 'different';
}

/** A text of ASCII alone has no marks, and each of its letters is in one other case. */
const ascii = /^[\x20-\x7e]*$/;

/** A text without what a conforming server's comparison may overlook. */
function folded(value: FilterScalar): string {
  const text = String(value);
  if (ascii.test(text)) return text.toLowerCase().trim();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase().trim();
}
