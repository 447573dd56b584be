/** Checks numbers given by the caller. */

/** What a timer can hold, in milliseconds; a longer time would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * A number within its bounds.
 *
 * @param most - the maximum; by default, what a timer can hold
 * @throws RangeError that names it, its value and what is allowed
 */
export function checkNumber(
  name: string,
  value: number,
  least: number,
  isWhole = false,
  most = longestTimerMs,
): number {
  if (value >= least && value <= most && (!isWhole || Math.floor(value) === value)) return value;
  throw new RangeError(
    `${name} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not ${value}`,
  );
}
