/** Twins that break the section Filtering. */
import type { Condition } from '../filter/filter.ts';
import { changedMatch } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { defineTwins, furtherFields } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin in which one operator acts as another. */
function operatorActsAs(
  operator: Extract<Condition, { form: 'comparison' }>['operator'],
  other: Extract<Condition, { form: 'comparison' }>['operator'],
): TwinDefinition['twist'] {
  return (right) =>
    changedMatch(right, (condition, _value, _field, rightly) =>
      condition.form === 'comparison' && condition.operator === operator
        ? rightly({ ...condition, operator: other })
        : null,
    );
}

const turnedAround = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
const needs = ['filters'] as const;

export const filteringTwins = defineTwins({
  'scalar-compares-eight-characters': {
    breaks: 'FILT-01',
    needs,
    twist: (right) =>
      changedMatch(right, ({ form, ...rest }, value) =>
        form === 'scalar' && 'value' in rest
          ? String(value).startsWith(String(rest.value).slice(0, 8))
          : null,
      ),
  },
  'scalar-ignored-on-target-url': {
    breaks: 'FILT-01',
    needs,
    twist: (right) =>
      changedMatch(right, ({ form }, _value, field) =>
        form === 'scalar' && field === 'target_url' ? true : null,
      ),
  },
  'scalar-on-uuid-matches-nothing': {
    breaks: 'FILT-01',
    needs,
    twist: (right) =>
      changedMatch(right, ({ form }, _value, field) =>
        form === 'scalar' && field === 'uuid' ? false : null,
      ),
  },
  'nothing-equals-anything': {
    breaks: 'FILT-01',
    also: everyFilter,
    needs,
    twist: (right) =>
      changedMatch(right, (condition) => {
        if (condition.form === 'scalar' || condition.form === 'array') return false;
        return condition.form === 'comparison' ? ['!=', '<>'].includes(condition.operator) : null;
      }),
  },
  'array-honours-the-first-element-only': {
    breaks: 'FILT-02',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'array' ? rightly({ form: 'array', values: condition.values.slice(0, 1) }) : null,
      ),
  },
  'array-honours-two-elements': {
    breaks: 'FILT-02',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'array' ? rightly({ form: 'array', values: condition.values.slice(0, 2) }) : null,
      ),
  },
  'array-excludes': {
    breaks: 'FILT-02',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'array' ? !rightly(condition) : null,
      ),
  },
  'equals-operator-matches-everything': {
    breaks: 'FILT-03',
    also: ['FILT-05'],
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'comparison' && condition.operator === '=' ? true : null,
      ),
  },
  'equals-operator-ignored-on-request-method': {
    breaks: 'FILT-03',
    also: ['FILT-05'],
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, field) =>
        condition.form === 'comparison' && condition.operator === '=' && field === 'request_method'
          ? true
          : null,
      ),
  },
  'equals-operator-acts-as-not-equals': {
    breaks: 'FILT-03',
    also: ['FILT-05'],
    needs,
    twist: operatorActsAs('=', '!='),
  },
  'not-equals-acts-as-equals': { breaks: 'FILT-04', needs, twist: operatorActsAs('!=', '=') },
  'diamond-acts-as-equals': { breaks: 'FILT-04', needs, twist: operatorActsAs('<>', '=') },
  'diamond-matches-everything': {
    breaks: 'FILT-04',
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'comparison' && condition.operator === '<>' ? true : null,
      ),
  },
  'not-equals-ignored-on-target-url': {
    breaks: 'FILT-04',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, field) =>
        condition.form === 'comparison' && condition.operator === '!=' && field === 'target_url'
          ? true
          : null,
      ),
  },
  'less-or-equal-acts-as-less': { breaks: 'FILT-05', needs, twist: operatorActsAs('<=', '<') },
  'greater-acts-as-greater-or-equal': { breaks: 'FILT-05', needs, twist: operatorActsAs('>', '>=') },
  'greater-or-equal-acts-as-greater': { breaks: 'FILT-05', needs, twist: operatorActsAs('>=', '>') },
  'less-acts-as-less-or-equal': { breaks: 'FILT-05', needs, twist: operatorActsAs('<', '<=') },
  'greater-acts-as-less': { breaks: 'FILT-05', needs, twist: operatorActsAs('>', '<') },
  'less-matches-everything': {
    breaks: 'FILT-05',
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'comparison' && condition.operator === '<' ? true : null,
      ),
  },
  'order-is-by-length': {
    breaks: 'FILT-05',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) => {
        if (condition.form !== 'comparison' || typeof value !== 'string') return null;
        const apart = value.length - String(condition.operand).length;
        if (condition.operator === '<') return apart < 0;
        return condition.operator === '<=' ? apart <= 0 : null;
      }),
  },
  'numbers-are-ordered-as-text': {
    breaks: 'FILT-05',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, (condition, value) => {
        if (condition.form !== 'comparison' || typeof value !== 'number') return null;
        const [own, other] = [String(value), String(condition.operand)];
        if (condition.operator === '<') return own < other;
        return condition.operator === '>=' ? own >= other : null;
      }),
  },
  'times-are-compared-by-day': {
    breaks: 'FILT-05',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, (condition, value, field) => {
        if (condition.form !== 'comparison' || field !== 'created_at') return null;
        const [own, other] = [String(value).slice(0, 10), String(condition.operand).slice(0, 10)];
        if (condition.operator === '<') return own < other;
        return condition.operator === '>' ? own > other : null;
      }),
  },
  'is-null-matches-everything': {
    breaks: 'FILT-06',
    needs,
    twist: (right) => changedMatch(right, ({ form }) => (form === 'null' ? true : null)),
  },
  'is-null-inverted': {
    breaks: 'FILT-06',
    needs,
    twist: (right) => changedMatch(right, ({ form }, value) => (form === 'null' ? value !== null : null)),
  },
  'is-null-is-taken-for-text': {
    breaks: 'FILT-06',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, ({ form }, value) => (form === 'null' ? value === 'is_null' : null)),
  },
  'is-not-null-matches-nothing': {
    breaks: 'FILT-07',
    needs,
    twist: (right) => changedMatch(right, ({ form }) => (form === 'not-null' ? false : null)),
  },
  'is-not-null-ignored': {
    breaks: 'FILT-07',
    ...furtherFields,
    twist: (right) => changedMatch(right, ({ form }) => (form === 'not-null' ? true : null)),
  },
  'is-not-null-matches-nothing-on-event': {
    breaks: 'FILT-07',
    needs,
    twist: (right) =>
      changedMatch(right, ({ form }, _value, field) =>
        form === 'not-null' && field === 'event' ? false : null,
      ),
  },
  'array-honours-four-elements': {
    breaks: 'FILT-02',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'array' ? rightly({ form: 'array', values: condition.values.slice(0, 4) }) : null,
      ),
  },
  'array-honours-ten-elements': {
    breaks: 'FILT-02',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'array' ? rightly({ form: 'array', values: condition.values.slice(0, 10) }) : null,
      ),
  },
  'equals-operator-takes-endings-for-equal': {
    breaks: 'FILT-03',
    also: ['FILT-05'],
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) =>
        condition.form === 'comparison' && condition.operator === '='
          ? String(value).endsWith(String(condition.operand))
          : null,
      ),
  },
  'not-equals-takes-beginnings-for-equal': {
    breaks: 'FILT-04',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) =>
        condition.form === 'comparison' && condition.operator === '!=' && typeof value === 'string'
          ? !value.startsWith(String(condition.operand))
          : null,
      ),
  },
  'not-equals-takes-endings-for-equal': {
    breaks: 'FILT-04',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) =>
        condition.form === 'comparison' && condition.operator === '!=' && typeof value === 'string'
          ? !value.endsWith(String(condition.operand))
          : null,
      ),
  },
  'order-turns-for-operands-with-a-query': {
    breaks: 'FILT-05',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) => {
        if (condition.form !== 'comparison' || !String(condition.operand).includes('?')) return null;
        const { operator } = condition;
        const turned =
          operator === '=' || operator === '!=' || operator === '<>' ? null : turnedAround[operator];
        return turned === null ? null : rightly({ ...condition, operator: turned });
      }),
  },
  'filter-forgotten-in-large-pages': {
    breaks: 'FILT-01',
    also: everyFilter,
    needs,
    under: { pageMaximum: '100' },
    twist: (right) => ({
      ...right,
      filter: (call) => {
        const filter = right.filter(call);
        return Number(call.query.get('limit') ?? 0) > 50 && filter.ok ? { ...filter, value: null } : filter;
      },
    }),
  },
});
