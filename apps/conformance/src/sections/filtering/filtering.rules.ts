/** The rules for the section Filtering: filter answers, judged against the unfiltered list. */
import type { FilteringBreaches as Breaches } from '../../rules/breaches/filtering.ts';
import { every } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { agreeOnDifference } from './agree-on-difference.ts';
import { answersExactly } from './exact-answer.ts';
import * as target from './filter-breaches.ts';
import { judgeFilteredPages, type FilteredPagesSeen, type Filtered } from './filtered-pages.ts';
import { breachesOfPages } from './filtered-pages-breaches.ts';
import { keepsOrderLaws } from './order-laws.ts';
import type { FilterSeen } from './filter-seen.ts';
import { orderOperators } from './condition.ts';

const { answering, comparing, onEachField } = target;

/** What can go wrong with a single value, as a scalar and with `=`. */
const breachesOfEquality = {
  ...onEachField('it is ignored', target.ignored),
  ...onEachField('a value that records have is refused', target.refused),
  'nothing is found': answering(target.nothing),
  'a record is missing': answering(target.oneMissing),
  'only the first record is found': answering(target.firstOnly),
  'a record too many': answering(target.oneTooMany),
  'a record comes twice': answering(target.twice),
  'it finds the others': answering(target.asEquality('!=')),
  'the beginning of a value is enough': answering(comparing((value, operand) => value.startsWith(operand))),
  'values are compared up to their last character': answering(
    comparing((value, operand) => value.slice(0, -1) === operand.slice(0, -1)),
  ),
  'the value is a pattern': answering(comparing((value, operand) => isLike(value, operand))),
  'a value that has to be escaped finds nothing': answering(({ condition }) => {
    const text = String(target.operandOf(condition));
    return encodeURIComponent(text) === text ? undefined : [];
  }),
};

/** FILT-01: a scalar gives exactly the records whose field equals it. */
export const scalarGivesWhatEqualsIt: RuleDefinition<Breaches, FilterSeen> = {
  id: 'FILT-01',
  judge: answersExactly,
  breaches: {
    ...breachesOfEquality,
    'the value may stand anywhere': answering(comparing((value, operand) => value.includes(operand))),
    'the end of a value is enough': answering(comparing((value, operand) => value.endsWith(operand))),
  },
};

/** FILT-02: an array gives exactly the records whose field equals any element. */
export const arrayGivesWhatEqualsAnyElement: RuleDefinition<Breaches, FilterSeen> = {
  id: 'FILT-02',
  judge: answersExactly,
  breaches: {
    ...onEachField('it is ignored', target.ignored),
    ...onEachField('values that records have are refused', target.refused),
    'an array of one element finds nothing': answering(({ condition }) =>
      condition.form === 'array' && condition.values.length === 1 ? [] : undefined,
    ),
    'only the first element counts': answering(elements((values) => values.slice(0, 1))),
    'only the last element counts': answering(elements((values) => values.slice(-1))),
    'only the first two elements count': answering(elements((values) => values.slice(0, 2))),
    'all elements would have to be equal': answering(
      elements((values) => (new Set(values).size === 1 ? values : [])),
    ),
    'an element that no record has empties the answer': answering(({ condition }, field) => {
      if (condition.form !== 'array') return undefined;
      return condition.values.every((one) => field.values.some(({ value }) => value === one))
        ? undefined
        : [];
    }),
    'a record comes once for each element that it equals': answering(({ condition, listing }) => {
      const repeated = condition.form === 'array' && new Set(condition.values).size < condition.values.length;
      return repeated ? [...listing.ids, ...listing.ids] : undefined;
    }),
    'nothing is found': answering(target.nothing),
    'a record is missing': answering(target.oneMissing),
    'a record too many': answering(target.oneTooMany),
  },
};

/** FILT-03: `=` gives what the scalar gives. */
export const equalsOperatorIsAsTheScalar: RuleDefinition<Breaches, FilterSeen> = {
  id: 'FILT-03',
  judge: answersExactly,
  breaches: breachesOfEquality,
};

/** FILT-04: `!=` and `<>` give exactly the records whose field differs. */
export const bothOperatorsGiveWhatDiffers: RuleDefinition<Breaches, FilterSeen> = {
  id: 'FILT-04',
  judge: (seen) => every([answersExactly(seen), agreeOnDifference(seen)]),
  breaches: {
    ...onEachField('both are ignored', target.ignored),
    ...Object.fromEntries(
      (['!=', '<>'] as const).flatMap((operator) => [
        [`\`${operator}\` is ignored`, answering(target.ignored, operator)],
        [`\`${operator}\` is refused`, answering(target.refused, operator)],
        [`\`${operator}\` acts as \`=\``, answering(target.asEquality('='), operator)],
        [`\`${operator}\` finds nothing`, answering(target.nothing, operator)],
        [
          `\`${operator}\` acts as \`<\``,
          answering(
            comparing((value, operand) => value < operand),
            operator,
          ),
        ],
        [
          `\`${operator}\` acts as \`>\``,
          answering(
            comparing((value, operand) => value > operand),
            operator,
          ),
        ],
        [`\`${operator}\` loses a record`, answering(target.oneMissing, operator)],
      ]),
    ),
  },
};

