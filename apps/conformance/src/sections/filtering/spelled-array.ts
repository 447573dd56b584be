/** The ways to write an array in brackets: the description has none, so a target may know any one of them. */
import type { FilterScalar } from '@outreach-api/client';

/** The known spellings, the usual one first; the target file's `query-brackets` is `[]`. */
export const arraySpellings = ['[]', '[0]', 'repeated', 'comma', '[in]'] as const;

/** How an array stands in a query in brackets. */
export type ArraySpelling = (typeof arraySpellings)[number];

/** The array as it stands in the query, not yet percent-encoded. */
export function spelledArray(
  field: string,
  values: readonly FilterScalar[],
  spelling: ArraySpelling,
): readonly (readonly [name: string, value: string])[] {
  const name = `filter[${field}]`;
  if (spelling === 'comma') return [[name, values.join(',')]];
  if (spelling === '[in]') return [[`${name}[in]`, values.join(',')]];
  return values.map((value, index) => {
    const inner = { '[]': '[]', '[0]': `[${index}]`, repeated: '' }[spelling];
    return [`${name}${inner}`, String(value)] as const;
  });
}

/** Whether the values come out as they are where commas part them. */
export function canBeSpelled(values: readonly FilterScalar[], spelling: ArraySpelling): boolean {
  if (spelling !== 'comma' && spelling !== '[in]') return true;
  return !values.some((value) => /[,"'\\]/.test(String(value)));
}
