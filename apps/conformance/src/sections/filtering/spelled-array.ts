/** The ways to write an array in brackets: the description has none, so a target may know any of them. */
import type { FilterScalar } from '@outreach-api/client';

/** The known spellings, most common first; the target file's `query-brackets` is `[]`. */
export const arraySpellings = ['[]', '[0]', 'repeated', 'comma', '[in]'] as const;

/** How an array is written in a query in brackets. */
export type ArraySpelling = (typeof arraySpellings)[number];

/** The array as written in the query, before percent-encoding. */
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

/** Whether the values survive being separated by commas. */
export function canBeSpelled(values: readonly FilterScalar[], spelling: ArraySpelling): boolean {
  if (spelling !== 'comma' && spelling !== '[in]') return true;
  return !values.some((value) => /[,"'\\]/.test(String(value)));
}
