/** Checks numbers given by the caller. */

/** What a timer can hold, in milliseconds; a longer time would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * A number within its bounds, or undefined if none is given.
 *
 * @param most - the maximum; by default, what a timer can hold
 * @throws RangeError that names it, its value and what is allowed
 */
export function checkNumber<Given extends number | undefined>(
  name: string,
  value: Given,
  least: number,
  isWhole?: boolean,
  most = longestTimerMs,
): Given {
  if (value === undefined || (value >= least && value <= most && (!isWhole || Math.floor(value) === value)))
    return value;
  throw new RangeError(
    `${name} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not ${value}`,
  );
}
