/** The whole list of webhooks without a filter: the basis for judging the answers to filters. */
import { isDeepStrictEqual } from 'node:util';
import { Disturbed, Unmet } from '../engine/unmet.ts';
import type { JsonObject } from '../records/is-record.ts';
import { identityOf, pageIn, readPage, type Page } from '../records/page.ts';
import { documented } from '../records/shape.ts';
import { defineFindingOfCaller, webhookChanges } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { largestPage } from './largest-page.ts';
import { isLong as isLongList } from './long-list.ts';
import { isMadeUp, isWithoutEnd, mustBeReadable } from './unreadable-list.ts';

/** The list, read twice. */
export interface UnfilteredList {
  /** For a long list, those on its first and last page: answers to filters are judged by them. */
  readonly records: readonly JsonObject[];
  /** The identities of all records of a long list, in its order; null if the list is not long. */
  readonly order: readonly string[] | null;
  /** Fields that each record has, and that were the same in both readings, in the order of the first record. */
  readonly steadyFields: readonly string[];
  /** The largest page size of those tried: fewer requests for the same answer. */
  readonly pageSize: number;
}

const longestList = 20_000;

/**
 * The unfiltered list, or why it cannot be known, in words. Does not reject with Unmet, which would be retried for each
 * run.
 */
export const unfilteredList = defineFindingOfCaller(
  async (session: Session): Promise<UnfilteredList | string> => {
    try {
      const pageSize = await largestPage.in(session);
      const all = await readList(session, pageSize, true);
      const isLong = isLongList({ limit: pageSize, total: all.length });
      const order = isLong ? all.map(identityOf) : null;
      const records = isLong ? [...all.slice(0, pageSize), ...all.slice(-pageSize)] : all;
      const latest = isLong ? await readEnds(session, pageSize) : await readList(session, pageSize);
      const again = new Map(latest.map((record) => [identityOf(record), record]));
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
        records.every(
          (record) => field in record && record[field] === again.get(identityOf(record))?.[field],
        ),
      );
      return { records, order, steadyFields, pageSize };
    } catch (error) {
      if (error instanceof Unmet) return error.message;
      throw error;
    }
  },
  webhookChanges,
);

/**
 * Checks that the list is still what it was.
 *
 * @throws Disturbed if it is not: that may explain what was seen under a filter
 */
export async function checkUndisturbed(session: Session, list: UnfilteredList): Promise<void> {
  const read = list.order === null ? readList : readEnds;
  const now = await read(session, list.pageSize);
  const shown = (records: readonly JsonObject[]): string =>
    JSON.stringify(
      records.map((record) => JSON.stringify(list.steadyFields.map((field) => record[field]))).toSorted(),
    );
  if (shown(now) === shown(list.records)) return;
  session.state.webhooksChanged();
  throw new Disturbed('the list of webhooks was changed by somebody else');
}

/** The first page of a long list, and the last. */
async function readEnds(session: Session, pageSize: number): Promise<readonly JsonObject[]> {
  const first = await pageAt(session, pageSize, 0);
  const last = await pageAt(session, pageSize, Math.max(0, first.total - pageSize));
  return [...first.data, ...last.data];
}

async function readList(session: Session, pageSize: number, recalls = false): Promise<readonly JsonObject[]> {
  mustBeReadable(session);
  const records: JsonObject[] = [];
  const first = await pageAt(session, pageSize, 0, recalls);
  const { total } = first;
  if (total > longestList)
    throw new Unmet(`the list has ${total} webhooks: too many to compare filters with`);
  let last = first;
  records.push(...first.data);
  while (records.length < total && last.data.length === pageSize) {
    last = await pageAt(session, pageSize, records.length, recalls);
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

async function pageAt({ api }: Session, limit: number, offset: number, recalls = false): Promise<Page> {
  const request = { query: windowOf(limit, offset) };
  return readPage(await (recalls ? api.control.pageOfList(request) : api.control.listWebhooks(request)));
}

function windowOf(limit: number, offset: number): readonly (readonly [name: string, value: string])[] {
  return [
    ['limit', String(limit)],
    ['offset', String(offset)],
  ];
}
