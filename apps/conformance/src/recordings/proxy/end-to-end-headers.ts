/** Which headers a proxy hands on (RFC 9110, 7.6.1). */

/** Header names and values by turns, as they came. */
export type RawHeaders = readonly string[];

/** They are about one connection alone. */
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
 * The headers that are meant for the other end, by turns, repeated ones as they came.
 *
 * @param without - further names that are left out, in lower case
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

/** By lower-case name; those of one name joined as HTTP does. */
export function headersByName(raw: RawHeaders): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const [name, value] of pairsOf(raw)) {
    const key = name.toLowerCase();
    joined[key] = key in joined ? `${joined[key]}, ${value}` : value;
  }
  return joined;
}

/** Names and values. */
export function pairsOf(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}
