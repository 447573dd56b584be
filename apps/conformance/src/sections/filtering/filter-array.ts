/** Filters by any of several values (Filtering). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import { arrayOf } from './array-spelling.ts';
import type { FilterSeen } from './filter-seen.ts';
import {
  documentedField,
  eachDocumentedField,
  fieldsOfFewValues,
  type FieldChoice,
} from './filterable-fields.ts';
import { observeFilter } from './observe-filter.ts';
import { operandChoice, type OperandChoice } from './operand.ts';
import { fillList } from './filled-list.ts';

/** A field, and the values it is filtered by. The meaning of an empty array is open. */
export interface SeveralOperands {
  readonly field: FieldChoice;
  readonly operands: readonly OperandChoice[];
}

const boundaries: readonly (readonly OperandChoice[])[] = [
  ['common'],
  ['common', 'rare'],
  [0, 500, 1000],
  // If all records have the same value, only this distinguishes an ignored array from a working one.
  ['longer', 'cut'],
];

/** Many values, for fields that have that many. */
const long: readonly (readonly OperandChoice[])[] = [
  [0, 200, 400, 600, 800, 1000],
  Array.from({ length: 12 }, (_, index) => 1000 - index * 90),
];

/**
 * A value no record has with one that some have, and a repeated one; for events and URLs, what must be escaped, too.
 */
const ofEachField: readonly SeveralOperands[] = [
  ...[0, 500, 750].map((field): SeveralOperands => ({ field, operands: ['longer', 'common'] })),
  { field: 250, operands: ['joined', 'common'] },
  { field: 500, operands: ['rare', 'rare'] },
  // Those whose pages are walked as well.
  ...[0, 250].map((field): SeveralOperands => ({ field, operands: ['rare', 200, 500, 'rare'] })),
  { field: 750, operands: ['special', 'rare', 'special'] },
];

/** Past so many elements of an array, some query parsers yield an object. */
const mostOfParsers = 20;

/** More uuids than query parsers take for an array. */
const many: SeveralOperands = {
  field: 0,
  operands: Array.from({ length: 24 }, (_, index) => 1000 - index * 42),
};

const mostElements = 6;

/** Requests the records whose field is one of an array of scalars. */
export const filterArray = defineExperiment<SeveralOperands, FilterSeen>({
  name: 'filter-array',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    field: documentedField,
    operands: fc.array(operandChoice, { minLength: 1, maxLength: 5 }),
  }),
  first: [
    ...boundaries.flatMap((operands) => eachDocumentedField.map((field) => ({ field, operands }))),
    ...long.flatMap((operands) => [0, 750].map((field) => ({ field, operands }))),
    ...ofEachField,
    ...fieldsOfFewValues.map((field) => ({ field, operands: ['second', 'third'] as const })),
    many,
  ],
  runs: 1,
  probe: async ({ field, operands }, session) =>
    observeFilter(session, field, operands, async (found, _, ground) => {
      const values = found.map(({ value }) => value);
      const conditions = [await arrayOf(values, ground, session)];
      // The same up to the last element: whoever shortens a condition takes the two for one.
      if (values.length > mostOfParsers)
        conditions.push(await arrayOf([...values.slice(0, -1), ...values.slice(0, 1)], ground, session));
      return conditions.map((condition) => ({
        condition,
        // How many elements an array may have is not specified.
        known: found.length <= mostElements && found.every((one) => one.known),
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
