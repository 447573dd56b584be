/** Shortens two texts that differ so that the difference is visible at once. */

/** Two texts must differ within this many characters. */
const seenAtOnce = 160;
const keptBefore = 60;

/**
 * Two texts that differ: if they share a long part, its middle is left out. They must no longer contain credentials:
 * one could be cut in two.
 */
export function shortenedPair(one: string, other: string): readonly [string, string] {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  if (shared <= seenAtOnce || one === other) return [one, other];
  const fold = (text: string): string => `${text.slice(0, keptBefore)} … ${text.slice(shared - keptBefore)}`;
  return [fold(one), fold(other)];
}
