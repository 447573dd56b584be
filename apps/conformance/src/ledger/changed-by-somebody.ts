/** Determines whether a field of a sender profile holds something that neither was there before a run nor comes from it. */
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { isSameText } from '@outreach-api/model/texts/same-text';
import type { LedgerLine } from './ledger-line.ts';

/**
 * Whether a field of a sender profile holds a value that neither was there before the run nor comes from it: what the
 * run wrote to any profile, what the target answered to that, and nothing, if the update left the field out.
 *
 * @param lines - of the run's ledger
 */
export function changedBySomebody(
  field: string,
  uuid: string,
  now: JsonObject,
  lines: readonly LedgerLine[],
): boolean {
  const value = now[field];
  return !lines.some((line) => {
    if (line.kind === 'profile') return line.uuid === uuid && isSame(value, line.before[field]);
    if (line.kind === 'updated') return line.uuid === uuid && isSame(value, line.shown[field]);
    if (line.kind !== 'updating') return false;
    const sent = isRecord(line.fields) ? line.fields : {};
    return field in sent ? isSame(value, sent[field]) : isNothing(value);
  });
}

/** Ignores how a target may write it differently: Unicode form, and white space at the ends. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return isSameText(a.trim(), b.trim());
  return JSON.stringify(a) === JSON.stringify(b);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
