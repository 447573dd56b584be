/** Twins that break the section Filtering for some operands, or in some requests, only. */
import type { Filter } from '../filter/filter.ts';
import type { AdmittedCall } from '../call.ts';
import { changedMatch, compares } from './changed.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that ignores some filters. */
function forgets(which: (filter: Filter, call: AdmittedCall) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    filter: (call) => {
      const filter = right.filter(call);
      const isForgotten = filter.ok && filter.value !== null && which(filter.value, call);
      return isForgotten ? { ...filter, value: null } : filter;
    },
  });
}

/** The first eight and the last twelve digits. */
function endsOf(uuid: unknown): string {
  const text = String(uuid).toLowerCase();
  return text.slice(0, 8) + text.slice(24);
}

const isOrdering = compares('<', '<=', '>', '>=');

const needs = ['filters'] as const;

export const filteredInPartTwins = defineTwins({
  'uuid-is-compared-by-its-ends': {
    breaks: 'FILT-01',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value, field) =>
        condition.form === 'scalar' && field === 'uuid' ? endsOf(value) === endsOf(condition.value) : null,
      ),
  },
  'filter-behind-the-limit-is-ignored': {
    breaks: 'FILT-04',
    also: ['FILT-05', 'FILT-08'],
    needs,
    under: { filterPlacement: 'query-json' },
    twist: forgets((_, { query }) => {
      const names = [...query.keys()];
      return names.includes('limit') && names.indexOf('limit') < names.indexOf('filter');
    }),
  },
  'comparison-with-0-is-ignored': {
    breaks: 'FILT-05',
    needs: ['filters', 'further fields'],
    under: { furtherFields: 'some', filterableFields: 'all' },
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'comparison' && isOrdering(condition) && Number(condition.operand) === 0
          ? true
          : null,
      ),
  },
});
