/** Writes queries. */

/** A value of a query; one that is undefined is left out, and each of an array comes under the same name. */
export type QueryValue = string | number | boolean | undefined | readonly (string | number | boolean)[];

/**
 * Writes pairs as a query; an empty text if there are none.
 *
 * Not `URLSearchParams`: it writes a space as `+`, which only forms read back as a space.
 *
 * @param beginning - what the first pair follows
 * @throws TypeError for a value that is no text, such as a filter
 */
export function writeQuery(
  pairs: Iterable<readonly [name: string, value: QueryValue]>,
  beginning = '?',
): string {
  let search = '';
  for (const [name, values] of pairs)
    for (const value of [values].flat()) {
      if (/object|function/.test(typeof value))
        throw new TypeError(`query.${name} must be text, number or boolean`);
      if (value !== undefined)
        search += (search ? '&' : beginning) + [name, value].map(encodeURIComponent).join('=');
    }
  return search;
}
