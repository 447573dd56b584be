/** Requests one page of the list of webhooks, anywhere in it (Pagination). */
import * as fc from 'fast-check';
import { Disturbed, Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { defineFindingOfCaller, webhookChanges } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import { isWithoutEnd } from '../../account/unreadable-list.ts';
import { fillList } from '../filtering/filled-list.ts';
import { alwaysAcceptedLimit } from '@outreach-api/model/records/page';
import type { WindowSeen } from './pages-seen.ts';

/** Where a page starts, expressed without knowing the list's length. */
export type Place =
  | { readonly from: 'start'; readonly by: number }
  /** `by` records before the end; negative: beyond it. */
  | { readonly from: 'end'; readonly by: number }
  /** The nth page from the end, if the list is divided into pages from its start: 1 is the last one. */
  | { readonly from: 'last page'; readonly by: number }
  /** At this fraction of the list, in thousandths. */
  | { readonly from: 'share'; readonly by: number };

/** A page to request; null omits the parameter. */
export interface Window {
  readonly limit: number | null;
  readonly place: Place | null;
  /** Whether `offset` comes before `limit` in the query. */
  readonly offsetFirst?: boolean;
}

const limits = Array.from({ length: alwaysAcceptedLimit }, (_, index) => index + 1);
const start: Place = { from: 'start', by: 0 };

const placesWithoutLimit: readonly Place[] = [
  start,
  { from: 'start', by: 1 },
  { from: 'end', by: 1 },
  { from: 'end', by: 20 },
  { from: 'end', by: 21 },
  { from: 'end', by: 0 },
  { from: 'share', by: 500 },
];

const boundaries: readonly Window[] = [
  { limit: null, place: null },
  ...placesWithoutLimit.map((place): Window => ({ limit: null, place })),
  // Each size that a target must take, on a page that is full.
  ...limits.map((limit): Window => ({ limit, place: limit % 2 === 0 ? null : { from: 'last page', by: 2 } })),
  // Pages that a walk requests as well are requested only once.
  ...[1, 3, 7, 10, 20].flatMap((limit): Window[] => [
    { limit, place: null },
    { limit, place: { from: 'last page', by: 1 } },
  ]),
  { limit: 10, place: start },
  // Written together, the numbers of one are those of another.
  { limit: 1, place: { from: 'start', by: 12 } },
  { limit: 11, place: { from: 'start', by: 2 } },
  // A full page followed by nothing, or by one record.
  ...[1, 7].flatMap((limit) =>
    [0, 1].map((more): Window => ({ limit, place: { from: 'end', by: limit + more } })),
  ),
  { limit: 1, place: { from: 'end', by: 0 } },
  ...[3, 20].map((limit): Window => ({ limit, place: { from: 'share', by: 300 }, offsetFirst: true })),
  { limit: 20, place: { from: 'end', by: -1000 } },
  { limit: 7, place: { from: 'end', by: -7 } },
  { limit: null, place: { from: 'end', by: -1 } },
  ...[21, 100].map((limit): Window => ({ limit, place: null })),
  // Sizes that clients choose: a server may treat one of them differently.
  ...[30, 1000].map((limit): Window => ({
    limit,
    place: { from: 'share', by: 300 },
  })),
];

/** The list's `total` without any parameter; null if it gives none (PAGE-04). */
export const listTotal = defineFindingOfCaller(async (session: Session): Promise<number | null> => {
  const { ok, status, json } = await session.api.control.listWebhooks();
  if (!ok) throw new Unmet(`the list of webhooks was refused with ${status}`);
  return totalIn(json);
}, webhookChanges);

export const pageWindow = defineExperiment<Window, WindowSeen>({
  name: 'page-window',
  does: 'requests one page of the list of webhooks, anywhere in it',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    limit: fc.option(
      fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 1, max: 20 }) },
        { weight: 1, arbitrary: fc.integer({ min: 21, max: 500 }) },
      ),
      { freq: 8 },
    ),
    place: fc.option(
      fc.oneof(
        fc.record({ from: fc.constant('start' as const), by: fc.nat({ max: 60 }) }),
        fc.record({ from: fc.constant('end' as const), by: fc.integer({ min: -30, max: 40 }) }),
        fc.record({ from: fc.constant('share' as const), by: fc.nat({ max: 999 }) }),
      ),
      { freq: 10 },
    ),
    offsetFirst: fc.boolean(),
  }),
  first: boundaries,
  runs: 1,
  probe: async (window, session) => {
    const total = await listTotal.in(session);
    const offset = window.place === null ? null : offsetOf(window.place, total, window.limit);
    const query: [string, string][] = [];
    if (window.limit !== null) query.push(['limit', String(window.limit)]);
    if (offset !== null) query.push(['offset', String(offset)]);
    if (window.offsetFirst === true) query.reverse();
    const { ok, status, json } = await session.api.pageOfList({ query });
    const seen = { limit: window.limit, offset, accepted: ok, status, body: json, total };
    session.ifBroken(async () => mustStayAsLong(session, query, seen));
    return seen;
  },
});

/** Pages as a new key gets them; the first two are those that clients request. */
export const newKeyWindow = withNewKey(pageWindow, {
  first: [
    { limit: null, place: null },
    { limit: null, place: { from: 'start', by: alwaysAcceptedLimit } },
  ],
  runs: 1,
});

/** Checks several times: if other clients are active, the list may have the same length again by chance. */
async function mustStayAsLong(
  session: Session,
  query: readonly [string, string][],
  { accepted, body, total }: WindowSeen,
): Promise<void> {
  const stated = totalIn(body);
  // A list without an end counts differently on each page by itself.
  if (accepted && (stated === total || (await isWithoutEnd.in(session)))) return;
  for (let looks = 0; looks < (accepted ? 3 : 1); looks += 1) {
    const now = await listTotal.again(session);
    const again = accepted ? totalIn((await session.api.listWebhooks({ query })).json) : stated;
    if (now !== total || again !== stated) throw new Disturbed('another client changed the list of webhooks');
  }
}

function totalIn(json: unknown): number | null {
  const total = isRecord(json) ? json['total'] : null;
  return typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : null;
}

function offsetOf({ from, by }: Place, total: number | null, limit: number | null): number {
  if (total === null) return from === 'start' ? by : 0;
  if (from === 'last page') {
    const size = limit ?? alwaysAcceptedLimit;
    return Math.max(0, (Math.ceil(total / size) - by) * size);
  }
  const offset = from === 'start' ? by : from === 'end' ? total - by : Math.floor((total * by) / 1000);
  return Math.max(0, offset);
}
