/** Twins from public bug reports: limits, offsets and totals that go wrong for some windows of a list (Pagination). */
import { refused } from '../answer.ts';
import { changedEnvelope, changedPage, isFiltered } from './changed.ts';
import { whateverMissesRecords } from './consequences.ts';
import { defineTwins } from './twin.ts';

/** How many pages of this size a list has. */
const pagesOf = (total: number, limit: number): number => Math.ceil(total / limit);

/** Which page begins at an offset, or holds it; the first is 0. */
const pageAt = (offset: number, limit: number): number => Math.floor(offset / limit);

export const reportedWindowsTwins = defineTwins({
  'has-more-is-false-one-page-before-the-last': {
    breaks: 'PAGE-06',
    also: ['PAGE-07', ...whateverMissesRecords],
    report: 'KanishJebaMathewM/Truxify#13766',
    twist: (right) =>
      changedEnvelope(right, (_, { offset, limit, total }) =>
        pageAt(offset, limit) === pagesOf(total, limit) - 2 ? { has_more: false } : {},
      ),
  },
  'full-last-pages-are-empty': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-07', ...whateverMissesRecords],
    report: 'ddnexus/pagy#15',
    twist: (right) =>
      changedPage(right, ({ data, offset, limit, total }) =>
        data.length === limit && offset + limit === total ? { data: [] } : {},
      ),
  },
  'limit-beside-an-offset-of-0-is-ignored': {
    breaks: 'PAGE-05',
    also: ['PAGE-03', 'PAGE-06', 'PAGE-07', 'PAGE-08', 'HOOK-03', ...whateverMissesRecords],
    report: 'langfuse/langfuse#16368',
    twist: (right) =>
      changedPage(right, ({ total }, slice, { query }) =>
        query.get('offset') === '0' && query.has('limit') ? { data: slice(0, total) } : {},
      ),
  },
  'total-of-a-page-of-one-is-that-of-its-method': {
    breaks: 'PAGE-09',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-07', 'PAGE-10', 'DEL-01', ...whateverMissesRecords],
    report: 'osmose-qa/osmose-frontend#311',
    twist: (right) =>
      changedPage(right, ({ data, limit, total }, slice) => {
        const [first] = data;
        if (limit !== 1 || first === undefined) return {};
        const alike = slice(0, total).filter(
          (record) => record['request_method'] === first['request_method'],
        );
        return { total: alike.length };
      }),
  },
  'total-of-a-single-record-is-that-of-all': {
    breaks: 'FILT-08',
    also: ['PAGE-05'],
    report: 'spring-projects/spring-data-jpa#1296',
    needs: ['filters'],
    twist: (right, { store }) =>
      changedPage(right, ({ limit, total }, _slice, call) =>
        limit === 1 && total === 1 ? { total: store.webhooks.count(call.caller.accountId) } : {},
      ),
  },
  'offset-between-pages-is-refused': {
    breaks: 'PAGE-03',
    also: [
      'PAGE-01',
      'PAGE-02',
      'PAGE-04',
      'PAGE-05',
      'PAGE-06',
      'PAGE-07',
      'PAGE-09',
      'HOOK-04',
      ...whateverMissesRecords,
    ],
    report: 'IHTSDO/snowstorm#372',
    twist: (right) => ({
      ...right,
      window: (call) => {
        const window = right.window(call);
        return window.ok && window.value.limit > 0 && window.value.offset % window.value.limit > 0
          ? refused('invalid-query', 'the offset must be a multiple of the limit')
          : window;
      },
    }),
  },
  'pages-grow-with-their-number': {
    breaks: 'PAGE-05',
    also: ['PAGE-03', 'PAGE-06', 'PAGE-07', 'HOOK-03', ...whateverMissesRecords],
    report: 'micronaut-projects/micronaut-data#148',
    twist: (right) =>
      changedPage(right, ({ offset, limit }, slice) => ({
        data: slice(offset, limit * (limit === 0 ? 1 : pageAt(offset, limit) + 1)),
      })),
  },
  'total-counts-the-webhooks-of-all-accounts': {
    breaks: 'PAGE-05',
    also: ['PAGE-03', 'PAGE-06', 'PAGE-07', 'PAGE-10', 'TEAM-01', 'DEL-01', ...whateverMissesRecords],
    report: 'flowintel/flowintel#31',
    twist: (right, { store }) =>
      changedPage(right, (_page, _slice, call) =>
        isFiltered(right, call) ? {} : { total: store.webhooks.all().length },
      ),
  },
});
