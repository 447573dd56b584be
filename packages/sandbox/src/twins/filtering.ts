/** Twins that break the section Filtering. */
import { defineTwins } from './twin.ts';

export const filteringTwins = defineTwins({
  'less-or-equal-acts-as-less': {
    breaks: 'FILT-05',
    needs: ['filters'],
    twist: (right) => ({
      ...right,
      matches: (record, field, condition) =>
        condition.form === 'comparison' && condition.operator === '<='
          ? right.matches(record, field, { ...condition, operator: '<' })
          : right.matches(record, field, condition),
    }),
  },
});
