/** Compares the value of a record's field with a filter operand, as far as the description defines it. */
import type { FilterScalar } from '@outreach-api/client';
import { isBefore, isSameMoment, parseDateTime } from '@outreach-api/model/records/date-time';

/** What a field holds, besides null. Only numbers and date-times have a known order. */
export type FieldKind = 'text' | 'number' | 'date-time' | 'boolean';

/** The value of a filterable field. */
export type FieldValue = FilterScalar | null;

/**
 * How a value compares to an operand. `alike`: equal except for what proves nothing (letter case, accents, Unicode
 * form, white space at the ends, a date-time's precision, what could not be decoded); `different`: neither equal nor
 * alike, order unknown.
 */
export type Standing = 'equal' | 'alike' | 'below' | 'above' | 'different';

/** The kind of a field, from its values; null if they have no kind, or several. */
export function kindOf(values: readonly unknown[]): FieldKind | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return null;
  if (present.every((value) => typeof value === 'boolean')) return 'boolean';
  if (present.every((value) => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    return 'number';
  if (!present.every((value) => typeof value === 'string')) return null;
  return present.every((value) => parseDateTime(value) !== null) ? 'date-time' : 'text';
}

/** Whether a record's value can be that of a filtered field. */
export function isFieldValue(value: unknown): value is FieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** What stands for what could not be decoded: the list is in another encoding (JSON-01), or the text was damaged before. */
const undecoded = '\uFFFD';

/** How `value` compares to `operand`, both of one kind. */
export function standingOf(value: FilterScalar, operand: FilterScalar, kind: FieldKind): Standing {
  if ([value, operand].some((one) => String(one).includes(undecoded))) return 'alike';
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

/** Text of only ASCII has no diacritics, and each of its letters has exactly one other case. */
const ascii = /^[\x20-\x7e]*$/;

/** A text without what a conforming server may ignore in comparisons. */
function folded(value: FilterScalar): string {
  const text = String(value);
  if (ascii.test(text)) return text.toLowerCase().trim();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase().trim();
}
