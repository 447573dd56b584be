/** Twins from public bug reports: pages and counts that joins, caches and columns spoil (Pagination, List webhooks). */
import { createHash } from 'node:crypto';
import type { Behaviour, Page } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { ShownRecord } from '../records.ts';
import type { Listing } from '../window.ts';
import { listingOf } from '../window.ts';
import { changedEnvelope, changedPage, isFiltered } from './changed.ts';
import { everyFilter, whateverMissesRecords } from './consequences.ts';
import { carelessCache } from './careless-cache.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** The rows of a record in a join: some kinds of webhooks have two of what it joins them with. */
function rowsOf(record: ShownRecord): number {
  return record['request_method'] === 'POST' ? 1 : 2;
}

/** A twin that cuts its pages from the rows of a join, and shows each record once. */
function pagesOfRows(which: (right: Behaviour, call: AdmittedCall) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    page: (listing, window, call) => {
      if (!which(right, call)) return right.page(listing, window, call);
      const rows = listing
        .slice(0, listing.total)
        .flatMap((record) => Array.from({ length: rowsOf(record) }, () => record));
      const page = right.page(listing, window, call);
      const shown = [...new Set(rows.slice(window.offset, window.offset + window.limit))];
      return page.ok ? { ...page, value: { ...page.value, data: shown } } : page;
    },
  });
}

const method = (record: ShownRecord): string => String(record['request_method']);

/** A listing sorted by method; records of one method are in order of creation, or turned round. */
function byMethod(listing: Listing<ShownRecord>, turned: boolean): Listing<ShownRecord> {
  const all = listing.slice(0, listing.total);
  return listingOf(
    (turned ? all.toReversed() : all).toSorted((a, b) => method(a).localeCompare(method(b), 'en')),
  );
}

function filterOf(right: Behaviour, call: AdmittedCall): string | null {
  const filter = right.filter(call);
  return filter.ok && filter.value !== null ? JSON.stringify(filter.value) : null;
}

/** Whether the limit asked for is no number. */
const hasNoNumber = ({ query }: AdmittedCall): boolean => Number.isNaN(Number(query.get('limit') ?? 0));

/** How many records are read at once, whatever the API allows. */
const mostOfABackend = 30;

/** Where the records of a list are among those that were ever in it. */
function places(total: number, missing: readonly number[]): readonly number[] {
  return Array.from({ length: total + missing.length }, (_, place) => place).filter(
    (place) => !missing.includes(place),
  );
}

