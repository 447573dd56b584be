/** Learns how far apart requests must be so that the target does not limit them. */

const longestMs = 1000;
/** A gap shorter than this is no gap. */
const leastMs = 1;
/** The factor by which the gap grows when the target limits; also how close it gets to the shortest accepted gap. */
const step = 1.2;
/** After this many consecutive requests that were not limited, a shorter gap is tried first. */
const firstProbe = 8;

/**
 * The gap between requests, in milliseconds: as configured until the target limits, then what the target tolerates.
 * From time to time a shorter gap is tried, between what was accepted and what was not: the limit may have come from a
 * burst, or from other clients.
 */
export class LearntGap {
  readonly #configuredMs: number;
  /** The longest gap that was limited. */
  #limitedMs = 0;
  /** The shortest gap that was accepted many times, while a shorter one is tried. */
  #takenMs: number | null = null;
  #accepted = 0;
  #probeAfter = firstProbe;
  /** The current gap, in milliseconds. */
  ms: number;

  /** @param configuredMs - the gap is never shorter */
  constructor(configuredMs: number) {
    this.#configuredMs = configuredMs;
    this.ms = configuredMs;
  }

  /**
   * The target limits. A failed shorter gap is taken back, and retried after twice as many requests.
   *
   * @param inLastSecond - how many requests were sent in the last second
   */
  limited(inLastSecond: number): void {
    const isFirst = this.ms === this.#configuredMs && this.#takenMs === null;
    // More requests than that were not spaced by the gap: that they were limited says nothing about it.
    if (!isFirst && inLastSecond > 1 + step * (1000 / this.ms)) return;
    const longer = isFirst ? 1000 / Math.max(1, inLastSecond) : this.ms;
    if (!isFirst) this.#limitedMs = this.ms;
    if (this.#takenMs !== null) this.#probeAfter *= 2;
    this.ms = Math.min(longestMs, Math.max(this.#configuredMs, this.#takenMs ?? step * longer));
    this.#takenMs = null;
    this.#accepted = 0;
  }

  /** A request was not limited. */
  accepted(): void {
    if (this.ms === this.#configuredMs) return;
    this.#accepted += 1;
    if (this.#accepted < this.#probeAfter) return;
    this.#accepted = 0;
    this.#takenMs = this.ms;
    // If the two are close together, the limit itself may have changed.
    if (this.ms < step * this.#limitedMs) this.#limitedMs /= 2;
    const shorter = (this.ms + this.#limitedMs) / 2;
    this.ms = shorter < leastMs ? this.#configuredMs : Math.max(this.#configuredMs, shorter);
  }
}
