/** A figure of the bench, and its target value. */

/** What was measured. */
export interface Figure {
  readonly name: string;
  /** Several if it was measured several times: the median counts. */
  readonly measured: readonly number[];
  readonly unit: string;
  /** The maximum, or the minimum; null if there is no target. */
  readonly aim: number | null;
  /** Whether the target is a minimum; a maximum if not set. */
  readonly isLeast?: boolean;
  /** What it was measured on, in words. */
  readonly on: string;
}

/** A figure as a line for people, which says if it misses its target. */
export function lineOf({ name, measured, unit, aim, on, isLeast = false }: Figure): string {
  const value = median(measured);
  const range =
    measured.length > 1 ? ` (${rounded(Math.min(...measured))} to ${rounded(Math.max(...measured))})` : '';
  const shown = `${rounded(value)}${unit}${range}`;
  const judged =
    aim === null
      ? ''
      : `, aim ${rounded(aim)}${unit}${(isLeast ? value < aim : value > aim) ? ': MISSED' : ''}`;
  return `${name.padEnd(32)} ${`${shown}${judged}`.padEnd(44)} ${on}\n`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

function rounded(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