export const reportedListsTwins = defineTwins({
  'pages-are-cut-from-joined-rows': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-07', 'PAGE-10', 'HOOK-03', ...whateverMissesRecords],
    report: 'nestjsx/nestjs-typeorm-paginate#650',
    twist: pagesOfRows(() => true),
  },
  'filtered-pages-are-cut-from-joined-rows': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-10', ...everyFilter],
    report: 'ppetzold/nestjs-paginate#565',
    needs: ['filters'],
    twist: pagesOfRows(isFiltered),
  },
  'total-counts-joined-rows': {
    breaks: 'PAGE-05',
    also: ['PAGE-03', 'PAGE-06', 'PAGE-07', 'PAGE-10', 'DEL-01', ...whateverMissesRecords],
    report: 'sequelize/sequelize#2141',
    twist: (right) => ({
      ...right,
      page: (listing, window, call) => {
        const page = right.page(listing, window, call);
        const rows = listing.slice(0, listing.total).reduce((sum, record) => sum + rowsOf(record), 0);
        return page.ok ? { ...page, value: { ...page.value, total: rows } } : page;
      },
    }),
  },
  'total-past-the-end-is-0': {
    breaks: 'PAGE-09',
    report: 'miniflux/v2#4465',
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) =>
      changedEnvelope(right, (envelope, { data, offset }) =>
        data.length === 0 && offset > 0 ? { total: 0 } : envelope,
      ),
  },
  'limit-above-the-maximum-is-cut-without-a-word': {
    breaks: 'PAGE-05',
    also: ['PAGE-07', 'PAGE-06', ...whateverMissesRecords],
    report: 'ohdearquant/khive#1462',
    needs: ['more than 40 webhooks'],
    under: { pageMaximum: '100' },
    twist: (right) => changedPage(right, ({ data }) => ({ data: data.slice(0, mostOfABackend) })),
  },
  'limit-that-is-no-number-comes-back-as-null': {
    breaks: 'PAGE-04',
    report: 'KeeperHub/keeperhub#2522',
    twist: (right) => ({
      ...right,
      window: (call) => {
        const query = new URLSearchParams(call.query);
        if (hasNoNumber(call)) query.delete('limit');
        return right.window({ ...call, query });
      },
      envelope: (page, call) => ({
        ...right.envelope(page, call),
        ...(hasNoNumber(call) ? { limit: null } : {}),
      }),
    }),
  },
  'ties-fall-otherwise-past-the-first-page': {
    breaks: 'PAGE-07',
    also: ['PAGE-08', 'HOOK-03', ...whateverMissesRecords],
    report: 'rails/rails#42162',
    twist: (right) => ({
      ...right,
      page: (listing, window, call) =>
        right.page(byMethod(listing, window.offset + window.limit > 20), window, call),
    }),
  },
  'total-of-a-filter-is-kept': {
    breaks: 'DEL-01',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-10', ...everyFilter],
    report: 'rfink/sequelize-redis-cache#21',
    needs: ['filters', 'deletes'],
    twist: (right) => {
      const totals = new Map<string, number>();
      return {
        ...right,
        page: (listing, window, call) => {
          const page = right.page(listing, window, call);
          const filter = filterOf(right, call);
          if (!page.ok || filter === null) return page;
          const name = `${call.caller.accountId} ${filter}`;
          const total = totals.get(name) ?? page.value.total;
          totals.set(name, total);
          return { ...page, value: { ...page.value, total } };
        },
      };
    },
  },
  'page-once-asked-stays-over-deletions': {
    breaks: 'DEL-01',
    also: ['PAGE-07', 'PAGE-09', 'DEL-02', 'HOOK-02', ...everyFilter],
    report: 'Aengz/payload-redis-cache#19',
    needs: ['deletes'],
    under: { successStatusOfDelete: '204' },
    twist: (right, { store }) => {
      const pages = carelessCache<Page>();
      const deleted = new Map<number, number>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          deleted.set(webhook.accountId, (deleted.get(webhook.accountId) ?? 0) + 1);
          right.removeWebhook(webhook, call);
        },
        page: (listing, window, call) => {
          const { accountId } = call.caller;
          const made = store.webhooks.count(accountId) + (deleted.get(accountId) ?? 0);
          const asked = createHash('sha256').update(call.body).digest('hex');
          const name = `${accountId} ${made} ${call.query.toString()} ${asked}`;
          const known = pages.get(name);
          if (known !== undefined) return { ok: true, value: known };
          const page = right.page(listing, window, call);
          if (page.ok) pages.put(name, page.value);
          return page;
        },
      };
    },
  },
  'pages-leave-gaps-where-webhooks-were-deleted': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-07', 'PAGE-09', 'PAGE-10', ...whateverMissesRecords],
    report: 'directus/v8-archive#1556',
    needs: ['deletes'],
    under: { successStatusOfDelete: '204' },
    twist: (right) => {
      const gaps = new Map<number, readonly number[]>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          const missing = gaps.get(webhook.accountId) ?? [];
          const listing = right.listing(call);
          const at = listing
            .slice(0, listing.total)
            .findIndex(({ uuid }) => String(uuid).toLowerCase() === webhook.uuid);
          const place = places(listing.total, missing)[at];
          if (place !== undefined) gaps.set(webhook.accountId, [...missing, place]);
          right.removeWebhook(webhook, call);
        },
        page: (listing, window, call) => {
          const page = right.page(listing, window, call);
          if (!page.ok || isFiltered(right, call)) return page;
          const { offset, limit } = page.value;
          const kept = places(listing.total, gaps.get(call.caller.accountId) ?? []);
          const all = listing.slice(0, listing.total);
          const data = all.filter((_, at) => {
            const place = kept[at] ?? 0;
            return place >= offset && place < offset + limit;
          });
          return { ...page, value: { ...page.value, data } };
        },
      };
    },
  },
  'offset-without-a-limit-shows-one-record': {
    breaks: 'PAGE-05',
    also: ['PAGE-03', 'PAGE-06', 'PAGE-07', ...whateverMissesRecords],
    report: 'sourcenetwork/defradb#706',
    twist: (right) =>
      changedPage(right, ({ data, offset }, _slice, { query }) =>
        offset > 0 && !query.has('limit') ? { data: data.slice(0, 1) } : {},
      ),
  },
  'limit-counts-from-the-first-record': {
    breaks: 'PAGE-05',
    also: ['PAGE-03', 'PAGE-06', 'PAGE-07', 'PAGE-10', ...whateverMissesRecords],
    report: 'levelgraph/levelgraph#79',
    twist: (right) =>
      changedPage(right, ({ data, limit, offset }) => ({ data: data.slice(0, Math.max(0, limit - offset)) })),
  },
  'empty-page-is-null': {
    breaks: 'PAGE-04',
    also: ['PAGE-05', 'PAGE-10', 'TEAM-01', ...everyFilter],
    report: 'ethersphere/bee#1663',
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) => changedEnvelope(right, (_, { data }) => (data.length === 0 ? { data: null } : {})),
  },
  'page-of-one-record-is-no-array': {
    breaks: 'PAGE-04',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-07', ...whateverMissesRecords],
    report: 'toddmohney/json-api#38',
    twist: (right) => changedEnvelope(right, (_, { data }) => (data.length === 1 ? { data: data[0] } : {})),
  },
});
