/** Whether what is seen is chance, while others are at work. */

/** How often something changed, and in how much time. */
export interface Tally {
  readonly changes: number;
  readonly ms: number;
}

/** Others work in bursts: as much more often than in other pauses they may happen to change something. */
const burst = 2;

/**
 * Whether changes come with an act: as many or more would come by chance less than once in 10,000 runs, if they came
 * after the act as often as while nothing is done (Poisson).
 *
 * @param places - what changed after the act and while nothing was done, for each place where others may work
 */
export function comeWithAnAct(places: readonly { readonly after: Tally; readonly quiet: Tally }[]): boolean {
  const known = places.filter(({ quiet }) => quiet.ms > 0);
  const changes = known.reduce((sum, { after }) => sum + after.changes, 0);
  const expected = known.reduce(
    (sum, { after, quiet }) => sum + ((quiet.changes + 0.5) / quiet.ms) * after.ms,
    0,
  );
  return changes > 1 && probabilityOfAtLeast(changes, burst * expected) < 1e-4;
}

/** The probability of at least this many events where so many are expected. */
function probabilityOfAtLeast(count: number, expected: number): number {
  let term = Math.exp(-expected);
  let below = 0;
  for (let at = 0; at < count; at += 1) {
    below += term;
    term *= expected / (at + 1);
  }
  // Where rounding loses the difference from 1, the first terms of the tail bound it.
  return 1 - below < 1e-12 ? 2 * term : 1 - below;
}

/** A pair of looks in a row: the time between them, and whether the later one shows a change. */
export interface LookPair {
  readonly ms: number;
  readonly isChange: boolean;
}

const quickMs = 100;
const quickInARow = 6;
/** Of a likelihood ratio: 10,000 to 1. */
const leastGain = Math.log(10_000);

/**
 * Whether looks themselves change what they show: whether the number of looks predicts better than time when changes
 * come, or each of several quick looks shows another value.
 */
export function areDoneByLooking(pairs: readonly LookPair[]): boolean {
  const changes = pairs.filter(({ isChange }) => isChange).length;
  if (changes < 2) return false;
  const quick = pairs.filter(({ ms }) => ms < quickMs);
  if (quick.length >= quickInARow && quick.every(({ isChange }) => isChange)) return true;
  const share = changes / pairs.length;
  const rate = changes / pairs.reduce((sum, { ms }) => sum + ms, 0);
  const gains = pairs.map(({ ms, isChange }) =>
    isChange
      ? Math.log(share) - Math.log(1 - Math.exp(-rate * ms))
      : Math.log(Math.max(1 - share, 1e-9)) + rate * ms,
  );
  return gains.reduce((sum, one) => sum + one, 0) > leastGain;
}
