import { isDeepStrictEqual } from 'node:util';
import { isSameText } from '../texts/same-text.ts';
import { asStored, isSameMoment, parseDateTime } from './date-time.ts';
import type { JsonObject } from './is-record.ts';
import { fieldsOf } from './shape.ts';
import { isSameUuid } from './uuid.ts';

/**
 * The documented fields in which two records of one sender profile differ (Sender profile). Compares dates as moments,
 * uuids regardless of letter case and text whatever its normalization form; ignores undocumented fields.
 */
export function profileChanges(before: JsonObject, after: JsonObject): readonly string[] {
  return fieldsOf('SenderProfile').filter((field) => !isSameValue(field, before[field], after[field]));
}

/** Whether two values of a field of a sender profile mean the same: `updated_at` may be read back in whole seconds. */
export function isSameValue(field: string, a: unknown, b: unknown): boolean {
  if (field.endsWith('_at')) {
    const [from, to] = [parseDateTime(a), parseDateTime(b)];
    if (from !== null && to !== null)
      return field === 'updated_at' ? isSameMoment(asStored(from), asStored(to)) : isSameMoment(from, to);
  }
  if (field.endsWith('uuid') && typeof b === 'string') return isSameUuid(a, b);
  if (typeof a === 'string' && typeof b === 'string') return isSameText(a, b);
  return isDeepStrictEqual(a, b);
}
