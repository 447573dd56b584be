/** Twins from public bug reports: operands that a query language or a cache takes for others (Filtering). */
import type { Condition, Operator } from '../filter/filter.ts';
import type { Value } from './new-keys.ts';
import { changedMatch, changedPage } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { readsScalar } from './reported-filters.ts';
import { carelessCache } from './careless-cache.ts';
import { defineTwins, furtherFieldsInJson } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

const prefixes: Readonly<Record<string, Operator>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

/** The scalar that ends where a sign begins; null if the text does not have it. */
function endedAt(text: string, sign: string): Condition | null {
  const end = text.indexOf(sign);
  return end === -1 ? null : { form: 'scalar', value: text.slice(0, end) };
}

/** A twin in which everything between the first of such signs in a scalar and the last may be any text. */
function standsForAnyText(sign: string): TwinDefinition['twist'] {
  return (right) =>
    changedMatch(right, (condition, value) => {
      if (condition.form !== 'scalar' || !String(condition.value).includes(sign)) return null;
      const [first = '', ...rest] = String(condition.value).split(sign);
      const last = rest.at(-1) ?? '';
      return String(value).startsWith(first) && String(value).endsWith(last);
    });
}

/** A pattern of SQL in which only brackets mean something: one of the letters that they hold. */
function likeWithBrackets(text: string): RegExp {
  const parts = text.split(/\[([^\]]+)\]/);
  const patterns = parts.map((part, at) => {
    const literal = part.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);
    return at % 2 === 1 ? `[${literal}]` : literal;
  });
  return new RegExp(`^${patterns.join('')}$`, 'su');
}

/** A text without a slash at its end. */
function withoutSlash(operand: unknown): string {
  return String(operand).replace(/\/$/, '');
}

const needs = ['filters'] as const;
// In brackets, a sign may be how this target writes an array.
const inJson = { needs, under: { filterPlacement: 'query-json' } } as const;

