/** Twins that break the Webhook list envelope, and what the section Pagination says of total and has_more. */
import { changedEnvelope, changedPage, changedSuccess, isFiltered, without } from './changed.ts';
import { answersToFilters, everyFilter } from './consequences.ts';
import { defineTwins } from './twin.ts';

export const webhookListEnvelopeTwins = defineTwins({
  'has-more-missing': {
    breaks: 'PAGE-04',
    also: ['PAGE-06', 'PAGE-10', 'FILT-08'],
    twist: (right) => changedSuccess(right, ['webhooks.list'], (envelope) => without(envelope, 'has_more')),
  },
  'has-more-missing-on-the-last-page': {
    breaks: 'PAGE-04',
    also: ['PAGE-06', 'PAGE-10', 'FILT-08'],
    twist: (right) =>
      changedSuccess(right, ['webhooks.list'], (envelope) =>
        envelope['has_more'] === true ? envelope : without(envelope, 'has_more'),
      ),
  },
  'has-more-is-a-number': {
    breaks: 'PAGE-04',
    also: ['PAGE-06', 'PAGE-10', 'FILT-08'],
    twist: (right) => changedEnvelope(right, ({ has_more: more }) => ({ has_more: more === true ? 1 : 0 })),
  },
  'total-is-text': {
    breaks: 'PAGE-04',
    also: ['FILT-08'],
    twist: (right) => changedEnvelope(right, ({ total }) => ({ total: String(total) })),
  },
  'limit-comes-back-as-text': {
    breaks: 'PAGE-04',
    also: ['PAGE-03'],
    twist: (right) =>
      changedSuccess(right, ['webhooks.list'], (envelope, { query }) =>
        query.has('limit') ? { ...envelope, limit: String(envelope['limit']) } : envelope,
      ),
  },
  'offset-missing-on-the-first-page': {
    breaks: 'PAGE-04',
    also: ['PAGE-02', 'PAGE-03', 'PAGE-05', 'PAGE-06'],
    twist: (right) =>
      changedSuccess(right, ['webhooks.list'], (envelope) =>
        envelope['offset'] === 0 ? without(envelope, 'offset') : envelope,
      ),
  },
  'data-is-an-object': {
    breaks: 'PAGE-04',
    also: ['TEAM-01', 'JSON-01', 'PAGE-05', 'PAGE-06', 'PAGE-07', 'FILT-08', 'HOOK-01', 'HOOK-02', 'DEL-01'],
    twist: (right) => changedEnvelope(right, (_, { data }) => ({ data: Object.fromEntries(data.entries()) })),
  },
  'data-of-an-empty-page-is-null': {
    breaks: 'PAGE-04',
    also: ['PAGE-10'],
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) => changedEnvelope(right, (_, { data }) => ({ data: data.length === 0 ? null : data })),
  },
  'has-more-on-exact-multiple': {
    breaks: 'PAGE-06',
    also: ['PAGE-07'],
    twist: (right) =>
      changedEnvelope(right, ({ has_more: more }, { data, limit, offset, total }) => ({
        has_more: more === true || (data.length > 0 && data.length === limit && offset + limit === total),
      })),
  },
  'has-more-always-true': {
    breaks: 'PAGE-06',
    also: ['PAGE-07', 'PAGE-10', 'FILT-08'],
    twist: (right) => changedEnvelope(right, () => ({ has_more: true })),
  },
  'has-more-always-false': {
    breaks: 'PAGE-06',
    also: ['PAGE-07', 'FILT-08'],
    twist: (right) => changedEnvelope(right, () => ({ has_more: false })),
  },
  'has-more-false-past-the-first-page': {
    breaks: 'PAGE-06',
    also: ['PAGE-07', 'FILT-08'],
    twist: (right) =>
      changedEnvelope(right, ({ has_more: more }, { offset }) => ({
        has_more: more === true && offset === 0,
      })),
  },
  'has-more-ignores-offset': {
    breaks: 'PAGE-06',
    also: ['PAGE-07', 'PAGE-10', 'FILT-08'],
    twist: (right) => changedEnvelope(right, (_, { data, total }) => ({ has_more: data.length < total })),
  },
  'has-more-false-before-a-last-page-of-one': {
    breaks: 'PAGE-06',
    also: ['PAGE-07'],
    twist: (right) =>
      changedEnvelope(right, (_, { data, offset, total }) => ({
        has_more: offset + data.length < total - 1,
      })),
  },
  'explicit-offset-0-skips-the-first': {
    breaks: 'PAGE-08',
    also: ['PAGE-05', 'PAGE-07', ...answersToFilters, 'HOOK-02', 'HOOK-03'],
    twist: (right) =>
      changedPage(right, ({ limit }, slice, { query }) =>
        query.get('offset') === '0' ? { data: slice(1, limit) } : {},
      ),
  },
  'explicit-defaults-turn-the-page': {
    breaks: 'PAGE-08',
    also: ['PAGE-07'],
    twist: (right) =>
      changedPage(right, ({ data }, _, { query }) =>
        query.get('limit') === '20' && query.get('offset') === '0' ? { data: data.toReversed() } : {},
      ),
  },
  'total-counts-the-page': {
    breaks: 'PAGE-09',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-07', 'PAGE-10', 'FILT-05', 'FILT-08', 'HOOK-02', 'DEL-01', 'DEL-02'],
    twist: (right) => changedEnvelope(right, (_, { data }) => ({ total: data.length })),
  },
  'total-counts-the-rest': {
    breaks: 'PAGE-09',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-07', 'PAGE-10', 'FILT-08'],
    twist: (right) =>
      changedEnvelope(right, (_, { offset, total }) => ({ total: Math.max(0, total - offset) })),
  },
  'total-one-more-past-the-first-page': {
    breaks: 'PAGE-09',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-07', 'PAGE-10', 'FILT-08'],
    twist: (right) =>
      changedEnvelope(right, (_, { offset, total }) => ({ total: offset > 0 ? total + 1 : total })),
  },
  'total-is-rounded-up-to-the-limit': {
    breaks: 'PAGE-09',
    also: ['PAGE-03', 'PAGE-05', 'PAGE-06', 'PAGE-07', 'FILT-08', 'DEL-01'],
    twist: (right) =>
      changedEnvelope(right, (_, { limit, total }) => ({
        total: limit > 0 ? Math.ceil(total / limit) * limit : total,
      })),
  },
  'offset-past-the-end-starts-again': {
    breaks: 'PAGE-10',
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) =>
      changedPage(right, ({ limit, offset, total }, slice) =>
        offset >= total ? { data: slice(0, limit) } : {},
      ),
  },
  'offset-past-the-end-gives-the-last-records': {
    breaks: 'PAGE-10',
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) =>
      changedPage(right, ({ limit, offset, total }, slice) =>
        offset >= total ? { data: slice(Math.max(0, total - limit), limit) } : {},
      ),
  },
  'offset-past-the-end-has-more': {
    breaks: 'PAGE-10',
    also: ['PAGE-06'],
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) =>
      changedEnvelope(right, ({ has_more: more }, { offset, total }) => ({
        has_more: more === true || offset > total,
      })),
  },
  'offset-past-the-end-in-pages-of-one-gives-the-last': {
    breaks: 'PAGE-10',
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) =>
      changedPage(right, ({ limit, offset, total }, slice) =>
        offset >= total && limit === 1 ? { data: slice(total - 1, 1) } : {},
      ),
  },
  'total-missing-under-a-filter': {
    breaks: 'PAGE-04',
    also: everyFilter,
    needs: ['filters'],
    twist: (right) =>
      changedSuccess(right, ['webhooks.list'], (envelope, call) =>
        isFiltered(right, call) ? without(envelope, 'total') : envelope,
      ),
  },
  'data-is-null-where-a-filter-finds-nothing': {
    breaks: 'PAGE-04',
    also: everyFilter,
    needs: ['filters'],
    twist: (right) => changedEnvelope(right, (_, { data, total }) => ({ data: total === 0 ? null : data })),
  },
});
