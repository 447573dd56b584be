/** Durations in human-readable form. */

/** A duration: `40 ms`, `2.5 s`. */
export function durationInWords(ms: number): string {
  const rounded = Math.round(ms);
  return Math.abs(rounded) < 1000 ? `${rounded} ms` : `${Number((ms / 1000).toFixed(2))} s`;
}
