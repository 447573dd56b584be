/** Reads the whole list of webhooks as it is at this moment, so that two moments can be compared. */
import { isDeepStrictEqual } from 'node:util';
import { isFoundAgain } from '../http/bounds.ts';
import { eventually } from '../engine/eventually.ts';
import { Unmet } from '../engine/unmet.ts';
import { identityOf, readPage } from '../records/page.ts';
import type { JsonObject } from '../records/is-record.ts';
import { documented, faultsOf } from '../records/shape.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import { largestPage } from './largest-page.ts';

/** The list at one moment: what it says it holds, and the documented fields of its records, in no order. */
export interface ListNow {
  readonly total: number;
  readonly records: readonly JsonObject[];
}

/** What differs between two moments of a list. */
export interface ListDifference {
  readonly what: 'added' | 'gone' | 'changed';
  /** As it is later; as it was, where it is gone. */
  readonly record: JsonObject;
}

/** A list of more pages is not read. */
const mostPages = 200;
const usualPage = 20;

/** The list in the largest pages that it gives; see {@link listInPages}. @param api - reads; the main key where not set */
export async function listNow(session: Session, api = session.api.control): Promise<ListNow> {
  return listInPages(api, await largestPage.in(session));
}

/**
 * Walks over the list in pages of `limit`; null asks for no limit. It goes on from the records that came, so that
 * a page of another size does not end it.
 *
 * @throws Unmet where the list is refused, comes in another envelope, is too long, or does not end
 */
export async function listInPages(api: Api, limit: number | null): Promise<ListNow> {
  const records: JsonObject[] = [];
  const size: [string, string][] = limit === null ? [] : [['limit', String(limit)]];
  const pageFrom = async (offset: number): Promise<Answer> =>
    api.listWebhooks({ query: [...size, ['offset', String(offset)]] });
  const walk = api.walk();
  let total: number | null = null;
  let most = 0;
  for (;;) {
    let answer = await pageFrom(records.length);
    if (total !== null && !answer.ok) {
      // A `total` that counts too much leads past the end, where a page may be refused; or everybody is refused now.
      readPage(await pageFrom(0));
      answer = await pageFrom(records.length);
      if (!answer.ok) return { total, records: records.toSorted(byText) };
    }
    const page = readPage(answer);
    records.push(...page.data.map((record) => documented('Webhook', record)));
    total ??= page.total;
    most = Math.max(most, page.total);
    if (page.data.length === 0 || records.length >= most) {
      return { total, records: records.toSorted(byText) };
    }
    if (most > mostPages * (limit ?? usualPage))
      throw new Unmet(
        `the list says that it holds ${most} webhooks, too many to be read in pages of ${limit ?? 'the default size'}`,
      );
    if (!walk.goesOn(page, records.length))
      throw new Unmet(
        'the list of webhooks shows more than it says it holds (PAGE-05 to PAGE-10), without an end',
      );
  }
}

/**
 * The record of a webhook in the list; null where two looks do not find it. A list that shows some webhooks twice may
 * lack others: then it is looked again.
 *
 * @throws Unmet where the list is refused, or where it lacks this one and shows others twice each time
 */
export async function listedNow(session: Session, uuid: string): Promise<JsonObject | null> {
  let looksWithout = 0;
  const look = async (): Promise<JsonObject | null> => {
    const list = await listNow(session);
    const record = list.records.find((one) => identityOf(one) === uuid.toLowerCase());
    if (record === undefined && isTold(list)) looksWithout += 1;
    return record ?? null;
  };
  const isKnown = (record: JsonObject | null): boolean => record !== null || looksWithout === 2;
  const { shown, last } = await eventually(session.state, isFoundAgain, look, isKnown);
  if (shown) return last;
  throw new Unmet(
    `the list shows webhooks twice (PAGE-07, HOOK-03), so whether it lacks webhook ${uuid} is not known`,
  );
}

/** Whether two moments of the list are the same by the documented fields. */
export function isSameList(a: ListNow, b: ListNow): boolean {
  return isDeepStrictEqual(a, b);
}

/** Whether its records can be told from each other: where two share a uuid (HOOK-03), nothing can be compared. */
export function isTold({ records }: ListNow): boolean {
  return new Set(records.map(identityOf)).size === records.length;
}

/** What was added to the list, is gone from it, or was changed in it. Malformed records (HOOK-01) are left out. */
export function differencesOf(before: ListNow, after: ListNow): readonly ListDifference[] {
  const was = new Map(before.records.map((record) => [identityOf(record), record]));
  const is = new Map(after.records.map((record) => [identityOf(record), record]));
  const gone = before.records.filter((record) => !is.has(identityOf(record)));
  const differences = [
    ...after.records.flatMap((record): ListDifference[] => {
      const old = was.get(identityOf(record));
      if (old === undefined) return [{ what: 'added', record }];
      return isDeepStrictEqual(old, record) ? [] : [{ what: 'changed', record }];
    }),
    ...gone.map((record): ListDifference => ({ what: 'gone', record })),
  ];
  return differences.filter(
    ({ record }) => isSound(record) && isSound(was.get(identityOf(record)) ?? record),
  );
}

function isSound(record: JsonObject): boolean {
  return faultsOf('Webhook', record).length === 0;
}

/** Whether the list holds a webhook of this uuid, whatever its letter case. */
export function isListed(list: ListNow, uuid: string): boolean {
  return list.records.some((record) => identityOf(record) === uuid.toLowerCase());
}

function byText(a: JsonObject, b: JsonObject): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : Number(left > right);
}
