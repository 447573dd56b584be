/** Where a wait is drawn: retries on the horizontal axis, lengths on a logarithmic vertical axis. */

/** Where a wait is drawn, in the units of the drawing. */
export interface WaitScales {
  readonly retries: number;
  readonly x: (retry: number) => number;
  readonly y: (ms: number) => number;
  /** The horizontal offset of a sequence, so that waits of the same length do not hide each other. */
  readonly aside: (index: number, count: number) => number;
  /** The maximum horizontal offset of a wait from its retry. */
  readonly halfStep: number;
  /** Lengths that are marked on the axis, in milliseconds. */
  readonly ticks: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

const left = 72;
const margin = { top: 14, right: 14, bottom: 58 };
/** Shorter waits are drawn as long as this. */
const shortestMs = 1;
/** The minimum upper end of the axis: waits of some milliseconds must look short. */
const leastTopMs = 1000;
const mostTicks = 8;

/** Scales that fit all waits. */
export function waitScales(
  retries: number,
  waits: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): WaitScales {
  const lowest = Math.log10(Math.max(shortestMs, Math.min(...waits))) - 0.1;
  const highest = Math.max(lowest + 0.5, Math.log10(Math.max(leastTopMs, ...waits)) + 0.1);
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const step = (right - left) / retries;
  const halfStep = rounded(step / 4);
  const y = (ms: number): number => {
    const part = (Math.log10(Math.max(shortestMs, ms)) - lowest) / (highest - lowest);
    return rounded(bottom - Math.max(0, part) * (bottom - margin.top));
  };
  return {
    retries,
    x: (retry) => rounded(left + (retry - 0.5) * step),
    y,
    aside: (index, count) => rounded(((index + 0.5) / count - 0.5) * 2 * Math.min(halfStep, 3 * count)),
    halfStep,
    ticks: ticksBetween(lowest, highest),
    left,
    right,
    bottom,
  };
}

/** Lengths of 1, 2 and 5, as many as are legible. */
function ticksBetween(lowest: number, highest: number): number[] {
  const decades = Array.from({ length: 9 }, (_, power) => 10 ** power);
  const steps = [[1, 2, 5], [1, 3], [1]].map((multiples) =>
    decades
      .flatMap((decade) => multiples.map((multiple) => multiple * decade))
      .filter((ms) => Math.log10(ms) >= lowest && Math.log10(ms) <= highest),
  );
  return steps.find((ticks) => ticks.length <= mostTicks) ?? steps.at(-1) ?? [];
}

function rounded(position: number): number {
  return Math.round(position * 10) / 10;
}
