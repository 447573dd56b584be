/** Twins that break the section Pagination: the window of a page, and the page itself. */
import { seededRandom } from '../random.ts';
import { listingOf } from '../window.ts';
import { changedPage, changedWindow, isFiltered } from './changed.ts';
import { answersToFilters, everyFilter, whateverMissesRecords } from './consequences.ts';
import { defineTwins } from './twin.ts';

export const paginationTwins = defineTwins({
  'default-limit-is-10': {
    breaks: 'PAGE-01',
    also: ['PAGE-08'],
    twist: (right) => changedWindow(right, (_, { query }) => (query.has('limit') ? {} : { limit: 10 })),
  },
  'default-limit-is-25': {
    breaks: 'PAGE-01',
    also: ['PAGE-08'],
    twist: (right) => changedWindow(right, (_, { query }) => (query.has('limit') ? {} : { limit: 25 })),
  },
  'default-limit-is-10-with-an-offset': {
    breaks: 'PAGE-01',
    also: ['PAGE-08'],
    twist: (right) =>
      changedWindow(right, (_, { query }) =>
        !query.has('limit') && query.has('offset') ? { limit: 10 } : {},
      ),
  },
  'default-limit-is-the-last-one-asked': {
    breaks: 'PAGE-01',
    also: ['PAGE-08'],
    twist: (right) => {
      let last = 20;
      return changedWindow(right, ({ limit }, { query }) => {
        if (query.has('limit')) last = limit;
        return { limit: last };
      });
    },
  },
  'default-offset-is-1': {
    breaks: 'PAGE-02',
    also: ['PAGE-07', 'PAGE-08'],
    twist: (right) => changedWindow(right, (_, { query }) => (query.has('offset') ? {} : { offset: 1 })),
  },
  'default-offset-goes-on-from-the-last-page': {
    breaks: 'PAGE-02',
    // If offsets past the end are refused, so are requests without one, even with a new key.
    also: ['AUTH-05', 'HOOK-04', 'PAGE-03', 'PAGE-07', 'PAGE-08'],
    twist: (right) => {
      let next = 0;
      return changedWindow(right, ({ limit, offset }, { query }) => {
        const from = query.has('offset') ? offset : next;
        next = query.has('offset') ? offset + limit : 0;
        return { offset: from };
      });
    },
  },
  'default-offset-is-the-limit': {
    breaks: 'PAGE-02',
    also: ['PAGE-08'],
    twist: (right) =>
      changedWindow(right, ({ limit }, { query }) =>
        query.has('limit') && !query.has('offset') ? { offset: limit } : {},
      ),
  },
  'limit-ignored': {
    breaks: 'PAGE-03',
    also: ['PAGE-07', 'FILT-08'],
    twist: (right) => changedWindow(right, () => ({ limit: 20 })),
  },
  'limit-rounded-up-to-fives': {
    breaks: 'PAGE-03',
    also: ['PAGE-07', 'FILT-08'],
    twist: (right) => changedWindow(right, ({ limit }) => ({ limit: Math.ceil(limit / 5) * 5 })),
  },
  'limit-1-becomes-2': {
    breaks: 'PAGE-03',
    also: ['PAGE-07'],
    twist: (right) => changedWindow(right, ({ limit }) => (limit === 1 ? { limit: 2 } : {})),
  },
  'limit-13-becomes-12': {
    breaks: 'PAGE-03',
    twist: (right) => changedWindow(right, ({ limit }) => (limit === 13 ? { limit: 12 } : {})),
  },
  'limit-past-20-becomes-10': {
    breaks: 'PAGE-03',
    under: { pageMaximum: '100' },
    twist: (right) => changedWindow(right, ({ limit }) => (limit > 20 ? { limit: 10 } : {})),
  },
  'offset-ignored': {
    breaks: 'PAGE-03',
    also: ['PAGE-07', 'PAGE-10', ...whateverMissesRecords, 'HOOK-03'],
    twist: (right) => changedWindow(right, () => ({ offset: 0 })),
  },
  'offset-rounded-down-to-a-page': {
    breaks: 'PAGE-03',
    also: ['PAGE-10', 'FILT-08'],
    twist: (right) =>
      changedWindow(right, ({ limit, offset }) =>
        limit > 0 ? { offset: Math.floor(offset / limit) * limit } : {},
      ),
  },
  'offset-counts-pages': {
    breaks: 'PAGE-03',
    also: ['PAGE-07', ...whateverMissesRecords],
    twist: (right) => changedWindow(right, ({ limit, offset }) => ({ offset: offset * limit })),
  },
  'offset-past-40-becomes-40': {
    breaks: 'PAGE-03',
    also: ['PAGE-07', 'PAGE-10'],
    needs: ['more than 40 webhooks'],
    twist: (right) => changedWindow(right, ({ offset }) => ({ offset: Math.min(offset, 40) })),
  },
  'page-one-short': {
    breaks: 'PAGE-05',
    also: ['PAGE-07', ...whateverMissesRecords],
    twist: (right) =>
      changedPage(right, ({ data }) => ({ data: data.slice(0, Math.max(1, data.length - 1)) })),
  },
  'page-of-7-holds-6': {
    breaks: 'PAGE-05',
    also: ['PAGE-07', 'FILT-08'],
    twist: (right) =>
      changedPage(right, ({ data, limit }) => (limit === 7 ? { data: data.slice(0, 6) } : {})),
  },
  'page-one-too-many': {
    breaks: 'PAGE-05',
    also: ['PAGE-03', 'PAGE-07', ...everyFilter, 'HOOK-03'],
    twist: (right) => changedPage(right, ({ limit, offset }, slice) => ({ data: slice(offset, limit + 1) })),
  },
  'last-page-lacks-its-last-record': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-07', 'FILT-01', 'FILT-03', 'FILT-04', 'FILT-05', 'FILT-08', 'HOOK-02'],
    twist: (right) =>
      changedPage(right, ({ data, offset, total }) =>
        offset > 0 && offset + data.length === total ? { data: data.slice(0, -1) } : {},
      ),
  },
  'nothing-past-offset-40': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-07', ...whateverMissesRecords],
    needs: ['more than 40 webhooks'],
    twist: (right) => changedPage(right, ({ data, offset }) => (offset >= 40 ? { data: [] } : { data })),
  },
  'walk-repeats-a-record': {
    breaks: 'PAGE-07',
    also: ['PAGE-05', 'PAGE-06', ...everyFilter, 'HOOK-02', 'HOOK-03'],
    twist: (right) =>
      changedPage(right, ({ limit, offset, total }, slice) =>
        offset > 0 && offset < total ? { data: slice(offset - 1, limit) } : {},
      ),
  },
  'walk-skips-a-record': {
    breaks: 'PAGE-07',
    also: ['PAGE-05', 'PAGE-06', ...whateverMissesRecords],
    twist: (right) =>
      changedPage(right, ({ limit, offset }, slice) =>
        offset > 0 ? { data: slice(offset + 1, limit) } : {},
      ),
  },
  'order-turns-with-odd-limits': {
    breaks: 'PAGE-07',
    also: ['FILT-08'],
    twist: (right) =>
      changedPage(right, ({ limit, offset, total, data }, slice) =>
        limit % 2 === 1 && offset % 2 === 0
          ? { data: slice(Math.max(0, total - offset - data.length), data.length).toReversed() }
          : {},
      ),
  },
  'order-turns-with-each-request': {
    breaks: 'PAGE-07',
    also: ['PAGE-08', ...answersToFilters, 'HOOK-02', 'HOOK-03', 'DEL-02'],
    twist: (right) => {
      let turned = true;
      return changedPage(right, ({ offset, total, data }, slice) => {
        turned = !turned;
        return turned
          ? { data: slice(Math.max(0, total - offset - data.length), data.length).toReversed() }
          : {};
      });
    },
  },
  'boundary-record-repeated-past-40': {
    breaks: 'PAGE-07',
    also: ['HOOK-02', 'HOOK-03'],
    needs: ['more than 40 webhooks'],
    twist: (right) =>
      changedPage(right, ({ limit, offset, total }, slice) =>
        offset > 40 && offset < total ? { data: slice(offset - 1, Math.min(limit, total - offset)) } : {},
      ),
  },
  'default-limit-is-10-under-a-filter': {
    breaks: 'PAGE-01',
    also: ['FILT-08'],
    needs: ['filters'],
    twist: (right) =>
      changedWindow(right, (_, call) =>
        !call.query.has('limit') && isFiltered(right, call) ? { limit: 10 } : {},
      ),
  },
  'default-offset-is-1-in-large-pages': {
    breaks: 'PAGE-02',
    under: { pageMaximum: '100' },
    twist: (right) =>
      changedWindow(right, ({ limit }, { query }) =>
        !query.has('offset') && limit > 20 ? { offset: 1 } : {},
      ),
  },
  'default-offset-is-1-under-a-filter': {
    breaks: 'PAGE-02',
    also: ['FILT-08'],
    needs: ['filters'],
    twist: (right) =>
      changedWindow(right, (_, call) =>
        !call.query.has('offset') && isFiltered(right, call) ? { offset: 1 } : {},
      ),
  },
  'limit-ignored-behind-the-offset': {
    breaks: 'PAGE-03',
    twist: (right) =>
      changedWindow(right, (_, { query }) => {
        const names = [...query.keys()];
        const isBehind = query.has('offset') && names.indexOf('offset') < names.indexOf('limit');
        return isBehind ? { limit: 20 } : {};
      }),
  },
  'limit-ignored-under-a-filter': {
    breaks: 'PAGE-03',
    also: everyFilter,
    needs: ['filters'],
    twist: (right) => changedWindow(right, (_, call) => (isFiltered(right, call) ? { limit: 20 } : {})),
  },
  'offset-ignored-under-a-filter': {
    breaks: 'PAGE-03',
    also: ['PAGE-10', ...everyFilter],
    needs: ['filters'],
    twist: (right) => changedWindow(right, (_, call) => (isFiltered(right, call) ? { offset: 0 } : {})),
  },
  'order-is-by-chance': {
    breaks: 'PAGE-07',
    // A search for a record may miss it, or take it for deleted.
    also: [
      'AUTH-01',
      'AUTH-02',
      'AUTH-03',
      'AUTH-04',
      'TEAM-02',
      'PAGE-08',
      ...answersToFilters,
      'HOOK-02',
      'HOOK-03',
      'DEL-02',
    ],
    twist: (right) => {
      const random = seededRandom(7);
      return {
        ...right,
        listing: (call) => {
          const { total, slice } = right.listing(call);
          const drawn = slice(0, total).map((record) => ({ record, lot: random.int(1_000_000) }));
          return listingOf(drawn.toSorted((a, b) => a.lot - b.lot).map(({ record }) => record));
        },
      };
    },
  },
});
