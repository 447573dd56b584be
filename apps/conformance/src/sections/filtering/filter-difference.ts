/** Filters for values that differ from an operand, with both operators (Filtering). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import type { FilterSeen } from './filter-seen.ts';
import { documentedField, fieldsOfFewValues } from './filterable-fields.ts';
import { observeFilter } from './observe-filter.ts';
import { operandChoice, valuesBetween } from './operand.ts';
import { onFields, type OneOperand } from './filter-equality.ts';
import { fillList } from './filled-list.ts';

const operators = ['!=', '<>'] as const;
const boundaries: readonly Difference[] = [
  ...[
    ...onFields([250, 500, 750], ['common']),
    // Uuids, whose pages are walked as well: all of them are equally rare.
    ...onFields([0], ['rare']),
  ].map((both) => ({ ...both, operators })),
  ...[
    ...onFields(fieldsOfFewValues, ['rare', ...valuesBetween]),
    ...onFields(['number', 'date-time'], ['common']),
  ].map((one): Difference => ({ ...one, operators: ['<>'] })),
  // How values are distinguished from similar ones is tested on each field without an operator.
  ...[...onFields([750], ['cut', 'pattern', 'tail', 'special']), ...onFields([250], ['barred', 'empty'])].map(
    (one, at): Difference => ({ ...one, operators: [at % 2 === 0 ? '!=' : '<>'] }),
  ),
];

/** A field, a value, and the operators to use: both, unless one is enough to show a breach. */
export interface Difference extends OneOperand {
  readonly operators: readonly (typeof operators)[number][];
}

export const filterDifference = defineExperiment<Difference, FilterSeen>({
  name: 'filter-difference',
  does: 'requests the records whose field is `!=` a value, and those where it is `<>` the value',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    field: documentedField,
    operand: operandChoice,
    operators: fc.subarray([...operators], { minLength: 1 }),
  }),
  first: boundaries,
  runs: 1,
  probe: async ({ field, operand, operators: asked }, session) =>
    observeFilter(session, field, [operand], (found) =>
      asked.flatMap((operator) =>
        found.map(({ value, known }) => ({
          condition: { form: 'comparison', operator, operand: value },
          known,
        })),
      ),
    ),
});

/** The same with a new key. */
export const newKeyDifference = withNewKey(filterDifference, {
  runs: 1,
  given: fc.record({
    field: documentedField,
    operand: fc.constantFrom('common', 'rare'),
    operators: fc.constant(operators),
  }),
});
