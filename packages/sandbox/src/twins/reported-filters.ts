/** Twins from public bug reports: how query parsers, operators and columns take an operand (Filtering). */
import type { Condition } from '../filter/filter.ts';
import { asPrinted, changedMatch } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { defineTwins, furtherFields } from './twin.ts';
import type { TwinDefinition } from './twin.ts';
import { listsAlso } from './what-the-service-does.ts';

/** A twin that takes the text of a scalar for another condition; null leaves it as it is. */
function readsScalar(as: (text: string, field: string) => Condition | null): TwinDefinition['twist'] {
  return (right) =>
    changedMatch(right, (condition, _value, field, rightly) => {
      if (condition.form !== 'scalar' || typeof condition.value !== 'string') return null;
      const read = as(condition.value, field);
      return read === null ? null : rightly(read);
    });
}

/** A pattern of SQL in which only `_` stands for any character. */
function likeWithUnderscores(text: string): RegExp {
  const parts = text.split('_').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.')}$`, 'su');
}

const isTime = (value: unknown): boolean => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(String(value));

const needs = ['filters'] as const;

export const reportedFiltersTwins = defineTwins({
  'comma-in-a-scalar-separates-values': {
    breaks: 'FILT-01',
    report: 'spatie/laravel-query-builder#346',
    needs,
    // In brackets, a comma may be how this target writes an array.
    under: { filterPlacement: 'query-json' },
    twist: readsScalar((text) => (text.includes(',') ? { form: 'array', values: text.split(',') } : null)),
  },
  'underscore-in-a-scalar-stands-for-any-letter': {
    breaks: 'FILT-01',
    report: 'activerecord-hackery/ransack#256',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) =>
        condition.form === 'scalar' && String(condition.value).includes('_')
          ? likeWithUnderscores(String(condition.value)).test(String(value))
          : null,
      ),
  },
  'plus-signs-in-a-scalar-become-blanks': {
    breaks: 'FILT-01',
    report: 'timwis/vizwit#216',
    needs,
    twist: readsScalar((text) =>
      text.includes('+') ? { form: 'scalar', value: text.replaceAll('+', ' ') } : null,
    ),
  },
  'scalar-null-is-a-null-test': {
    breaks: 'FILT-01',
    report: 'scoutforpets/bookshelf-jsonapi-params#47',
    ...furtherFields,
    // In brackets, a scalar that is null may be spelled like this.
    under: { ...furtherFields.under, filterPlacement: 'query-json' },
    twist: readsScalar((text) => (text === 'null' ? { form: 'null' } : null)),
  },
  'array-of-one-element-is-ignored': {
    breaks: 'FILT-02',
    report: 'twentyhq/twenty#7202',
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'array' && condition.values.length === 1 ? true : null,
      ),
  },
  'array-past-20-elements-is-ignored': {
    breaks: 'FILT-02',
    report: 'directus/directus#16745',
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'array' && condition.values.length > 20 ? true : null,
      ),
  },
  'times-of-a-day-come-before-any-operand-of-it': {
    breaks: 'FILT-05',
    report: 'vshulcz/deja-vu#2150',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, (condition, value) => {
        if (condition.form !== 'comparison' || !isTime(condition.operand) || !isTime(value)) return null;
        const [stored, operand] = [asPrinted(value), String(condition.operand)];
        if (['<', '<='].includes(condition.operator)) return stored < operand;
        return ['>', '>='].includes(condition.operator) ? stored > operand : null;
      }),
  },
  'greater-than-a-time-includes-it': {
    breaks: 'FILT-05',
    report: 'cloudfoundry/cloud_controller_ng#806',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, (condition, value, _field, rightly) =>
        condition.form === 'comparison' && condition.operator === '>' && isTime(value)
          ? rightly({ ...condition, operator: '>=' })
          : null,
      ),
  },
  'filter-on-several-fields-forgets-the-account': {
    breaks: 'TEAM-01',
    also: everyFilter,
    report: 'laravel/framework#11154',
    needs: ['otherAccountToken', 'filters'],
    twist: (right, world) => ({
      ...right,
      listing: (call) => {
        const filter = right.filter(call);
        const hasSeveral = filter.ok && filter.value !== null && filter.value.length > 1;
        return (hasSeveral ? listsAlso(right, world, (others) => others) : right).listing(call);
      },
    }),
  },
});
