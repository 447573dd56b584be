/** Twins that break what the sections Filtering and Pagination say together: the pages of a filtered list. */
import type { Filter } from '../filter/filter.ts';
import { changedEnvelope, changedPage, isFiltered } from './changed.ts';
import { answersToFilters, everyFilter } from './consequences.ts';
import { defineTwins, furtherFields } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin whose `total` is that of the whole list if the filter has such a condition. */
function countedWhole(isCounted: (one: Filter[number]) => boolean): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    envelope: (page, call) => {
      const envelope = right.envelope(page, call);
      const filter = right.filter(call);
      const isWhole = filter.ok && filter.value?.some((one) => isCounted(one)) === true;
      return isWhole ? { ...envelope, total: store.webhooks.count(call.caller.accountId) } : envelope;
    },
  });
}

const needs = ['filters'] as const;

export const filteredPagesTwins = defineTwins({
  'total-ignores-the-filter': {
    breaks: 'FILT-08',
    also: ['PAGE-05', 'PAGE-06'],
    needs,
    twist: (right, { store }) => ({
      ...right,
      envelope: (page, call) => ({
        ...right.envelope(page, call),
        total: store.webhooks.count(call.caller.accountId),
      }),
    }),
  },
  'total-is-that-of-the-filter-before': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-09', 'PAGE-10', ...everyFilter],
    needs,
    twist: (right, { store }) => {
      const counted = new Map<number, number>();
      return {
        ...right,
        envelope: (page, call) => {
          const envelope = right.envelope(page, call);
          const filter = right.filter(call);
          if (!filter.ok || filter.value === null) return envelope;
          const { accountId } = call.caller;
          const before = counted.get(accountId) ?? store.webhooks.count(accountId);
          counted.set(accountId, page.total);
          return { ...envelope, total: before };
        },
      };
    },
  },
  'has-more-ignores-the-filter': {
    breaks: 'FILT-08',
    also: ['PAGE-06', 'PAGE-10'],
    needs,
    twist: (right, { store }) => ({
      ...right,
      envelope: (page, call) => ({
        ...right.envelope(page, call),
        has_more: page.offset + page.data.length < store.webhooks.count(call.caller.accountId),
      }),
    }),
  },
  'second-page-forgets-the-filter': {
    breaks: 'FILT-08',
    also: [...answersToFilters],
    needs,
    twist: (right) => ({
      ...right,
      filter: (call) => {
        const filter = right.filter(call);
        return Number(call.query.get('offset') ?? 0) > 0 && filter.ok ? { ...filter, value: null } : filter;
      },
    }),
  },
  'second-page-of-greater-or-equal-is-empty': {
    breaks: 'FILT-08',
    also: ['PAGE-05', 'PAGE-06', 'FILT-05'],
    needs,
    twist: (right) =>
      changedPage(right, ({ offset }, _slice, call) => {
        const filter = right.filter(call);
        const isCompared =
          filter.ok &&
          filter.value?.some(
            ({ condition }) => condition.form === 'comparison' && condition.operator === '>=',
          );
        return offset > 0 && isCompared === true ? { data: [] } : {};
      }),
  },
  'filtered-total-counts-the-page': {
    breaks: 'FILT-08',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-10', 'PAGE-09'],
    needs,
    twist: (right, { store }) => ({
      ...right,
      envelope: (page, call) => {
        const filtered = page.total < store.webhooks.count(call.caller.accountId);
        return { ...right.envelope(page, call), ...(filtered ? { total: page.data.length } : {}) };
      },
    }),
  },
  'filter-applies-to-the-page-only': {
    breaks: 'FILT-08',
    also: ['PAGE-05', ...answersToFilters],
    needs,
    twist: (right) => ({
      ...right,
      filter: (call) => {
        const filter = right.filter(call);
        return filter.ok ? { ...filter, value: null } : filter;
      },
      page: (listing, window, call) => {
        const page = right.page(listing, window, call);
        const filter = right.filter(call);
        if (!page.ok || !filter.ok || filter.value === null) return page;
        const { value: conditions } = filter;
        const data = page.value.data.filter((record) => right.selects(record, conditions, right.matches));
        return { ...page, value: { ...page.value, data } };
      },
    }),
  },
  'less-is-counted-without-the-filter': {
    breaks: 'FILT-08',
    also: ['PAGE-05', 'PAGE-06'],
    needs,
    twist: countedWhole(({ condition }) => condition.form === 'comparison' && condition.operator === '<'),
  },
  'equals-operator-is-counted-without-the-filter': {
    breaks: 'FILT-08',
    also: ['PAGE-05', 'PAGE-06'],
    needs,
    twist: countedWhole(({ condition }) => condition.form === 'comparison' && condition.operator === '='),
  },
  'is-not-null-is-counted-without-the-filter': {
    breaks: 'FILT-08',
    also: ['PAGE-05', 'PAGE-06'],
    ...furtherFields,
    twist: countedWhole(({ condition }) => condition.form === 'not-null'),
  },
  'has-more-where-nothing-is-found': {
    breaks: 'FILT-08',
    also: ['PAGE-06'],
    needs,
    twist: (right) =>
      changedEnvelope(right, (envelope, { total }) => (total === 0 ? { has_more: true } : envelope)),
  },
  'total-is-of-the-whole-list-where-nothing-is-found': {
    breaks: 'FILT-08',
    also: ['PAGE-05', 'PAGE-06'],
    needs,
    twist: (right, { store }) => ({
      ...right,
      envelope: (page, call) => ({
        ...right.envelope(page, call),
        ...(page.total === 0 ? { total: store.webhooks.count(call.caller.accountId) } : {}),
      }),
    }),
  },
  'filter-forgotten-far-past-the-end': {
    breaks: 'FILT-08',
    needs,
    under: { offsetPastEnd: 'empty-page' },
    twist: (right) => ({
      ...right,
      page: (listing, window, call) =>
        isFiltered(right, call) && window.offset >= listing.total + 5
          ? right.page(right.listing(call), window, call)
          : right.page(listing, window, call),
    }),
  },
});
