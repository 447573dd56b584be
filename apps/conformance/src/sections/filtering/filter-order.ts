/** Filters with the four comparisons, with one operand or two (Filtering). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import type { FilterSeen } from './filter-seen.ts';
import { anyField, documentedField, fieldsOfFewValues, type FieldChoice } from './filterable-fields.ts';
import { observeFilter } from './observe-filter.ts';
import { operandChoice, type OperandChoice } from './operand.ts';
import { fillList } from './filled-list.ts';
import { orderOperators } from './condition.ts';

/** A field, the values to compare with, and the operators to use. */
export interface Ordering {
  readonly field: FieldChoice;
  readonly operands: readonly OperandChoice[];
  readonly operators: readonly (typeof orderOperators)[number][];
}

const ofManyValues: readonly FieldChoice[] = [0, 750, 'date-time'];
/** Fields with few values, and one that may be null: one operand has values on both sides. */
const ofOneLook: readonly FieldChoice[] = [250, 500, 'nullable'];

/** Requests the records on each side of one value or two. */
export const filterOrder = defineExperiment<Ordering, FilterSeen>({
  name: 'filter-order',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    field: anyField,
    operands: fc.array(operandChoice, { minLength: 1, maxLength: 2 }),
    operators: fc.subarray([...orderOperators], { minLength: 1 }),
  }),
  first: [
    ...ofManyValues.map((field) => ({ field, operands: [400, 700], operators: orderOperators })),
    // The least number, often 0: a server may take it for no operand.
    { field: 'number', operands: [0, 700], operators: orderOperators },
    ...ofOneLook.map((field) => ({ field, operands: [500], operators: orderOperators })),
    ...fieldsOfFewValues.map((field) => ({ field, operands: [0, 1000], operators: ['<', '>='] as const })),
    { field: 750, operands: [500, 'special'], operators: ['<', '>='] },
    { field: 'date-time', operands: ['elsewhere'], operators: ['<', '>'] },
  ],
  runs: 0,
  probe: async ({ field, operands, operators }, session) =>
    observeFilter(session, field, operands, (found, { kind }) =>
      // Booleans have no order.
      (kind === 'boolean' ? [] : found).flatMap(({ value, known }) =>
        operators.map((operator) => ({
          condition: { form: 'comparison', operator, operand: value },
          known,
        })),
      ),
    ),
});

/** The same with a new key, whose random inputs serve for both keys. */
export const newKeyOrder = withNewKey(filterOrder, {
  runs: 1,
  given: fc.record({
    field: documentedField,
    operands: fc.constant([500]),
    operators: fc.constantFrom<Ordering['operators']>(['<', '>='], ['<=', '>']),
  }),
});
