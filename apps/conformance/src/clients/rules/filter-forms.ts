/** CLI-06: filters have one of the five forms and one of the seven operators (Filtering). */
import { broken, every, held, show, type Judgement } from '../../engine/judgement.ts';
import { Unmet } from '../../engine/unmet.ts';
import { isRecord } from '../../records/is-record.ts';
import type { ClientExchange } from '../client-exchange.ts';
import { defineClientRule, requestsOf } from './client-rule.ts';
import { filterIn } from './filter-in-request.ts';

const operators: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=', '<>']);
const expected =
  'a condition of a filter is a scalar, a list of scalars, an object of an operator (`=`, `!=`, `<`, `<=`, `>`, `>=`, `<>`), `is_null` or `is_not_null`';

/** Filters have one of the five forms and one of the seven operators. */
export const filterForms = defineClientRule<readonly unknown[]>({
  id: 'CLI-06',
  needs: ['webhooks.list'],
  inCalls: ({ calls }) => atLeastOne(requestsOf(calls).map(({ request }) => request)),
  inExchanges: atLeastOne,
  judge: (filters) => every(filters.map(judged)),
  breaches: {
    'an operator of its own': (filters) => withCondition(filters, { gt: 'a' }),
    'a list within a list': (filters) => withCondition(filters, [['a']]),
    'a condition within a condition': (filters) => withCondition(filters, { not: { '=': 'a' } }),
  },
});

function atLeastOne(exchanges: readonly ClientExchange[]): readonly unknown[] {
  const filters = exchanges
    .filter(({ operation }) => operation === 'listWebhooks')
    .map(filterIn)
    .filter((filter) => filter !== undefined);
  if (filters.length === 0) throw new Unmet('no filter was sent that could be read');
  return filters;
}

function judged(filter: unknown): Judgement {
  if (!isRecord(filter))
    return broken('a filter maps names of fields to conditions', `it is ${show(filter)}`);
  return every(Object.entries(filter).map(([field, condition]) => judgedCondition(field, condition)));
}

function judgedCondition(field: string, condition: unknown): Judgement {
  const isOfAForm = Array.isArray(condition)
    ? condition.every((element) => !isRecord(element) && !Array.isArray(element))
    : !isRecord(condition) || isComparison(condition);
  return isOfAForm ? held : broken(expected, `that of \`${field}\` is ${show(condition)}`);
}

/** The description says nothing about two operators on one field or about the type of an operand. */
function isComparison(condition: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(condition);
  return keys.length > 0 && keys.every((key) => operators.has(key));
}

function withCondition(
  [first, ...others]: readonly unknown[],
  condition: unknown,
): readonly unknown[] | undefined {
  const [field] = isRecord(first) ? Object.keys(first) : [];
  return field === undefined || !isRecord(first) ? undefined : [{ ...first, [field]: condition }, ...others];
}
