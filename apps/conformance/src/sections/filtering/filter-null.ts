/** Filters for null and for what is not null (Filtering). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import type { FilterSeen } from './filter-seen.ts';
import { anyField, documentedField, eachDocumentedField, type FieldChoice } from './filterable-fields.ts';
import { observeFilter } from './observe-filter.ts';
import { fillList } from './filled-list.ts';

/** A field that is tested for null. */
export interface NullTest {
  readonly field: FieldChoice;
}

export const filterNull = nullTest('is_null');

export const filterNotNull = nullTest('is_not_null');

/** The same with a new key. */
export const newKeyNull = withNewKey(filterNull, { runs: 1, given: ofDocumentedFields() });

/** The same with a new key. */
export const newKeyNotNull = withNewKey(filterNotNull, {
  runs: 1,
  given: ofDocumentedFields(),
});

function ofDocumentedFields(): fc.Arbitrary<NullTest> {
  return fc.record({ field: documentedField });
}

function nullTest(form: 'is_null' | 'is_not_null') {
  const fields: readonly FieldChoice[] = [...eachDocumentedField, 'nullable', 'number'];
  return defineExperiment<NullTest, FilterSeen>({
    name: `filter-${form.replaceAll('_', '-')}`,
    does: `requests the records whose field ${form === 'is_null' ? 'is' : 'is not'} null`,
    reads: ['webhooks'],
    prepare: fillList,
    given: fc.record({ field: anyField }),
    first: fields.map((field) => ({ field })),
    runs: 0,
    probe: async ({ field }, session) =>
      observeFilter(session, field, [], () => [{ condition: { form }, known: true }]),
  });
}
