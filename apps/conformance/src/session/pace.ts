/** Keeps to a number of requests under way and in a second. */
import { setTimeout as wait } from 'node:timers/promises';

const slowestGapMs = 1000;

/** Keeps to a number of requests under way and in a second, and slows everybody down when the target asks. */
export class Pace {
  readonly #concurrency: number;
  readonly #leastGapMs: number;
  readonly #stop: AbortSignal;
  readonly #waiting: (() => void)[] = [];
  readonly #recent: number[] = [];
  #underWay = 0;
  #gapMs: number;
  #nextAt = 0;

  /** @param stop - nobody waits for a turn any longer once it is aborted */
  constructor(concurrency: number, maxPerSecond: number | null, stop: AbortSignal) {
    this.#stop = stop;
    this.#concurrency = concurrency;
    this.#leastGapMs = maxPerSecond === null ? 0 : 1000 / maxPerSecond;
    this.#gapMs = this.#leastGapMs;
  }

  /** Runs `work` when it is its turn. */
  async next<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= this.#concurrency) await new Promise<void>((enter) => this.#waiting.push(enter));
    else this.#underWay += 1;
    try {
      const now = performance.now();
      const at = Math.max(now, this.#nextAt);
      this.#nextAt = at + this.#gapMs;
      if (at > now) await wait(at - now, undefined, { signal: this.#stop }).catch(() => undefined);
      this.#remember(performance.now());
      return await work();
    } finally {
      const enter = this.#waiting.shift();
      if (enter === undefined) this.#underWay -= 1;
      else enter();
    }
  }

  /** The target is limited: everybody pauses for a while, in milliseconds, and goes on more slowly. */
  slowDown(forMs: number): void {
    const now = performance.now();
    if (now < this.#nextAt - this.#gapMs) return;
    const inLastSecond = Math.max(1, this.#recent.filter((at) => at > now - 1000).length);
    const gap = this.#gapMs === this.#leastGapMs ? 1000 / inLastSecond : this.#gapMs;
    this.#gapMs = Math.min(slowestGapMs, Math.max(this.#leastGapMs, gap * 1.2));
    this.#nextAt = now + Math.min(forMs, slowestGapMs);
  }

  #remember(at: number): void {
    this.#recent.push(at);
    if (this.#recent.length > 2000) this.#recent.splice(0, 1000);
  }
}