const comparedByLength = target.together(
  answering(
    comparing((value, operand) => value.length < operand.length),
    '<',
  ),
  answering(
    comparing((value, operand) => value.length <= operand.length),
    '<=',
  ),
  answering(
    comparing((value, operand) => value.length > operand.length),
    '>',
  ),
  answering(
    comparing((value, operand) => value.length >= operand.length),
    '>=',
  ),
);

/** FILT-05: `<`, `<=`, `>` and `>=` give the records on that side in one total order. */
export const comparisonsKeepOneOrder: RuleDefinition<Breaches, FilterSeen> = {
  id: 'FILT-05',
  // Exactly the records on that side if the order is known, and the laws of any total order everywhere.
  judge: (seen) => every([answersExactly(seen), keepsOrderLaws(seen)]),
  breaches: {
    ...onEachField('all are ignored', target.ignored),
    ...onEachField('all are refused', target.refused, ['event', 'request_method', 'target_url']),
    ...Object.fromEntries(
      orderOperators.flatMap((operator) => [
        [`\`${operator}\` is ignored`, answering(target.ignored, operator)],
        [`\`${operator}\` is refused`, answering(target.refused, operator)],
        [`\`${operator}\` finds nothing`, answering(target.nothing, operator)],
        [`\`${operator}\` acts as \`=\``, answering(target.asEquality('='), operator)],
        [`\`${operator}\` acts as \`!=\``, answering(target.asEquality('!='), operator)],
        [`\`${operator}\` loses a record`, answering(target.oneMissing, operator)],
      ]),
    ),
    '`<` acts as `<=`': target.actsAs('<', '<='),
    '`<=` acts as `<`': target.actsAs('<=', '<'),
    '`>` acts as `>=`': target.actsAs('>', '>='),
    '`>=` acts as `>`': target.actsAs('>=', '>'),
    '`<` acts as `>`': target.actsAs('<', '>'),
    '`>=` acts as `<=`': target.actsAs('>=', '<='),
    'each operand is taken for the least value': target.together(
      answering(target.nothing, '<'),
      answering(target.asEquality('='), '<='),
      answering(target.asEquality('!='), '>'),
      answering(target.ignored, '>='),
    ),
    'values are compared by their length': comparedByLength,
  },
};

/** FILT-06: `is_null` gives exactly the records whose field is null. */
export const isNullGivesWhatIsNull: RuleDefinition<Breaches, FilterSeen> = {
  id: 'FILT-06',
  judge: answersExactly,
  breaches: {
    ...onEachField('it is ignored', target.ignored),
    ...onEachField('it is refused', target.refused),
    'records whose field is null are not found': answering(target.nothing),
    'it acts as is_not_null': answering(target.as(() => ({ form: 'is_not_null' }))),
    'a record is missing': answering(target.oneMissing),
    'a record too many': answering(target.oneTooMany),
  },
};

/** FILT-07: `is_not_null` gives exactly the others. */
export const isNotNullGivesTheOthers: RuleDefinition<Breaches, FilterSeen> = {
  id: 'FILT-07',
  judge: answersExactly,
  breaches: {
    ...onEachField('it is taken for a value', target.nothing),
    ...onEachField('it is refused', target.refused),
    'it is ignored': answering(target.ignored),
    'it acts as is_null': answering(target.as(() => ({ form: 'is_null' }))),
    'a record is missing': answering(target.oneMissing),
  },
};

/** FILT-08: `total`, `has_more` and the pages describe the filtered list. */
export const pagesAreThoseOfTheFilteredList: RuleDefinition<Breaches, FilteredPagesSeen, Filtered> = {
  id: 'FILT-08',
  judge: judgeFilteredPages,
  breaches: breachesOfPages,
};

function elements(
  kept: (values: readonly (string | number | boolean)[]) => readonly (string | number | boolean)[],
): target.Defect {
  return target.as((condition) =>
    condition.form === 'array' ? { form: 'array', values: kept(condition.values) } : undefined,
  );
}

/** As in SQL's `LIKE`: `_` stands for any character. */
function isLike(value: string, pattern: string): boolean {
  return (
    value.length === pattern.length &&
    !Array.from(pattern).some((one, at) => one !== '_' && one !== value.charAt(at))
  );
}
