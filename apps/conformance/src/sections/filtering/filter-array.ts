/** Filters by any of several values (Filtering). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import { arrayOf } from './array-spelling.ts';
import type { FilterSeen } from './filter-seen.ts';
import { documentedField, type FieldChoice } from './filterable-fields.ts';
import { observeFilter } from './observe-filter.ts';
import { operandChoice, type Operand, type OperandChoice } from './operand.ts';
import { fillList } from './filled-list.ts';

/** A field, and the values it is filtered by. The meaning of an empty array is open. */
export interface SeveralOperands {
  readonly field: FieldChoice;
  readonly operands: readonly OperandChoice[];
}

/** One value, two, three and six, a repeated one, and one that no record has beside one that some have. */
const boundaries: readonly SeveralOperands[] = [
  ...on(0, [0, 1000], ['longer', 'common']),
  ...on(250, ['common'], ['second', 'third'], ['joined', 'common']),
  ...on(500, ['common', 'rare'], ['empty', 'null', 'wildcard', 'percent', 'common', 'empty']),
  ...on(750, ['common'], [0, 200, 400, 600, 800, 1000], ['special', 'rare', 'special']),
  // The least is often 0, which may be taken for no value.
  ...on('number', [0, 1000]),
  ...on('date-time', [0, 1000]),
  // None of these is a value of records, though it may be taken for more than a value. Only an array without any known
  // value distinguishes an ignored one from a working one where all records have the same.
  ...on(500, ['longer', 'cut', 'named', 'slashed', 'all']),
  ...on(750, ['named', 'bracketed', 'single', 'leading', 'slashed', 'all']),
  // Those whose pages are walked as well.
  ...[0, 250].flatMap((field) => on(field, ['rare', 200, 500, 'rare'])),
];

function on(
  field: FieldChoice,
  ...arrays: readonly (readonly OperandChoice[])[]
): readonly SeveralOperands[] {
  return arrays.map((operands) => ({ field, operands }));
}

/** Past so many elements of an array, some query parsers yield an object. */
const mostOfParsers = 20;

/** More uuids than query parsers take for an array, and databases for the operands of a condition. */
const many: SeveralOperands = {
  field: 0,
  operands: Array.from({ length: 45 }, (_, index) => 1000 - index * 22),
};

/** How many elements an array may have is not specified, nor whether one may be repeated; one alone is as good as a scalar. */
const mostElements = 2;

function mustBeTaken(operands: readonly Operand[]): boolean {
  const isRepeated = new Set(operands.map(({ value }) => value)).size < operands.length;
  return operands.length <= mostElements && !isRepeated && operands.every(({ known }) => known);
}

export const filterArray = defineExperiment<SeveralOperands, FilterSeen>({
  name: 'filter-array',
  does: 'requests the records whose field is one of an array of scalars',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    field: documentedField,
    operands: fc.array(operandChoice, { minLength: 1, maxLength: 5 }),
  }),
  first: [...boundaries, many],
  runs: 1,
  probe: async ({ field, operands }, session) =>
    observeFilter(session, field, operands, async (found, _, ground) => {
      const all = found.map(({ value }) => value);
      const distinct = [...new Set(all)];
      const isLong = distinct.length > mostOfParsers;
      // One is left out: an array of all that records have finds what no filter would.
      const values = isLong ? distinct.slice(0, -1) : all;
      const conditions = [await arrayOf(values, ground, session)];
      // The same up to the last element: whoever shortens a condition takes the two for one.
      if (isLong)
        conditions.push(await arrayOf([...values.slice(0, -1), ...values.slice(0, 1)], ground, session));
      return conditions.map((condition) => ({
        condition,
        known: mustBeTaken(found),
      }));
    }),
});

/** The same with a new key. */
export const newKeyArray = withNewKey(filterArray, {
  runs: 1,
  given: fc.record({
    field: documentedField,
    operands: fc.constantFrom<readonly OperandChoice[]>(['common', 'rare'], ['rare', 'common'], ['common']),
  }),
});
