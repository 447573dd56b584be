/** Separates options that are given from those that are undefined. */

/** The options that are given: one that is undefined counts as not given. */
export function definedOf(options: object = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
