/** Walks the list of webhooks, page after page (Pagination; List webhooks). */
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { Disturbed, Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { identityOf, readPage, type Page, alwaysAcceptedLimit } from '@outreach-api/model/records/page';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { documented } from '@outreach-api/model/records/shape';
import { defineFindingOfCaller } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import { pagesOfEndless } from '@outreach-api/model/records/read-list';
import { isMadeUp, isWithoutEnd } from '../../account/unreadable-list.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import { fillList } from '../filtering/filled-list.ts';
import type { WalkSeen, WalkPage } from './pages-seen.ts';

/** How to walk the list. */
export interface Way {
  readonly limit: number;
  /** Where the second page starts, if not right after the first one: then some records are on both. */
  readonly shift?: number;
  /** What the query omits: the limit of 20 from each page, or the offset of 0 from the first one. */
  readonly unsaid?: 'limit' | 'offset';
}

/** The default page size. */
const largeLimit = 20;
/** One at a time, interleaved with other rules' requests, all could hit the same one of two alternating replicas. */
const atOnce = 2;

/** Page sizes, the last three of which a target need not support; the first page is requested without its offset. */
const sizes = [20, 1, 3, 7, 21, 50, 100].map((limit): Way => ({ limit, unsaid: 'offset' }));

export const listWalk = defineExperiment<Way, WalkSeen>({
  name: 'list-walk',
  does: 'walks over the list of webhooks with one page size',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({ limit: fc.integer({ min: 1, max: 20 }) }),
  first: [...sizes, { limit: 20, unsaid: 'limit' }, { limit: 10, shift: 9 }],
  runs: 0,
  probe: async (way, session) => {
    const before = await latestFirstPage.in(session);
    const walk = await walkPages(session, way, true);
    if (isUnlike(walk, before)) await isMadeUp(session, walk.total);
    const { list } = session.state.account;
    if (isInOrder(walk)) list.mustBeReadable();
    // That such a list does not hold what it claims is not another client's doing.
    if (list.unreadable === null) session.ifBroken(async () => mustStay(session, way, walk, before));
    return walk;
  },
});

/** A walk with a new key. */
export const newKeyWalk = withNewKey(listWalk, { first: [{ limit: 20, unsaid: 'limit' }], runs: 0 });

/** The first page, its records in no particular order. */
interface FirstPage {
  readonly total: number;
  readonly records: readonly string[];
}

/** The first page as it was before the first walk, or after the latest faulty one. */
const latestFirstPage = defineFindingOfCaller(async (session: Session): Promise<FirstPage> => {
  const page = readPage(await session.api.control.listWebhooks());
  return { total: page.total, records: recordsOf(page).map(asText).toSorted() };
});

/** @throws Disturbed if a faulty walk now gives another result, and not because the target reorders by itself */
async function mustStay(session: Session, way: Way, walk: WalkSeen, before: FirstPage): Promise<void> {
  if (isInOrder(walk)) return;
  const isUnchanged =
    isDeepStrictEqual(before, await latestFirstPage.again(session)) &&
    isDeepStrictEqual(await walkPages(session, way), walk);
  if (!isUnchanged && !(await isAlwaysReordered(session, way, walk)))
    throw new Disturbed('another client changed the list of webhooks');
}

const pairs = 12;
const leastUnlike = 8;

/**
 * Whether a page that differed on a second walk almost always differs between two concurrent requests, with no more
 * than `total` records in all: then there is no order that a walk could rely on. Another client changing the list
 * would have added or removed some, or would not have done so at each of these moments.
 */
async function isAlwaysReordered(session: Session, way: Way, walk: WalkSeen): Promise<boolean> {
  const again = await walkPages(session, way);
  const isMoved = ({ records }: WalkPage, index: number): boolean =>
    !isDeepStrictEqual(again.pages[index]?.records, records);
  // If the target alternates between requests, a walk of even length gives the same result again.
  const moved = walk.pages.find(isMoved) ?? walk.pages[0];
  if (moved === undefined) return false;
  const all = new Set([...walk.pages, ...again.pages].flatMap(({ records }) => records.map(asText)));
  let unlike = 0;
  for (let count = 0; count < pairs; count += 1) {
    const both = await Promise.all([1, 2].map(async () => pageAt(session, way, moved.offset)));
    if (both.some(({ total }) => total !== walk.total)) return false;
    const [one = [], other = []] = both.map((page) => recordsOf(page).map(asText).toSorted());
    for (const record of [...one, ...other]) all.add(record);
    if (!isDeepStrictEqual(one, other)) unlike += 1;
    const alike = count + 1 - unlike;
    if (alike > pairs - leastUnlike) return false;
  }
  return all.size <= walk.total && unlike >= leastUnlike;
}

/** Whether a walk has as many records as it should, and no webhook twice. */
function isInOrder({ pages, expected }: WalkSeen): boolean {
  const uuids = pages.flatMap(({ records }) => records.map(identityOf));
  return uuids.length === expected && new Set(uuids).size === expected;
}

/** Whether the first page of a walk has no webhook in common with the page seen before. */
function isUnlike({ pages: [first] }: WalkSeen, before: FirstPage): boolean {
  const records = first?.records.map(asText) ?? [];
  return records.length > 0 && !records.some((record) => before.records.includes(record));
}

function asText(record: JsonObject): string {
  return JSON.stringify(record);
}

/** More of the large ones: if those are read to the end, the middle of the list is covered. */
function mostPagesOf({ limit }: Way): number {
  return limit < largeLimit ? 4 : 6;
}

/** @param recalls - whether pages that other runs requested may be reused */
async function walkPages(session: Session, way: Way, recalls = false): Promise<WalkSeen> {
  const { limit, shift = limit } = way;
  const isShort = session.state.account.list.unreadable !== null;
  const most = isShort ? pagesOfEndless : mostPagesOf(way);
  const first = await pageAt(session, way, 0, recalls);
  const { total } = first;
  const count = Math.max(0, Math.ceil((total - shift) / limit));
  const whole = count < most;
  const ends = Math.min(count, Math.floor(most / 2));
  // Where the first pages overlap, further ones from the end on: others have begun with those.
  const atStart = way.shift === undefined ? ends : 1;
  const indices = whole
    ? Array.from({ length: count }, (_, index) => index)
    : [
        ...Array(atStart).keys(),
        ...Array.from({ length: 2 * ends - atStart }, (_, at) => count + atStart - 2 * ends + at),
      ];
  const offsets = indices.map((index) => index * limit + shift);
  const later: WalkPage[] = [];
  while (later.length < offsets.length) {
    const next = offsets.slice(later.length, later.length + atOnce);
    const coming = await Promise.all(next.map(async (offset) => pageAt(session, way, offset, recalls)));
    const isSteady = coming.every((page) => page.total === total);
    if (!isShort && !isSteady && (await isWithoutEnd.in(session))) return walkPages(session, way, recalls);
    later.push(...coming.map((page) => ({ offset: page.offset, records: recordsOf(page) })));
  }
  const expected = later.reduce(
    (sum, { offset }) => sum + Math.min(limit, total - offset),
    Math.min(shift, total),
  );
  const pages = [{ offset: 0, records: newIn(recordsOf(first), later[0], way) }, ...later];
  return { limit, total, pages, expected };
}

/** The records of the first page that the second does not repeat; of these, as many as there should be. */
function newIn(
  first: readonly JsonObject[],
  second: WalkPage | undefined,
  { shift }: Way,
): readonly JsonObject[] {
  if (shift === undefined) return first;
  const shownAgain = new Set(second?.records.map(asText));
  return first.filter((record) => !shownAgain.has(asText(record))).slice(0, shift);
}

async function pageAt(
  { api }: Session,
  { limit, unsaid }: Way,
  offset: number,
  recalls = false,
): Promise<Page> {
  const query: [string, string][] = [];
  if (unsaid !== 'limit') query.push(['limit', String(limit)]);
  if (unsaid !== 'offset' || offset > 0) query.push(['offset', String(offset)]);
  const page = readPage(await (recalls ? api.pageOfList({ query }) : api.listWebhooks({ query })));
  if (page.offset === offset && page.limit === limit) return page;
  throw new Unmet(
    limit > alwaysAcceptedLimit
      ? `the list does not give pages of ${limit}`
      : 'the list did not honour the requested limit and offset (PAGE-01 to PAGE-03), so it cannot be walked',
  );
}

function recordsOf(page: Page): readonly JsonObject[] {
  return page.data.map((record) => documented('Webhook', record));
}
