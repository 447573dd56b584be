/** Learns how far apart requests must be so that the target does not limit them. */

const longestMs = 1000;
/** Whoever would leave less than this between requests leaves nothing. */
const leastMs = 1;
/** How many times longer the gap is made where the target is limited; so near it is to the least that is taken. */
const step = 1.2;
/** After so many requests in a row that were not limited, a shorter one is tried at first. */
const firstProbe = 8;

/**
 * The gap between requests, in milliseconds: what was configured until the target is limited, and then what it bears.
 * From time to time a shorter one is tried, between what was taken and what was not: much may have been sent at
 * once, or by others.
 */
export class LearntGap {
  readonly #configuredMs: number;
  /** The longest that was limited. */
  #limitedMs = 0;
  /** The shortest that was taken many times, while a shorter one is tried. */
  #takenMs: number | null = null;
  #taken = 0;
  #probeAfter = firstProbe;
  /** How long it is, in milliseconds. */
  ms: number;

  /** @param configuredMs - it is never shorter */
  constructor(configuredMs: number) {
    this.#configuredMs = configuredMs;
    this.ms = configuredMs;
  }

  /**
   * The target is limited. What was tried in vain is taken back, and tried next after twice as many.
   *
   * @param inLastSecond - how many requests were sent in the last second
   */
  limited(inLastSecond: number): void {
    const isFirst = this.ms === this.#configuredMs && this.#takenMs === null;
    // More than so many were not kept apart: that they were limited says nothing of the gap.
    if (!isFirst && inLastSecond > 1 + step * (1000 / this.ms)) return;
    const longer = isFirst ? 1000 / Math.max(1, inLastSecond) : this.ms;
    if (!isFirst) this.#limitedMs = this.ms;
    if (this.#takenMs !== null) this.#probeAfter *= 2;
    this.ms = Math.min(longestMs, Math.max(this.#configuredMs, this.#takenMs ?? step * longer));
    this.#takenMs = null;
    this.#taken = 0;
  }

  /** A request was not limited. */
  taken(): void {
    if (this.ms === this.#configuredMs) return;
    this.#taken += 1;
    if (this.#taken < this.#probeAfter) return;
    this.#taken = 0;
    this.#takenMs = this.ms;
    // Where there is little between them, the limit itself may have changed.
    if (this.ms < step * this.#limitedMs) this.#limitedMs /= 2;
    const shorter = (this.ms + this.#limitedMs) / 2;
    this.ms = shorter < leastMs ? this.#configuredMs : Math.max(this.#configuredMs, shorter);
  }
}
