/** The whole list of webhooks without a filter: what the answers to filters are judged by. */
import { isDeepStrictEqual } from 'node:util';
import { Disturbed, Unmet } from '../engine/unmet.ts';
import type { JsonObject } from '../records/is-record.ts';
import { identityOf, pageIn, readPage, type Page } from '../records/page.ts';
import { documented } from '../records/shape.ts';
import { defineFinding, webhookChanges } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { largestPage } from './largest-page.ts';
import { isMadeUp, isWithoutEnd, mustBeReadable } from './unreadable-list.ts';

/** The list, read twice. */
export interface UnfilteredList {
  readonly records: readonly JsonObject[];
  /** Fields that each record has, and that were the same in both readings, in the order of the first record. */
  readonly steadyFields: readonly string[];
  /** The largest page of those tried: fewer requests for the same answer. */
  readonly pageSize: number;
}

const longestList = 5000;

/**
 * The unfiltered list, or in words why it cannot be known. Not rejected with Unmet, since that would be tried again
 * for each run.
 */
export const unfilteredList = defineFinding(async (session: Session): Promise<UnfilteredList | string> => {
  try {
    const pageSize = await largestPage.in(session);
    const records = await readList(session, pageSize);
    const again = new Map((await readList(session, pageSize)).map((record) => [identityOf(record), record]));
    if (records.length !== again.size || !records.every((record) => again.has(identityOf(record)))) {
      if (
        !records.some((record) => again.has(identityOf(record))) &&
        (await isMadeUp(session, records.length))
      )
        mustBeReadable(session);
      throw new Disturbed('the list of webhooks was changed by somebody else');
    }
    const isChanged = records.some(
      (record) =>
        !isDeepStrictEqual(
          documented('Webhook', record),
          documented('Webhook', again.get(identityOf(record)) ?? {}),
        ),
    );
    if (isChanged) throw new Disturbed('a webhook of the list was changed by somebody else');
    const fields = Object.keys(records[0] ?? {});
    const steadyFields = fields.filter((field) =>
      records.every((record) => field in record && record[field] === again.get(identityOf(record))?.[field]),
    );
    return { records, steadyFields, pageSize };
  } catch (error) {
    if (error instanceof Unmet) return error.message;
    throw error;
  }
}, webhookChanges);

/**
 * Makes sure that the list still is what it was.
 *
 * @throws Disturbed where it is not: what was seen under a filter may come of that
 */
export async function checkUndisturbed(session: Session, list: UnfilteredList): Promise<void> {
  const now = await readList(session, list.pageSize);
  const shown = (records: readonly JsonObject[]): string =>
    JSON.stringify(
      records.map((record) => JSON.stringify(list.steadyFields.map((field) => record[field]))).toSorted(),
    );
  if (shown(now) === shown(list.records)) return;
  session.state.account.webhookChanges += 1;
  throw new Disturbed('the list of webhooks was changed by somebody else');
}

async function readList(session: Session, pageSize: number): Promise<readonly JsonObject[]> {
  mustBeReadable(session);
  const records: JsonObject[] = [];
  const first = await pageAt(session, pageSize, 0);
  const { total } = first;
  if (total > longestList)
    throw new Unmet(`the list has ${total} webhooks: too many to compare filters with`);
  let last = first;
  records.push(...first.data);
  while (records.length < total && last.data.length === pageSize) {
    last = await pageAt(session, pageSize, records.length);
    if (last.total !== total) {
      if (await isWithoutEnd.in(session)) mustBeReadable(session);
      throw new Disturbed('the list of webhooks was changed by somebody else');
    }
    records.push(...last.data);
  }
  const ids = new Set(records.map((record) => identityOf(record)));
  const isWhole =
    records.length === total && !last.has_more && !(await goesOn(session, pageSize, last, total));
  if (!isWhole || ids.size !== records.length) {
    throw new Unmet(
      'the unfiltered list cannot be walked (PAGE-05 to PAGE-10, HOOK-03), so filters cannot be compared with it',
    );
  }
  return records;
}

/** Whether a list that ends with a full page shows records past its end: then it is longer than its `total`. */
async function goesOn(session: Session, pageSize: number, last: Page, total: number): Promise<boolean> {
  if (last.data.length < pageSize) return false;
  const query = windowOf(pageSize, total);
  const answer = await session.api.control.listWebhooks({ query });
  return (pageIn(answer.json)?.data.length ?? 0) > 0;
}

async function pageAt(session: Session, pageSize: number, offset: number): Promise<Page> {
  return readPage(await session.api.control.listWebhooks({ query: windowOf(pageSize, offset) }));
}

function windowOf(limit: number, offset: number): readonly (readonly [name: string, value: string])[] {
  return [
    ['limit', String(limit)],
    ['offset', String(offset)],
  ];
}
