/** Reads options by name: those that are undefined count as not given, and those that do not exist are refused. */

/**
 * The options that are given.
 *
 * @param what - what they are options of, for the message
 * @param names - the options that exist
 * @throws TypeError if it is not an object, or has an option that does not exist: then the message says which exist
 */
export function givenOf(what: string, options: object, names: readonly string[]): Record<string, unknown> {
  // JavaScript may pass anything.
  if (typeof options !== 'object' || options === null) throw new TypeError(`${what} must be an object`);
  const given: Record<string, unknown> = {};
  // With what is inherited: the own properties of a signal, passed in place of options, show nothing.
  for (const name in options) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined) continue;
    if (!names.includes(name))
      throw new TypeError(`${what}: there is no option ${name}; ${suggestion(name, names)}`);
    given[name] = value;
  }
  return given;
}

/** The options that begin alike (`timeout`, `timeoutMs`), or else all of them. */
function suggestion(name: string, names: readonly string[]): string {
  const beginning = name.slice(0, 4).toLowerCase();
  const alike = names.filter((known) => known.toLowerCase().startsWith(beginning));
  return alike.length > 0 ? `did you mean ${alike.join(' or ')}?` : `the options are ${names.join(', ')}`;
}
