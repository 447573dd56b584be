/** Takes what filters found around deletions: whatever was deleted before, they find what matches (Filtering). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { identityOf } from '@outreach-api/model/records/page';
import { defineExperiment, type Experiment } from '../../session/suite.ts';
import type { FoundByFilter } from '../../session/account.ts';
import { isFieldValue } from './field-values.ts';
import { certainFieldNames } from './filter-placement.ts';
import type { FilterSeen } from './filter-seen.ts';

/** More than deletions are looked for with filters in a run. */
const most = 12;
const places = Array.from({ length: most }, (_, at) => at);

/** One of the answers to scalars around deletions, by its place. */
export const scalarsAroundDeletions = aroundDeletions('scalar');

/** The same with arrays. */
export const arraysAroundDeletions = aroundDeletions('array');

function aroundDeletions(form: 'scalar' | 'array'): Experiment<number, FilterSeen> {
  return defineExperiment<number, FilterSeen>({
    name: `${form}s-around-deletions`,
    does: `takes an answer to a filter with a${form === 'array' ? 'n' : ''} ${form}, as it came around a deletion`,
    needs: ['deletes'],
    phase: 'late',
    given: fc.constantFrom(...places),
    first: places,
    runs: 0,
    probe: async (at, session) => {
      const names = certainFieldNames(session);
      const found = session.state.account.foundAroundDeletions.filter(
        (one) => formOf(one) === form && names.includes(one.field),
      )[at];
      if (found === undefined) throw new Unmet('no other filter was asked for around a deletion');
      return seenOf(found);
    },
  });
}

function formOf({ values }: FoundByFilter): 'scalar' | 'array' {
  return values.length > 1 ? 'array' : 'scalar';
}

/** What is missing among the records cannot be seen from them alone; one that comes twice is no matter of filters. */
function seenOf({ field, values, records }: FoundByFilter): FilterSeen {
  const [value = ''] = values;
  const distinct = new Map(records.map((record) => [identityOf(record), record[field]]));
  const shown = [...distinct].map(([id, one]) => ({ id, value: isFieldValue(one) ? one : null }));
  return {
    field: { name: field, kind: 'text', certain: true, values: shown },
    asked: [
      {
        condition: values.length > 1 ? { form: 'array', values } : { form: 'scalar', value },
        refusable: true,
        listing: { accepted: true, status: 200, ids: shown.map(({ id }) => id) },
      },
    ],
  };
}
