/** Writes queries. */

/**
 * Writes pairs as a query; an empty text if there are none.
 *
 * Not `URLSearchParams`: it writes a space as `+`, which only forms read back as a space.
 *
 * @param beginning - what the first pair follows
 */
export function writeQuery(
  pairs: readonly (readonly [name: string, value: string])[],
  beginning = '?',
): string {
  const search = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return search && beginning + search;
}
