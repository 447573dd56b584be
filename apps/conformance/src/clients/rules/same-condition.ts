/** Whether the condition that was sent is the one that was asked for (Filtering). */
import { isRecord } from '@outreach-api/model/records/is-record';
import type { SentFilter } from './filter-in-request.ts';

/**
 * Whether a condition that was sent means what the caller asked for. The description has several ways to say the same:
 * a scalar, `=` and a list of one; `!=` and `<>`; a list in any order.
 *
 * @param kind - in brackets every value is a text, and commas may separate the elements of a list
 */
export function isSameCondition(
  asked: unknown,
  sent: unknown,
  kind: Extract<SentFilter, { readonly filter: unknown }>['kind'],
): boolean {
  if (kind === 'json') return meaningOf(asked, JSON.stringify) === meaningOf(sent, JSON.stringify);
  const isInCommas = Array.isArray(asked) && typeof sent === 'string' && sent.includes(',');
  return meaningOf(asked, String) === meaningOf(isInCommas ? sent.split(',') : sent, String);
}

const synonyms: Readonly<Record<string, string>> = { '<>': '!=' };

function meaningOf(condition: unknown, write: (scalar: unknown) => string): string {
  if (condition === 'is_null' || condition === 'is_not_null') return condition;
  if (Array.isArray(condition)) {
    const elements = [...new Set(condition.map((element) => write(element)))].toSorted();
    return JSON.stringify(['=', ...elements]);
  }
  if (!isRecord(condition)) return JSON.stringify(['=', write(condition)]);
  const comparisons = Object.entries(condition).map(([operator, operand]) =>
    JSON.stringify([synonyms[operator] ?? operator, write(operand)]),
  );
  return comparisons.toSorted().join(' and ');
}
