/** The PAGE rules (Pagination; Webhook list envelope; Limits). */
import type { PaginationBreaches as Breaches } from '../../rules/breaches/pagination.ts';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { isNoSmaller } from './larger-limit.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf, pageIn, alwaysAcceptedLimit } from '@outreach-api/model/records/page';
import { faultsOf } from '@outreach-api/model/records/shape';
import { envelopesIn, pagesIn } from './page-evidence.ts';
import { samePage } from './same-page.ts';
import { envelope, hasRecords, isLast, pageOf, records, without } from './pagination-breaches.ts';
import type { DefaultsSeen, Spelling } from './pages-seen.ts';
import type { WindowSeen, WalkSeen } from './pages-seen.ts';

const { broken, holds, same, shownBy } = judging<Breaches>();

/** PAGE-01: without `limit`, the page size is 20. */
export const pageSizeDefaultsTo20: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-01',
  judge: (seen) => {
    const page = pageOf(seen);
    if (seen.limit !== null || page === undefined) return held;
    return shownOn(seen, same('default-limit', {}, page.limit, 20));
  },
  evidence: pagesIn,
  eachAnswerCounts: true,
  breaches: {
    'the default is 10': (seen) => envelope(seen, { limit: 10 }),
    'the default is 25': (seen) => envelope(seen, { limit: 25 }),
    'the envelope says how many records came': (seen) => {
      const came = pageOf(seen)?.data.length;
      return envelope(seen, { limit: came === 20 ? 19 : (came ?? 0) });
    },
    'the default is wrong only where an offset is given': (seen) =>
      seen.offset === null ? undefined : envelope(seen, { limit: 10 }),
  },
};

/** PAGE-02: without `offset`, the page starts at 0. */
export const offsetDefaultsTo0: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-02',
  judge: (seen) => {
    const page = pageOf(seen);
    return seen.offset !== null || page === undefined
      ? held
      : shownOn(seen, same('default-offset', {}, page.offset, 0));
  },
  evidence: pagesIn,
  eachAnswerCounts: true,
  breaches: {
    'the default is 1': (seen) => envelope(seen, { offset: 1 }),
    'the default is wrong only where a limit is given': (seen) =>
      seen.limit === null ? undefined : envelope(seen, { offset: seen.limit }),
  },
};

/** PAGE-03: `limit` and `offset` are taken from the query. */
export const limitAndOffsetAreAccepted: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-03',
  judge: (seen) => {
    const limitCounts = seen.limit === null || seen.limit <= alwaysAcceptedLimit;
    const offsetCounts = seen.offset === null || seen.offset === 0 || seen.offset < (seen.total ?? 0);
    if (!offsetCounts) return held;
    const { limit, offset, status } = seen;
    if (!seen.accepted)
      return shownOn(seen, holds(!limitCounts, 'page-refused', { limit, offset, status }), [status]);
    const page = pageOf(seen);
    if (page === undefined) return held;
    const { length } = page.data;
    const judgement = every([
      isNoSmaller(page.limit, limit),
      limit === null || !limitCounts ? held : same('limit-ignored', { limit, offset }, page.limit, limit),
      offset === null ? held : same('offset-ignored', { limit, offset }, page.offset, offset),
      limit === null ? held : holds(length <= limit, 'page-too-long', { limit, offset, records: length }),
    ]);
    return shownOn(seen, judgement);
  },
  evidence: pagesIn,
  eachAnswerCounts: true,
  breaches: {
    'limit is ignored': (seen) => (seen.limit === null ? undefined : envelope(seen, { limit: 20 })),
    'offset is ignored': (seen) => envelope(seen, { offset: 0 }),
    'more come than asked for': (seen) =>
      seen.limit === null ? undefined : records(seen, (data) => [...data, ...data]),
    'limit 7 alone is wrong': (seen) => (seen.limit === 7 ? envelope(seen, { limit: 8 }) : undefined),
    'an offset inside the list is refused': (seen) =>
      hasRecords(seen) ? { ...seen, accepted: false, status: 400, body: undefined } : undefined,
  },
};