export const reportedOperandsTwins = defineTwins({
  'filters-on-the-event-are-ignored': {
    breaks: 'FILT-01',
    also: everyFilter,
    report: 'instedd/cdx#205',
    needs,
    twist: (right) => changedMatch(right, (_condition, _value, field) => (field === 'event' ? true : null)),
  },
  'elements-of-an-array-end-at-commas': {
    breaks: 'FILT-02',
    report: 'nestjsx/crud#86',
    ...inJson,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'array'
          ? rightly({ ...condition, values: condition.values.flatMap((one) => String(one).split(',')) })
          : null,
      ),
  },
  'bar-in-a-scalar-separates-values': {
    breaks: 'FILT-01',
    report: 'ourresearch/openalex-elastic-api#16',
    ...inJson,
    twist: readsScalar((text) => (text.includes('|') ? { form: 'array', values: text.split('|') } : null)),
  },
  'difference-ends-at-a-bar': {
    breaks: 'FILT-04',
    report: 'formtools/core#200',
    ...inJson,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'comparison' && ['!=', '<>'].includes(condition.operator)
          ? rightly({ ...condition, operand: String(condition.operand).replace(/\|.*/s, '') })
          : null,
      ),
  },
  'ampersands-in-a-scalar-separate-conditions': {
    breaks: 'FILT-01',
    report: 'typesense/typesense#196',
    ...inJson,
    twist: readsScalar((text) => endedAt(text, ' && ')),
  },
  'difference-from-an-empty-text-finds-nothing': {
    breaks: 'FILT-04',
    report: 'addok/addok#109',
    ...inJson,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'comparison' && condition.operand === '' ? false : null,
      ),
  },
  'scalar-ends-at-a-hash': {
    breaks: 'FILT-01',
    report: 'lightdash/lightdash#16257',
    needs,
    twist: readsScalar((text) => endedAt(text, '#')),
  },
  'scalar-ends-at-two-hyphens': {
    breaks: 'FILT-01',
    report: 'VoltDB/voltdb#1988',
    needs,
    twist: readsScalar((text) => endedAt(text, '--')),
  },
  'backslashes-in-a-scalar-are-dropped': {
    breaks: 'FILT-01',
    report: 'arkime/arkime#375',
    needs,
    twist: readsScalar((text) =>
      text.includes('\\') ? { form: 'scalar', value: text.replaceAll('\\', '') } : null,
    ),
  },
  'scalar-that-begins-with-an-operator-is-a-comparison': {
    breaks: 'FILT-01',
    report: 'FirelyTeam/spark#60',
    needs,
    twist: readsScalar((text) => {
      const operator = prefixes[text.slice(0, 2)];
      return operator === undefined ? null : { form: 'comparison', operator, operand: text.slice(2) };
    }),
  },
  'asterisk-in-a-scalar-stands-for-any-text': {
    breaks: 'FILT-01',
    report: 'grafana/grafana#128802',
    needs,
    twist: standsForAnyText('*'),
  },
  'percent-sign-in-a-scalar-stands-for-any-text': {
    breaks: 'FILT-01',
    report: 'eclipse-kapua/kapua#1278',
    needs,
    twist: standsForAnyText('%'),
  },
  'quotes-around-a-scalar-are-dropped': {
    breaks: 'FILT-01',
    report: 'google/ggrc-core#9476',
    ...inJson,
    twist: readsScalar((text) => {
      const quoted = /^(["'])(.*)\1$/s.exec(text)?.[2];
      return quoted === undefined ? null : { form: 'scalar', value: quoted };
    }),
  },
  'later-pages-under-a-negated-filter-are-empty': {
    breaks: 'PAGE-05',
    also: ['FILT-04', 'FILT-08', 'PAGE-06'],
    report: 'typesense/typesense#2806',
    needs,
    twist: (right) =>
      changedPage(right, ({ data, offset }, _slice, call) => {
        const filter = right.filter(call);
        const isNegated =
          filter.ok &&
          filter.value?.some(
            ({ condition }) => condition.form === 'comparison' && ['!=', '<>'].includes(condition.operator),
          );
        return { data: isNegated === true && offset > 0 ? [] : data };
      }),
  },
  'filtered-list-is-answered-by-the-whole-that-is-kept': {
    breaks: 'FILT-01',
    also: [...everyFilter, 'DEL-01', 'PAGE-05', 'TEAM-01'],
    report: 'Johngeorgesample/pgh-coffee#276',
    needs,
    twist: (right, { store }) => {
      const kept = carelessCache<Value>();
      return {
        ...right,
        success: (value, call) => {
          const filter = call.operation === 'webhooks.list' ? right.filter(call) : null;
          if (filter?.ok !== true) return right.success(value, call);
          const { accountId } = call.caller;
          const window = `${call.query.get('limit')} from ${call.query.get('offset')}`;
          const name = `${accountId} ${store.webhooks.count(accountId)} ${window}`;
          if (filter.value === null) kept.put(name, value);
          return right.success(kept.get(name) ?? value, call);
        },
      };
    },
  },
  'filtered-data-is-an-object-where-records-are-left-out': {
    breaks: 'PAGE-04',
    also: ['PAGE-05', 'PAGE-06', 'PAGE-10', ...everyFilter],
    report: 'prismicio-community/php-kit#203',
    needs,
    twist: (right) => ({
      ...right,
      envelope: (page, call) => {
        const envelope = right.envelope(page, call);
        const filter = right.filter(call);
        if (!filter.ok || filter.value === null || page.data.length === 0) return envelope;
        const listing = right.listing(call);
        const all = listing.slice(0, listing.total).map(({ uuid }) => uuid);
        const places = page.data.map((record): [number, Value] => [all.indexOf(record['uuid']), record]);
        return places.every(([place], at) => place === at)
          ? envelope
          : { ...envelope, data: Object.fromEntries(places) };
      },
    }),
  },
  'name-of-the-field-stands-for-each-of-its-values': {
    breaks: 'FILT-02',
    also: ['FILT-01'],
    report: 'harelba/q#260',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, field, rightly) => {
        const isNamed =
          (condition.form === 'scalar' && condition.value === field) ||
          (condition.form === 'array' && condition.values.includes(field));
        return isNamed ? rightly({ form: 'not-null' }) : null;
      }),
  },
  'brackets-in-a-scalar-hold-letters-to-choose-from': {
    breaks: 'FILT-01',
    report: 'cerbos/query-plan-adapters#285',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) =>
        condition.form === 'scalar' && /\[.+\]/.test(String(condition.value))
          ? likeWithBrackets(String(condition.value)).test(String(value))
          : null,
      ),
  },
  'question-mark-in-a-scalar-stands-for-any-letter': {
    breaks: 'FILT-01',
    report: 'elastic/elasticsearch#62081',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) => {
        if (condition.form !== 'scalar' || !String(condition.value).includes('?')) return null;
        const [text, operand] = [String(value), String(condition.value)];
        return (
          text.length === operand.length &&
          Array.from(operand).every((letter, at) => letter === '?' || letter === text[at])
        );
      }),
  },
  'slash-at-the-end-of-an-operand-is-dropped': {
    breaks: 'FILT-02',
    also: ['FILT-01'],
    report: 'umami-software/umami#630',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) => {
        if (condition.form === 'array')
          return rightly({ ...condition, values: condition.values.map(withoutSlash) });
        return condition.form === 'scalar' && typeof condition.value === 'string'
          ? rightly({ ...condition, value: withoutSlash(condition.value) })
          : null;
      }),
  },
  'operand-all-is-no-condition': {
    breaks: 'FILT-02',
    also: ['FILT-01'],
    report: 'jina-ai/now#937',
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        (condition.form === 'scalar' && condition.value === 'all') ||
        (condition.form === 'array' && condition.values.includes('all'))
          ? true
          : null,
      ),
  },
  'empty-scalar-finds-nulls': {
    breaks: 'FILT-01',
    report: 'tine20/tine20#2468',
    ...furtherFieldsInJson,
    twist: readsScalar((text) => (text === '' ? { form: 'null' } : null)),
  },
});
