/** Reads pairs by name. */

/** The pairs of an object, or of what iterates over pairs, such as `Headers` and `URLSearchParams`. */
export function entriesOf<Value>(
  given: Readonly<Record<string, Value>> | Iterable<readonly [name: string, value: Value]>,
): Iterable<readonly [name: string, value: Value]> {
  return Symbol.iterator in given ? given : Object.entries(given);
}
