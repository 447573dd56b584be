/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as filtering from './filtering.rules.ts';
import { filterArray, newKeyArray } from './filter-array.ts';
import { arraysAroundDeletions, scalarsAroundDeletions } from './filter-around-deletions.ts';
import { filterDifference, newKeyDifference } from './filter-difference.ts';
import { filterEquals, filterScalar, newKeyEquals, newKeyScalar } from './filter-equality.ts';
import { filterNotNull, filterNull, newKeyNotNull, newKeyNull } from './filter-null.ts';
import { filterOrder, newKeyOrder } from './filter-order.ts';
import { filterPages, newKeyFilterPages } from './filter-pages.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(filtering.scalarGivesWhatEqualsIt, {
    from: [filterScalar, newKeyScalar],
    alsoFrom: [scalarsAroundDeletions],
  }),
  defineRule(filtering.arrayGivesWhatEqualsAnyElement, {
    from: [filterArray, newKeyArray],
    alsoFrom: [arraysAroundDeletions],
  }),
  defineRule(filtering.equalsOperatorIsAsTheScalar, { from: [filterEquals, newKeyEquals] }),
  defineRule(filtering.bothOperatorsGiveWhatDiffers, { from: [filterDifference, newKeyDifference] }),
  defineRule(filtering.comparisonsKeepOneOrder, { from: [filterOrder, newKeyOrder] }),
  defineRule(filtering.isNullGivesWhatIsNull, { from: [filterNull, newKeyNull] }),
  defineRule(filtering.isNotNullGivesTheOthers, { from: [filterNotNull, newKeyNotNull] }),
  defineRule(filtering.pagesAreThoseOfTheFilteredList, { from: [filterPages, newKeyFilterPages] }),
];
