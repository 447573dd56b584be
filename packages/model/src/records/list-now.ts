/** The whole list of webhooks at one moment, and how two moments differ. */
import { isDeepStrictEqual } from 'node:util';
import { hasUuid, identityOf, type ListDifference } from './page.ts';
import type { JsonObject } from './is-record.ts';
import { faultsOf } from './shape.ts';

/** The list at one moment: the size it states, and the documented fields of its records, in no order. */
export interface ListNow {
  readonly total: number;
  readonly records: readonly JsonObject[];
  /**
   * A long list was not read completely; another look may not reach these records, by identity, so that their absence
   * there says nothing. Not set if all was read.
   */
  readonly margin?: readonly string[];
}

/** Whether two moments of the list are the same in the documented fields, as far as both were read. */
export function isSameList(a: ListNow, b: ListNow): boolean {
  if (a.margin === undefined || b.margin === undefined) return isDeepStrictEqual(a, b);
  return a.total === b.total && allDifferences(a, b).length === 0;
}

/** Whether the number of records matches what the list states, or, for a long list, what should be at both ends. */
export function isComplete({ records, total, margin }: ListNow): boolean {
  return margin !== undefined || records.length === total;
}

/** Whether the list shows no more than it states. */
export function isAllStated({ records, total, margin }: ListNow): boolean {
  return margin !== undefined || records.length <= total;
}

/** Whether its records are distinguishable: if two share a uuid (HOOK-03), nothing can be compared. */
export function hasUniqueUuids({ records }: ListNow): boolean {
  return new Set(records.map(identityOf)).size === records.length;
}

/** What was added to the list, removed from it, or changed in it. Malformed records (HOOK-01) are left out. */
export function differencesOf(before: ListNow, after: ListNow): readonly ListDifference[] {
  const was = new Map(before.records.map((record) => [identityOf(record), record]));
  return allDifferences(before, after).filter(
    ({ record }) => isSound(record) && isSound(was.get(identityOf(record)) ?? record),
  );
}

function allDifferences(before: ListNow, after: ListNow): readonly ListDifference[] {
  const was = new Map(before.records.map((record) => [identityOf(record), record]));
  const is = new Map(after.records.map((record) => [identityOf(record), record]));
  const isMissed = (by: ListNow, record: JsonObject): boolean =>
    by.margin?.includes(identityOf(record)) !== true;
  const gone = before.records.filter((record) => !is.has(identityOf(record)) && isMissed(before, record));
  return [
    ...after.records.flatMap((record): ListDifference[] => {
      const old = was.get(identityOf(record));
      if (old === undefined) return isMissed(after, record) ? [{ what: 'added', record }] : [];
      return isDeepStrictEqual(old, record) ? [] : [{ what: 'changed', record }];
    }),
    ...gone.map((record): ListDifference => ({ what: 'gone', record })),
  ];
}

function isSound(record: JsonObject): boolean {
  return faultsOf('Webhook', record).length === 0;
}

/** Whether the list holds a webhook with this uuid, whatever its letter case. */
export function isListed(list: ListNow, uuid: string): boolean {
  return list.records.some((record) => hasUuid(record, uuid));
}
