/** Lists the webhooks of the other service, with filters in brackets. */
import type { OtherAccount, OtherState, OtherWebhook, Reply } from './other-service-state.ts';
import { further } from './other-service-state.ts';
import type { OtherFault } from './other-service-behaviour.ts';

const largest = 20;
const fields = ['uuid', 'event', 'request_method', 'target_url'] as const;

type Field = (typeof fields)[number];
type Test = (value: string) => boolean;

/** List webhooks. */
export function listWebhooks(state: OtherState, account: OtherAccount, query: URLSearchParams): Reply {
  const { fault, behaviour } = state;
  const limit = wholeNumber(query.get('limit') ?? '20');
  const offset = wholeNumber(query.get('offset') ?? '0');
  const matches = behaviour.filters ? filterOf(query, fault) : () => true;
  const malformed = { status: behaviour.refusals.malformed, text: 'see the manual' };
  if (limit === null || limit < 1 || limit > largest || offset === null || matches === null) return malformed;
  const all = inOrder([...account.webhooks.values()]).filter(
    ({ request_method }) => fault !== 'webhooks that do not POST are not listed' || request_method === 'POST',
  );
  const found = all.filter((webhook) => matches(webhook));
  const total = fault === 'a filtered total counts all' ? all.length : found.length;
  if (offset > 0 && offset >= total) return malformed;
  const length = Math.min(limit, Math.max(0, found.length - offset));
  const begin = fault === 'pages of 7 begin one early' && limit === 7 && offset > 0 ? offset - 1 : offset;
  const isFull = fault === 'has_more is true on a full last page' && length === limit;
  return {
    status: 200,
    json: {
      ...further(state),
      has_more: offset + length < total || isFull,
      total,
      data: found.slice(begin, begin + length).map((webhook) => ({ ...further(state), ...webhook })),
      offset,
      limit,
    },
  };
}

/** A stable but unexpected order: by the last part of the uuid. */
function inOrder(webhooks: readonly OtherWebhook[]): readonly OtherWebhook[] {
  return webhooks.toSorted((a, b) => (lastPart(a) < lastPart(b) ? -1 : 1));
}

function lastPart({ uuid }: OtherWebhook): string {
  return uuid.slice(uuid.lastIndexOf('-'));
}

function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Null if the filter is not understood. */
function filterOf(
  query: URLSearchParams,
  fault: OtherFault | null,
): ((webhook: OtherWebhook) => boolean) | null {
  const tests: (readonly [Field, Test])[] = [];
  const lists = new Map<Field, string[]>();
  for (const [name, value] of query) {
    if (!name.startsWith('filter')) continue;
    const [, fieldName, , operator] = /^filter\[(\w+)\](\[([^\]]*)\])?$/.exec(name) ?? [];
    const field = fields.find((one) => one === fieldName);
    if (field === undefined) return null;
    if (operator !== undefined && /^\d*$/.test(operator)) {
      lists.set(field, [...(lists.get(field) ?? []), value]);
      continue;
    }
    const test = operator === undefined ? scalar(value) : compare(operator, value, field, fault);
    if (test === null) return null;
    tests.push([field, test]);
  }
  for (const [field, values] of lists) {
    const taken = fault === 'IN honours only the first element' ? values.slice(0, 1) : values;
    tests.push([field, (value) => taken.some((one) => fold(one) === fold(value))]);
  }
  return (webhook) => tests.every(([field, test]) => test(webhook[field]));
}

function scalar(operand: string): Test {
  if (operand === 'is_null') return () => false;
  if (operand === 'is_not_null') return () => true;
  return (value) => fold(value) === fold(operand);
}

function compare(operator: string, operand: string, field: Field, fault: OtherFault | null): Test | null {
  const right = fold(operand);
  const differs: Test = (value) => fold(value) !== right;
  const equals: Test = (value) => fold(value) === right;
  const tests: Readonly<Record<string, Test>> = {
    '=': equals,
    '!=': differs,
    '<>': fault === '<> is = on target_url' && field === 'target_url' ? equals : differs,
    '<': (value) => fold(value) < right,
    '<=': (value) => fold(value) <= right,
    '>': (value) => fold(value) > right,
    '>=': (value) => fold(value) >= right,
  };
  return tests[operator] ?? null;
}

function fold(text: string): string {
  return text.toLowerCase();
}
