/** Twins from public bug reports: how query parsers, operators and columns take an operand (Filtering). */
import { refused } from '../answer.ts';
import type { Condition } from '../filter/filter.ts';
import { listingOf } from '../window.ts';
import { asPrinted, changedMatch } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { defineTwins, furtherFields, furtherFieldsInJson } from './twin.ts';
import type { TwinDefinition } from './twin.ts';
import { listsAlso } from './what-the-service-does.ts';

/** A twin that takes the text of a scalar for another condition; null leaves it as it is. */
export function readsScalar(as: (text: string, field: string) => Condition | null): TwinDefinition['twist'] {
  return (right) =>
    changedMatch(right, (condition, _value, field, rightly) => {
      if (condition.form !== 'scalar' || typeof condition.value !== 'string') return null;
      const read = as(condition.value, field);
      return read === null ? null : rightly(read);
    });
}

/** A twin that refuses filters with such scalars. */
function refusesScalars(which: (text: string) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    filter: (call) => {
      const filter = right.filter(call);
      const isRefused =
        filter.ok &&
        filter.value?.some(({ condition }) => condition.form === 'scalar' && which(String(condition.value)));
      return isRefused === true ? refused('invalid-query', 'the filter cannot be read') : filter;
    },
  });
}

/** A pattern of SQL in which only `_` stands for any character. */
function likeWithUnderscores(text: string): RegExp {
  const parts = text.split('_').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.')}$`, 'su');
}

/** Whether a value is a date with a time. */
export const isTime = (value: unknown): boolean => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(String(value));

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
    ...furtherFieldsInJson,
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
  'scalar-with-an-apostrophe-is-refused': {
    breaks: 'FILT-01',
    report: 'keephq/keep#3793',
    needs,
    twist: refusesScalars((text) => text.includes("'")),
  },
  'scalar-ends-at-a-semicolon': {
    breaks: 'FILT-01',
    report: 'Caltech-IPAC/firefly#828',
    needs,
    twist: readsScalar((text) =>
      text.includes(';') ? { form: 'scalar', value: text.replace(/;.*/su, '') } : null,
    ),
  },
  'scalar-without-letters-is-ignored': {
    breaks: 'FILT-01',
    report: 'Biarity/Sieve#50',
    needs,
    // In brackets, nothing behind the equals sign may be no condition.
    under: { filterPlacement: 'query-json' },
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'scalar' && condition.value === '' ? true : null,
      ),
  },
  'greater-than-finds-no-texts': {
    breaks: 'FILT-05',
    report: 'appwrite/console#1175',
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'comparison' &&
        condition.operator.startsWith('>') &&
        condition.operator !== '<>' &&
        Number.isNaN(Number(condition.operand)) &&
        !isTime(condition.operand)
          ? false
          : null,
      ),
  },
  'offset-of-a-time-in-an-operand-is-ignored': {
    breaks: 'FILT-05',
    report: 'ChilliCream/graphql-platform#3691',
    ...furtherFields,
    under: { ...furtherFields.under, dateFormat: 'milliseconds' },
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'comparison' && isTime(condition.operand)
          ? rightly({ ...condition, operand: String(condition.operand).replace(/[+-]\d\d:\d\d$/, 'Z') })
          : null,
      ),
  },
  'several-conditions-repeat-joined-records': {
    breaks: 'HOOK-03',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-07', 'PAGE-10', ...everyFilter],
    report: 'baserow/baserow#1200',
    needs,
    twist: (right) => ({
      ...right,
      page: (listing, window, call) => {
        const filter = right.filter(call);
        if (!filter.ok || filter.value === null || filter.value.length < 2)
          return right.page(listing, window, call);
        const rows = listing
          .slice(0, listing.total)
          .flatMap((record) => (record['request_method'] === 'POST' ? [record] : [record, record]));
        return right.page(listingOf(rows), window, call);
      },
    }),
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
  'scalar-false-is-ignored': {
    breaks: 'FILT-01',
    report: 'procore-oss/sift#57',
    needs,
    // In brackets, a scalar that is no text may be spelled like this.
    under: { filterPlacement: 'query-json' },
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'scalar' && condition.value === 'false' ? true : null,
      ),
  },
  'array-that-names-a-value-twice-repeats-its-records': {
    breaks: 'FILT-02',
    also: ['HOOK-03', 'PAGE-07', 'FILT-08'],
    report: 'gatsbyjs/gatsby#26382',
    needs,
    twist: (right) => ({
      ...right,
      page: (listing, window, call) => {
        const filter = right.filter(call);
        const one = filter.ok && filter.value?.length === 1 ? filter.value[0] : undefined;
        if (one?.condition.form !== 'array') return right.page(listing, window, call);
        const { field, condition } = one;
        const rows = listing
          .slice(0, listing.total)
          .flatMap((record) => condition.values.filter((value) => value === record[field]).map(() => record));
        return right.page(rows.length > listing.total ? listingOf(rows) : listing, window, call);
      },
    }),
  },
});
