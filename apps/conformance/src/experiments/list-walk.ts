/** Walks over the list of webhooks, page after page (Pagination; List webhooks). */
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Disturbed, Unmet } from '../engine/unmet.ts';
import { isDeepStrictEqual } from 'node:util';
import { readPage, type Page } from '../records/page.ts';
import type { JsonObject } from '../records/is-record.ts';
import { documented } from '../records/shape.ts';
import { defineFinding, type Session } from '../session/session.ts';
import { fillList } from './filled-list.ts';

/** A walk over the list, page after page. */
export interface WalkSeen {
  readonly limit: number;
  readonly total: number;
  readonly pages: readonly WalkPage[];
  /** Whether the walk went over the whole list; of a long list with small pages only both ends are walked. */
  readonly whole: boolean;
  /** How many records the pages walked should hold together. */
  readonly expected: number;
}

/** One page of a walk: the documented fields of its records. */
export interface WalkPage {
  readonly offset: number;
  readonly records: readonly JsonObject[];
}

const mostPages = 30;
/** A list of more pages is not read whole, whatever it says of itself. */
const longestWalk = 500;

/** The whole list, by pages of the default size. */
export const wholeList = defineFinding(async (session: Session) => {
  const walk = await walkPages(session, 20, Number.POSITIVE_INFINITY);
  return walk.pages.flatMap(({ records }) => records);
});

/** Walks over the list of webhooks with one page size (Pagination; List webhooks). */
export const listWalk = defineExperiment<{ readonly limit: number }, WalkSeen>({
  name: 'list-walk',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({ limit: fc.integer({ min: 1, max: 20 }) }),
  first: [20, 1, 2, 3, 7, 10, 19, 4, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 20].map((limit) => ({
    limit,
  })),
  runs: 0,
  probe: async ({ limit }, session) => {
    const before = await latestFirstPage.in(session);
    const walk = await walkPages(session, limit, mostPages);
    latestFirstPage.forget(session);
    const after = await latestFirstPage.in(session);
    const isUnchanged = isDeepStrictEqual(before, after) && (await isSteady(session, walk));
    if (!isUnchanged && !(await isAlwaysReordered(session, walk)))
      throw new Disturbed('the list of webhooks was changed by somebody else');
    return walk;
  },
});

/** The first page, its records in no order. */
interface FirstPage {
  readonly total: number;
  readonly records: readonly string[];
}

/** The first page after the latest walk, or before the first one: before a walk the list is as it was after the last. */
const latestFirstPage = defineFinding(async (session: Session): Promise<FirstPage> => {
  const page = readPage(await session.api.control.listWebhooks());
  return { total: page.total, records: recordsOf(page).map(asText).toSorted() };
});

const pairs = 12;
const leastUnlike = 8;

/**
 * Whether a page that came otherwise on a second walk nearly always differs between two requests sent at the same
 * time, with no more than `total` records in all: then there is no order that a walk could rest on. Somebody else who
 * changed the list would have added or removed some, or would not have done so in each of these moments.
 */
async function isAlwaysReordered(session: Session, walk: WalkSeen): Promise<boolean> {
  const again = await walkPages(session, walk.limit, mostPages);
  const moved = walk.pages.find(
    ({ records }, index) => !isDeepStrictEqual(again.pages[index]?.records, records),
  );
  if (moved === undefined) return false;
  const all = new Set([...walk.pages, ...again.pages].flatMap(({ records }) => records.map(asText)));
  let unlike = 0;
  for (let count = 0; count < pairs; count += 1) {
    const both = await Promise.all([1, 2].map(async () => pageAt(session, walk.limit, moved.offset)));
    if (both.some(({ total }) => total !== walk.total)) return false;
    const [one = [], other = []] = both.map((page) => recordsOf(page).map(asText).toSorted());
    for (const record of [...one, ...other]) all.add(record);
    if (!isDeepStrictEqual(one, other)) unlike += 1;
  }
  return all.size <= walk.total && unlike >= leastUnlike;
}

/** Whether a walk that holds a record twice, or misses one, comes out the same once more. */
async function isSteady(session: Session, walk: WalkSeen): Promise<boolean> {
  const walked = walk.pages.flatMap(({ records }) => records.map(asText));
  if (walked.length === walk.expected && new Set(walked).size === walked.length) return true;
  return isDeepStrictEqual(await walkPages(session, walk.limit, mostPages), walk);
}

function asText(record: JsonObject): string {
  return JSON.stringify(record);
}

async function walkPages(session: Session, limit: number, most: number): Promise<WalkSeen> {
  const pages: WalkPage[] = [];
  const first = await pageAt(session, limit, 0);
  const { total } = first;
  pages.push({ offset: 0, records: recordsOf(first) });
  const count = Math.max(0, Math.ceil(total / limit) - 1);
  const whole = count < most;
  if (whole && count > longestWalk)
    throw new Unmet(`the list says that it holds ${total} records, too many to be read`);
  const ends = Math.min(count, Math.floor(most / 2));
  const indices = whole
    ? Array.from({ length: count }, (_, index) => index)
    : [...Array(ends).keys(), ...Array.from({ length: ends }, (_, index) => count - ends + index)];
  const walked = indices.map((index) => (index + 1) * limit);
  for (const offset of walked)
    pages.push({ offset, records: recordsOf(await pageAt(session, limit, offset)) });
  const expected = pages.reduce((sum, { offset }) => sum + Math.min(limit, total - offset), 0);
  return { limit, total, pages, whole, expected };
}

async function pageAt(session: Session, limit: number, offset: number): Promise<Page> {
  const page = readPage(
    await session.api.listWebhooks({
      query: [
        ['limit', String(limit)],
        ['offset', String(offset)],
      ],
    }),
  );
  if (page.limit !== limit || page.offset !== offset) {
    throw new Unmet(
      'the list did not keep to the limit and offset asked for (PAGE-03), so it cannot be walked',
    );
  }
  return page;
}

function recordsOf(page: Page): readonly JsonObject[] {
  return page.data.map((record) => documented('Webhook', record));
}
