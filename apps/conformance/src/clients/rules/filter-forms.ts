/**
 * CLI-06: filters have one of the five forms and one of the seven operators, and are the ones that the caller asked for
 * (Filtering).
 */
import { Unmet } from '@outreach-api/engine';
import { isRecord } from '@outreach-api/model/records/is-record';
import { broken, defineClientRule, every, held, requestsOf, type Judgement } from './client-rule.ts';
import { filterIn, type SentFilter } from './filter-in-request.ts';
import { isSameCondition } from './same-condition.ts';

const operators: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=', '<>']);
const opposites: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

type Fields = Readonly<Record<string, unknown>>;

/** A filter that was asked for, and the one that was sent. */
interface FilterSeen {
  /** Null if it is unknown what the caller asked for. */
  readonly asked: Fields | null;
  readonly sent: Exclude<SentFilter, { readonly kind: 'unreadable' }>;
}

/** Filters have one of the five forms and one of the seven operators, and are the ones that the caller asked for. */
export const filterForms = defineClientRule<readonly FilterSeen[]>({
  id: 'CLI-06',
  needs: ['webhooks.list'],
  inCalls: ({ calls }) =>
    atLeastOne(
      requestsOf(calls)
        .filter(({ request }) => request.operation === 'listWebhooks')
        .map(({ request, call }) => ({ asked: askedIn(call.with), sent: filterIn(request) })),
    ),
  inExchanges: (exchanges) =>
    atLeastOne(
      exchanges
        .filter(({ operation }) => operation === 'listWebhooks')
        .map((request) => ({ asked: null, sent: filterIn(request) })),
    ),
  judge: (filters) => every(filters.flatMap((seen) => [judgedForms(seen), judgedAsAsked(seen)])),
  breaches: {
    'an operator of its own': (filters) => withCondition(filters, { gt: 'a' }),
    'a list within a list': (filters) => withCondition(filters, [['a']]),
    'a condition within a condition': (filters) => withCondition(filters, { not: { '=': 'a' } }),
    'a filter left out': ([first, ...others]) =>
      first === undefined || first.asked === null
        ? undefined
        : [{ ...first, sent: { kind: 'none' } }, ...others],
    '`is_null` as null': (filters) => asAsked(filters, (asked) => (asked === 'is_null' ? null : undefined)),
    'a list as one text': (filters) =>
      asAsked(filters, (asked) => (Array.isArray(asked) ? asked.join(';') : undefined)),
    'a comparison the other way round': (filters) =>
      asAsked(filters, (asked) => {
        const [operator] = isRecord(asked) ? Object.keys(asked) : [];
        const opposite = operator === undefined ? undefined : opposites[operator];
        return isRecord(asked) && opposite !== undefined
          ? { [opposite]: Object.values(asked)[0] }
          : undefined;
      }),
  },
});

function askedIn({ filter }: Fields): Fields | null {
  return isRecord(filter) ? filter : null;
}

/** The filters that can be read; a request without one counts only if a filter was asked for. */
function atLeastOne(
  filters: readonly { readonly asked: Fields | null; readonly sent: SentFilter }[],
): readonly FilterSeen[] {
  const seen = filters.flatMap(({ asked, sent }): readonly FilterSeen[] =>
    sent.kind === 'unreadable' || (sent.kind === 'none' && asked === null) ? [] : [{ asked, sent }],
  );
  if (seen.length === 0) throw new Unmet('no filter was sent that could be read');
  return seen;
}

function judgedForms({ sent }: FilterSeen): Judgement {
  if (sent.kind === 'none') return held;
  const { filter } = sent;
  if (!isRecord(filter)) return broken('filter-is-no-object', { filter });
  return every(Object.entries(filter).map(([field, condition]) => judgedForm(field, condition)));
}

function judgedForm(field: string, condition: unknown): Judgement {
  const isOfAForm = Array.isArray(condition)
    ? condition.every((element) => !isRecord(element) && !Array.isArray(element))
    : !isRecord(condition) || isComparison(condition);
  return isOfAForm ? held : broken('condition-of-no-form', { field, condition });
}

/** The description says nothing about two operators on one field or about the type of an operand. */
function isComparison(condition: Fields): boolean {
  const keys = Object.keys(condition);
  return keys.length > 0 && keys.every((key) => operators.has(key));
}

function judgedAsAsked({ asked, sent }: FilterSeen): Judgement {
  if (asked === null) return held;
  if (sent.kind === 'none') return broken('filter-not-sent', { asked });
  const { kind, filter } = sent;
  if (!isRecord(filter)) return held;
  const isAsAsked = [...new Set([...Object.keys(asked), ...Object.keys(filter)])].every(
    (field) => field in asked && field in filter && isSameCondition(asked[field], filter[field], kind),
  );
  return isAsAsked ? held : broken('another-filter-sent', { asked, filter });
}

/** The same filters, with the first condition sent otherwise than it was asked for; undefined if that is not possible. */
function asAsked(
  filters: readonly FilterSeen[],
  change: (asked: unknown) => unknown,
): readonly FilterSeen[] | undefined {
  const asked = filters[0]?.asked ?? null;
  const [condition] = asked === null ? [] : Object.values(asked);
  const changed = condition === undefined ? undefined : change(condition);
  return changed === undefined ? undefined : withCondition(filters, changed);
}

function withCondition(
  [first, ...others]: readonly FilterSeen[],
  condition: unknown,
): readonly FilterSeen[] | undefined {
  if (first === undefined || first.sent.kind === 'none') return undefined;
  const { filter } = first.sent;
  const [field] = isRecord(filter) ? Object.keys(filter) : [];
  if (field === undefined || !isRecord(filter)) return undefined;
  return [{ ...first, sent: { ...first.sent, filter: { ...filter, [field]: condition } } }, ...others];
}
