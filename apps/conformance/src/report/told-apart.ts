/** Texts that differ, told so that the difference is seen at once. */

/** Within so many characters two texts must differ. */
const seenAtOnce = 160;
const keptBefore = 60;

/**
 * Two texts that differ: where they are the same for long, the middle of what they share is left out. No credential may
 * be in them any more: one could be cut in two.
 */
export function toldApart(one: string, other: string): readonly [string, string] {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  if (shared <= seenAtOnce || one === other) return [one, other];
  const fold = (text: string): string => `${text.slice(0, keptBefore)} … ${text.slice(shared - keptBefore)}`;
  return [fold(one), fold(other)];
}
