/** The whole list of webhooks without a filter: the basis for judging the answers to filters. */
import { isDeepStrictEqual } from 'node:util';
import { Disturbed, Unmet } from '@outreach-api/engine';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf, pageIn, type Page } from '@outreach-api/model/records/page';
import {
  longestList,
  mustHaveAllPages,
  pageAt,
  readList,
  recordsOf,
  type PagedList,
} from '@outreach-api/model/records/read-list';
import { documented } from '@outreach-api/model/records/shape';
import { defineFindingOfCaller, webhookChanges } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { largestPage } from './largest-page.ts';
import { isLong as isLongList } from './long-list.ts';
import { isMadeUp, isWithoutEnd } from './unreadable-list.ts';

/** The list, read twice. */
export interface UnfilteredList {
  /**
   * For a long list, those on its first and last page: answers to filters are judged by them. The last page asked for is
   * one short of full, so that it shows the end.
   */
  readonly records: readonly JsonObject[];
  /** The identities of all records of a long list, in its order; null if the list is not long. */
  readonly order: readonly string[] | null;
  /** Fields that each record has, and that were the same in both readings, in the order of the first record. */
  readonly steadyFields: readonly string[];
  /** The largest page size of those tried: fewer requests for the same answer. */
  readonly pageSize: number;
}

/**
 * The unfiltered list, or why it cannot be known, in words. Does not reject with Unmet, which would be retried for each
 * run.
 */
export const unfilteredList = defineFindingOfCaller(
  async (session: Session): Promise<UnfilteredList | string> => {
    try {
      const pageSize = await largestPage.in(session);
      const all = await readWhole(session, pageSize, true);
      const isLong = isLongList({ limit: pageSize, total: all.length });
      const order = isLong ? all.map(identityOf) : null;
      const records = isLong ? [...all.slice(0, pageSize), ...all.slice(1 - pageSize)] : all;
      const latest = isLong ? await readEnds(session, pageSize) : await readWhole(session, pageSize);
      const again = new Map(latest.map((record) => [identityOf(record), record]));
      if (records.length !== again.size || !records.every((record) => again.has(identityOf(record)))) {
        if (
          !records.some((record) => again.has(identityOf(record))) &&
          (await isMadeUp(session, records.length))
        )
          session.state.account.list.mustBeReadable();
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
  const read = list.order === null ? readWhole : readEnds;
  const now = await read(session, list.pageSize);
  const shown = (records: readonly JsonObject[]): string =>
    JSON.stringify(
      records.map((record) => JSON.stringify(list.steadyFields.map((field) => record[field]))).toSorted(),
    );
  if (shown(now) === shown(list.records)) return;
  session.state.webhooksChanged();
  session.state.account.othersChangeWebhooks = true;
  throw new Disturbed('the list of webhooks was changed by somebody else');
}

/** The first page of a long list, and the last but for its first record. */
async function readEnds({ api }: Session, pageSize: number): Promise<readonly JsonObject[]> {
  const list = api.control.list({ limit: pageSize });
  const first = await pageAt(list, 0);
  const last = await pageAt(list, Math.max(0, first.total - pageSize + 1));
  return [...first.data, ...last.data];
}

/** The whole list, in full pages that all state the same `total`: otherwise filters cannot be compared with it. */
async function readWhole(session: Session, limit: number, recalls = false): Promise<readonly JsonObject[]> {
  session.state.account.list.mustBeReadable();
  const list = session.api.control.list({ limit, recalls });
  const reading = await readList(list, {
    isEnough: (pages) => contradict(pages) || pages.at(-1)?.data.length !== limit,
  });
  const { pages, read, end } = reading;
  const [total = 0] = pages.map((page) => page.total);
  if (total > longestList)
    throw new Unmet(`the list has ${total} webhooks: too many to compare filters with`);
  if (contradict(pages)) {
    if (await isWithoutEnd.in(session)) session.state.account.list.mustBeReadable();
    throw new Disturbed('the list of webhooks was changed by somebody else');
  }
  mustHaveAllPages(reading);
  const records = recordsOf(reading);
  const last = pages.at(-1);
  const isAsStated = end.kind === 'end' && read === total && last?.has_more === false;
  const isWhole = isAsStated && (last.data.length < limit || !(await showsRecords(list, total)));
  if (!isWhole || new Set(records.map(identityOf)).size !== records.length) {
    throw new Unmet(
      'the unfiltered list cannot be walked (PAGE-05 to PAGE-10, HOOK-03), so filters cannot be compared with it',
    );
  }
  return records;
}

/** Whether pages state different totals. */
function contradict(pages: readonly Page[]): boolean {
  return new Set(pages.map(({ total }) => total)).size > 1;
}

/** Whether a list shows records there: if it ends with a full page, it may go on past its `total`. */
async function showsRecords(list: PagedList, offset: number): Promise<boolean> {
  return (pageIn((await list.at(offset))?.json)?.data.length ?? 0) > 0;
}
