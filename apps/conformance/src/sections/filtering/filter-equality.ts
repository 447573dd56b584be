/** Filters by one value, as a scalar and with the operator `=` (Filtering). */
import * as fc from 'fast-check';
import { defineExperiment, type Experiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import type { Condition } from './condition.ts';
import type { FilterSeen } from './filter-seen.ts';
import {
  documentedField,
  eachDocumentedField,
  fieldsOfFewValues,
  type FieldChoice,
} from './filterable-fields.ts';
import { observeFilter } from './observe-filter.ts';
import { operandChoice, valuesBetween, type Operand, type OperandChoice } from './operand.ts';
import { fillList } from './filled-list.ts';

/** A field, and the value it is filtered by. */
export interface OneOperand {
  readonly field: FieldChoice;
  readonly operand: OperandChoice;
}

/** Each operand on each field. */
export function onFields(
  fields: readonly FieldChoice[],
  operands: readonly OperandChoice[],
): readonly OneOperand[] {
  return operands.flatMap((operand) => fields.map((field) => ({ field, operand })));
}

export const filterScalar = equality(
  'filter-scalar',
  'requests the records whose field is a scalar',
  [
    ...onFields(eachDocumentedField, ['common', 'special', 'longer']),
    ...onFields([0, 750], ['tail']),
    // Each uuid is as rare as another, and one that no record has differs at the start or in the middle.
    ...onFields([250, 500, 750], ['rare']),
    ...onFields([500, 750], ['cut']),
    // What a query language takes for more than a value: one kind on each field.
    ...onFields([250], ['prefixed', 'negated', 'quoted']),
    ...onFields([500], ['wildcard', 'leading', 'single', 'percent', 'bracketed', 'escaped']),
    ...onFields([750], ['pattern', 'odd']),
    ...onFields([500], ['false']),
    ...onFields(['nullable'], ['null', 'empty']),
    ...onFields(['number'], [0]),
    ...onFields(fieldsOfFewValues, valuesBetween),
    // Two events with a comma between them are one value, not an array.
    ...onFields([250], ['empty', 'joined']),
  ],
  ({ value }) => ({
    form: 'scalar',
    value,
  }),
);

/** The same with a new key, after deletions: the value is one that deleted webhooks had, too. */
export const newKeyScalar = withNewKey(filterScalar, {
  first: [...onFields([250], ['common']), ...onFields([750], ['special'])],
  runs: 0,
});

export const filterEquals = equality(
  'filter-equals',
  'requests the records whose field is `=` a value',
  [
    ...onFields([...eachDocumentedField, 'number', 'date-time'], ['common']),
    ...onFields(fieldsOfFewValues, ['rare', ...valuesBetween]),
    // How values are distinguished from similar ones is tested on each field without an operator.
    ...onFields([750], ['special', 'cut', 'pattern']),
    ...onFields([250], ['tail', 'joined']),
  ],
  ({ value }) => ({
    form: 'comparison',
    operator: '=',
    operand: value,
  }),
);

/** The same with a new key, after deletions. */
export const newKeyEquals = withNewKey(filterEquals, {
  first: onFields([500], ['common']),
  runs: 0,
});

function equality(
  name: string,
  does: string,
  operands: readonly OneOperand[],
  condition: (operand: Operand) => Condition,
): Experiment<OneOperand, FilterSeen> {
  return defineExperiment<OneOperand, FilterSeen>({
    name,
    does,
    reads: ['webhooks'],
    prepare: fillList,
    given: fc.record({ field: documentedField, operand: operandChoice }),
    first: operands,
    runs: 1,
    probe: async ({ field, operand }, session) =>
      observeFilter(session, field, [operand], (found) =>
        found.map((one) => ({ condition: condition(one), known: one.known })),
      ),
  });
}
