/** Which headers a proxy forwards (RFC 9110, 7.6.1). */

/** Alternating header names and values, as received. */
export type RawHeaders = readonly string[];

/** Headers that concern only one connection. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers that are meant for the other end, as alternating names and values, with repeated ones as received.
 *
 * @param without - further names to leave out, in lower case
 */
export function endToEndHeaders(raw: RawHeaders, without: readonly string[] = []): string[] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((option) => option.trim());
  const left = new Set([...hopByHop, ...without, ...named]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat();
}

/** By lower-case name; repeated headers are joined as in HTTP. */
export function headersByName(raw: RawHeaders): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const [name, value] of pairsOf(raw)) {
    const key = name.toLowerCase();
    joined[key] = key in joined ? `${joined[key]}, ${value}` : value;
  }
  return joined;
}

/** Name and value pairs. */
export function pairsOf(raw: RawHeaders): readonly [name: string, value: string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}
