/** Filters with the four comparisons, with one operand or two (Filtering). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import type { FilterSeen } from './filter-seen.ts';
import { anyField, documentedField, type FieldChoice } from './filterable-fields.ts';
import { observeFilter } from './observe-filter.ts';
import { operandChoice, type OperandChoice } from './operand.ts';
import { fillList } from './filled-list.ts';
import { orderOperators } from './condition.ts';

type Operator = (typeof orderOperators)[number];

/** A field, and the values to compare with, each by some operators. */
export interface Ordering {
  readonly field: FieldChoice;
  readonly sides: readonly Side[];
}

interface Side {
  readonly operand: OperandChoice;
  readonly operators: readonly Operator[];
}

/** Each operator on one of two operands or on both: the answers complement and contain each other, also of two records. */
const ofTwoOperands: readonly Side[] = [
  { operand: 400, operators: ['<', '<=', '>'] },
  { operand: 700, operators: ['<', '>', '>='] },
];
/** Each operator on one of two operands: those on one complement each other. */
const byPairs: readonly Side[] = [
  { operand: 400, operators: ['<=', '>'] },
  { operand: 700, operators: ['<', '>='] },
];

export const filterOrder = defineExperiment<Ordering, FilterSeen>({
  name: 'filter-order',
  does: 'requests the records on each side of one value or two',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    field: anyField,
    sides: fc.array(
      fc.record({
        operand: operandChoice,
        operators: fc.subarray([...orderOperators], { minLength: 1 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  first: [
    { field: 0, sides: byPairs },
    // The latest, as likely as any to have a fraction of a second.
    {
      field: 'date-time',
      sides: [
        { operand: 400, operators: ['<', '>='] },
        { operand: 1000, operators: ['<=', '>'] },
      ],
    },
    { field: 750, sides: [...ofTwoOperands, { operand: 'special', operators: ['<', '>='] }] },
    // The least number, often 0: a server may take it for no operand.
    {
      field: 'number',
      sides: [
        { operand: 0, operators: ['<', '>='] },
        { operand: 700, operators: ['<', '<=', '>'] },
      ],
    },
    // Of fields with few values, one in the middle and one at an end.
    {
      field: 250,
      sides: [
        { operand: 500, operators: orderOperators },
        { operand: 1000, operators: ['<', '>='] },
      ],
    },
    {
      field: 500,
      sides: [
        { operand: 500, operators: ['<=', '>'] },
        { operand: 0, operators: ['<', '>='] },
      ],
    },
    { field: 'nullable', sides: [{ operand: 500, operators: ['<', '>='] }] },
    ...(['number', 'date-time'] as const).map((field): Ordering => ({
      field,
      sides: [{ operand: 'lowest', operators: ['>'] }],
    })),
    { field: 'date-time', sides: [{ operand: 'elsewhere', operators: ['<', '>'] }] },
  ],
  runs: 0,
  probe: async ({ field, sides }, session) => {
    const operands = sides.map(({ operand }) => operand);
    return observeFilter(session, field, operands, (found, { kind, name }) =>
      // Booleans have no order. That of uuids serves nobody: a service may refuse to compare them.
      (kind === 'boolean' ? [] : found).flatMap(({ value, known }, at) =>
        (sides[at]?.operators ?? []).map((operator) => ({
          condition: { form: 'comparison', operator, operand: value },
          known: known && name !== 'uuid',
        })),
      ),
    );
  },
});

/** The same with a new key, whose random inputs serve for both keys. */
export const newKeyOrder = withNewKey(filterOrder, {
  runs: 1,
  given: fc.record({
    field: documentedField,
    sides: fc
      .constantFrom<readonly Operator[]>(['<', '>='], ['<=', '>'])
      .map((operators) => [{ operand: 500, operators }]),
  }),
});