/** PAGE-04: the envelope carries `data`, `limit`, `offset`, `total` and `has_more`. */
export const envelopeIsComplete: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-04',
  judge: (seen) => {
    if (!seen.accepted) return held;
    const faults = faultsOf('WebhookList', seen.body);
    if (faults.length > 0) return shownOn(seen, broken('envelope-fields', { faults }));
    if (pageIn(seen.body) !== undefined) return held;
    return shownOn(seen, broken('envelope-data', { body: seen.body }));
  },
  evidence: envelopesIn,
  eachAnswerCounts: true,
  breaches: {
    'total is missing': (seen) => without(seen, 'total'),
    'has_more is missing': (seen) => without(seen, 'has_more'),
    'limit is missing': (seen) => without(seen, 'limit'),
    'offset is missing': (seen) => without(seen, 'offset'),
    'data is missing': (seen) => without(seen, 'data'),
    'total is text': (seen) => envelope(seen, { total: '47' }),
    'has_more is a number': (seen) => envelope(seen, { has_more: 1 }),
    'the list comes without its envelope': (seen) =>
      hasRecords(seen) ? { ...seen, body: pageOf(seen)?.data } : undefined,
  },
};

/** PAGE-05: a page holds as many records as its limit allows and the rest of the list has. */
export const pageIsFull: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-05',
  judge: (seen) => {
    const page = pageOf(seen);
    // Past the end, records are another matter (PAGE-10).
    if (page === undefined || (page.offset > 0 && page.offset >= page.total)) return held;
    const most = Math.min(page.limit, page.total - page.offset);
    // If `total` differs between pages (PAGE-09), it is unknown which one is right.
    const other = Math.max(0, Math.min(page.limit, (seen.total ?? page.total) - page.offset));
    if (page.data.length === other) return held;
    const { limit, offset, total } = page;
    return shownOn(seen, same('page-length', { limit, offset, total }, page.data.length, most));
  },
  evidence: pagesIn,
  eachAnswerCounts: true,
  breaches: {
    'a record is left out': (seen) => records(seen, (data) => data.slice(1)),
    'one record too many': (seen) => records(seen, (data) => [...data, ...data.slice(0, 1)]),
    'the last page is empty': (seen) => (isLast(seen) ? records(seen, () => []) : undefined),
    'a full page is cut at 10': (seen) => records(seen, (data) => data.slice(0, 10)),
  },
};

/** PAGE-06: `has_more` is true exactly when records follow. */
export const hasMoreStatesWhetherRecordsFollow: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-06',
  judge: (seen) => {
    const page = pageOf(seen);
    if (page === undefined) return held;
    const follow = page.offset + page.data.length < page.total;
    const { data, offset, total } = page;
    return shownOn(seen, same('has-more', { records: data.length, offset, total }, page.has_more, follow));
  },
  evidence: pagesIn,
  eachAnswerCounts: true,
  breaches: {
    'has_more is always true': (seen) => envelope(seen, { has_more: true }),
    'has_more is always false': (seen) => envelope(seen, { has_more: false }),
    'has_more is true on a last page that is full': (seen) => {
      const page = pageOf(seen);
      return page !== undefined && isLast(seen) && page.data.length === page.limit
        ? envelope(seen, { has_more: true })
        : undefined;
    },
    'has_more is false before a last page of one record': (seen) => {
      const page = pageOf(seen);
      return page !== undefined && page.offset + page.data.length === page.total - 1
        ? envelope(seen, { has_more: false })
        : undefined;
    },
    'has_more is false on the page before the last': (seen) => {
      const page = pageOf(seen);
      const follow = page === undefined ? 0 : page.total - page.offset - page.data.length;
      return page !== undefined && follow > 0 && follow <= page.limit
        ? envelope(seen, { has_more: false })
        : undefined;
    },
  },
};

/** PAGE-07: the pages of one walk hold every record once, whatever the page size. */
export const walkHoldsEveryRecordOnce: RuleDefinition<Breaches, WalkSeen> = {
  id: 'PAGE-07',
  judge: (walk) => {
    const seen = recordsIn(walk);
    const twice = seen.find((record, index) => seen.indexOf(record) !== index);
    return every([
      twice === undefined ? held : recordTwice(walk.limit, JSON.parse(twice)),
      same('walk-length', { limit: walk.limit }, seen.length, walk.expected),
    ]);
  },
  breaches: {
    'the first record of a page is the last of the one before': (walk) =>
      onPage(walk, 1, (page, before) => [...before.slice(-1), ...page.slice(1)]),
    'a page begins one too late': (walk) => onPage(walk, 1, (page) => page.slice(1)),
    'the last page is lost': (walk) => onPage(walk, walk.pages.length - 1, () => []),
    'each page is the first': (walk) => onPage(walk, 1, (page, before) => before.slice(0, page.length)),
  },
};

