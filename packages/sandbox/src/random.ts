/** Seeded generator of starting data: the same seed gives the same uuids, names and URLs. */

/** Draws from one reproducible sequence. */
export interface Random {
  /** An integer from 0 up to, but not including, `below`. */
  int(below: number): number;
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** A version 4 UUID in lower case. */
  uuid(): string;
}

/** A generator whose draws are a function of `seed` (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const int = (below: number): number => Math.floor((next() / 2 ** 32) * below);
  const hex = (digits: number): string => {
    let text = '';
    while (text.length < digits) text += '0123456789abcdef'.charAt(int(16));
    return text;
  };
  return {
    int,
    pick: (items) => items[int(items.length)] ?? items[0],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'.charAt(int(4))}${hex(3)}-${hex(12)}`,
  };
}
