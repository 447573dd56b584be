/**
 * Evidence that may be looked at after each observation: a stake that is bet again and again against a hypothesis. Where
 * the hypothesis holds, the chance that the stake ever grows to `m` times itself is at most `1/m` (Ville's inequality).
 */

/** A client is called broken where an honest one looks so once in so many times, at the most. */
export const decisive = 10_000;
/** And it fits its declaration only where it does not look otherwise even so far. */
export const doubtful = 100;

/** A bet that something happens of which the hypothesis says that it seldom does. */
export interface Bet {
  readonly happened: boolean;
  /** The highest chance that the hypothesis gives it, whatever came before. */
  readonly chance: number;
}

/**
 * The most that a stake of 1 ever was.
 *
 * @param hope - how often it happens where the hypothesis does not hold
 */
export function highestStake(bets: readonly Bet[], hope: number): number {
  return Math.max(1, ...stakes(bets, hope));
}

/** What a stake of 1 was after each bet. */
export function stakes(bets: readonly Bet[], hope: number): number[] {
  let stake = 1;
  return bets.map(({ happened, chance }) => {
    if (chance < hope) stake *= happened ? hope / chance : (1 - hope) / (1 - chance);
    return stake;
  });
}

/** The most that a stake of 1 ever was that was spread evenly over several series of bets on the same observations. */
export function highestSharedStake(series: readonly (readonly Bet[])[], hope: number): number {
  const all = series.map((bets) => stakes(bets, hope));
  const length = Math.max(0, ...all.map((stake) => stake.length));
  const shared = Array.from(
    { length },
    (_, at) => all.reduce((sum, stake) => sum + (stake[at] ?? 1), 0) / all.length,
  );
  return Math.max(1, ...shared);
}