/** PAGE-08: requesting the defaults explicitly gives the same answer as omitting them. */
export const defaultsSpelledOutChangeNothing: RuleDefinition<Breaches, DefaultsSeen, Spelling> = {
  id: 'PAGE-08',
  judge: ({ bare, spelledOut }, spelling) =>
    samePage(spelling.map((pair) => pair.join('=')).join('&'), spelledOut, bare),
  breaches: {
    'limit=20 is taken for another': ({ bare, spelledOut }) => ({
      bare,
      spelledOut: { ...spelledOut, limit: 10 },
    }),
    'a record is left out': ({ bare, spelledOut }) => ({
      bare,
      spelledOut: { ...spelledOut, records: spelledOut.records.slice(1) },
    }),
    'total differs': ({ bare, spelledOut }) => ({
      bare,
      spelledOut: { ...spelledOut, total: spelledOut.total + 1 },
    }),
  },
};

/** PAGE-09: `total` does not depend on `limit` and `offset`. */
export const totalIsTheSameOnEachPage: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-09',
  judge: (seen) => {
    const page = pageOf(seen);
    return page === undefined || seen.total === null
      ? held
      : shownOn(
          seen,
          same('total-differs', { limit: seen.limit, offset: seen.offset }, page.total, seen.total),
        );
  },
  breaches: {
    'total counts the page': (seen) => envelope(seen, { total: pageOf(seen)?.data.length ?? 0 }),
    'total counts what follows': (seen) => envelope(seen, { total: (seen.total ?? 0) - (seen.offset ?? 0) }),
    'total counts to the end of the page': (seen) =>
      envelope(seen, { total: (seen.offset ?? 0) + (pageOf(seen)?.data.length ?? 0) }),
  },
};

/** PAGE-10: an offset at or beyond `total`, if it is accepted, gives an empty page. */
export const pastTheEndIsEmpty: RuleDefinition<Breaches, WindowSeen> = {
  id: 'PAGE-10',
  judge: (seen) => {
    const page = pageOf(seen);
    if (page === undefined || seen.offset === null || !seen.total || seen.offset < seen.total) return held;
    const { offset, total } = seen;
    const judgement = every([
      same('past-the-end-records', { offset, total }, page.data.length, 0),
      same('past-the-end-has-more', { offset, total }, page.has_more, false),
    ]);
    return shownOn(seen, judgement);
  },
  limitation: ({ accepted, offset, total, status }) =>
    !accepted && offset !== null && total !== null && total > 0 && offset >= total
      ? `an offset past the end is refused with ${status}`
      : null,
  evidence: pagesIn,
  eachAnswerCounts: true,
  breaches: {
    'the last page is shown again': (seen) => records(seen, () => [{}]),
    'has_more is true past the end': (seen) => envelope(seen, { has_more: true }),
  },
};

/** A judgement on a page: it shows the requests of that page. */
function shownOn(
  { limit, offset, query }: Pick<WindowSeen, 'limit' | 'offset' | 'query'>,
  judgement: Judgement<Breaches>,
  statuses: readonly number[] = [],
): Judgement<Breaches> {
  return shownBy(judgement, {
    operations: ['listWebhooks'],
    query: query ?? { limit, offset },
    statuses,
  });
}

function recordTwice(limit: number | null, record: JsonObject): Judgement<Breaches> {
  return shownBy(broken('record-twice-in-walk', { limit, record }), { seen: [identityOf(record)] });
}

function recordsIn(walk: WalkSeen): readonly string[] {
  return walk.pages.flatMap((page) => page.records.map((record) => JSON.stringify(record)));
}

function onPage(
  walk: WalkSeen,
  at: number,
  change: (
    page: WalkSeen['pages'][number]['records'],
    before: WalkSeen['pages'][number]['records'],
  ) => WalkSeen['pages'][number]['records'],
): WalkSeen | undefined {
  const page = walk.pages[at];
  if (page === undefined) return undefined;
  const changed = { ...page, records: change(page.records, walk.pages[at - 1]?.records ?? []) };
  return { ...walk, pages: walk.pages.with(at, changed) };
}
