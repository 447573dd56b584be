/**
 * Evidence that may be checked after each observation: a stake that is bet repeatedly against a hypothesis. If the
 * hypothesis holds, the chance that the stake ever grows to `m` times itself is at most `1/m` (Ville's inequality).
 */

/** A client is called broken if an honest one would look like that at most once in this many times. */
export const decisive = 10_000;
/** Whether it fits its declaration, and what else it may do, is decided at this lower level. */
export const doubtful = 100;

/** A bet on an event that the hypothesis says is rare. */
export interface Bet {
  readonly happened: boolean;
  /** The highest probability that the hypothesis gives it, whatever came before. */
  readonly chance: number;
}

/**
 * The highest value that a stake of 1 reached.
 *
 * @param alternative - how often it happens if the hypothesis does not hold
 */
export function highestStake(bets: readonly Bet[], alternative: number): number {
  return Math.max(1, ...stakes(bets, alternative));
}

/** The value of a stake of 1 after each bet. */
export function stakes(bets: readonly Bet[], alternative: number): number[] {
  let stake = 1;
  return bets.map(({ happened, chance }) => {
    if (chance < alternative) stake *= happened ? alternative / chance : (1 - alternative) / (1 - chance);
    return stake;
  });
}

/**
 * The highest value that a stake of 1 reached when spread evenly over several series of bets on the same observations.
 */
export function highestSharedStake(series: readonly (readonly Bet[])[], alternative: number): number {
  const all = series.map((bets) => stakes(bets, alternative));
  const length = Math.max(0, ...all.map((stake) => stake.length));
  const shared = Array.from(
    { length },
    (_, at) => all.reduce((sum, stake) => sum + (stake[at] ?? 1), 0) / all.length,
  );
  return Math.max(1, ...shared);
}
