/** Keeps to a number of requests under way and in a second. */
import type { Clock } from '../engine/clock.ts';
import type { BarrierParty } from './barrier.ts';

const slowestGapMs = 1000;
/** How long others are held back at the most until those of a barrier can be under way together. */
const longestGatheringMs = 1000;

/** Whoever waits until so many more requests may be under way. */
interface Waiting {
  readonly count: number;
  enter(): void;
}

/** Keeps to a number of requests under way and in a second, and slows everybody down when the target asks. */
export class Pace {
  /** How many requests can begin at the same time. */
  readonly mostAtOnce: number;
  readonly #concurrency: number;
  readonly #leastGapMs: number;
  readonly #clock: Clock;
  readonly #waiting: Waiting[] = [];
  readonly #recent: number[] = [];
  #underWay = 0;
  #gapMs: number;
  #nextAt = 0;

  constructor(concurrency: number, maxPerSecond: number | null, clock: Clock) {
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#leastGapMs = maxPerSecond === null ? 0 : 1000 / maxPerSecond;
    this.mostAtOnce = Math.max(1, Math.min(concurrency, Math.floor(maxPerSecond ?? concurrency)));
    this.#gapMs = this.#leastGapMs;
  }

  /**
   * Runs `work` when it is its turn.
   *
   * @param party - where it is to begin together with others: as many at once as may be, with pauses before and after
   */
  async next<Result>(work: () => Promise<Result>, party: BarrierParty | null = null): Promise<Result> {
    const isHeldBack = party !== null && (await party.arrive());
    const isTogether =
      isHeldBack && (await party.enter(this.mostAtOnce, async (count) => this.#enterTogether(count)));
    if (!isTogether) await this.#enter();
    try {
      const now = this.#clock.now();
      const find = (count: number): number => this.#turn(count, now);
      const at = isHeldBack ? party.turn(this.mostAtOnce, find) : find(1);
      if (at > now) await this.#clock.wait(at - now);
      this.#remember(this.#clock.now());
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#admit();
    }
  }

  async #enter(): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ count: 1, enter });
      this.#admit();
    });
  }

  /** Resolves to whether so many may go at once: not where others under way take too long. */
  async #enterTogether(count: number): Promise<boolean> {
    const entered = Promise.withResolvers<boolean>();
    const waiting: Waiting = { count, enter: () => entered.resolve(true) };
    this.#waiting.push(waiting);
    this.#admit();
    return this.#clock.within(longestGatheringMs, entered.promise, () => {
      const at = this.#waiting.indexOf(waiting);
      if (at === -1) return true;
      this.#waiting.splice(at, 1);
      this.#admit();
      return false;
    });
  }

  /** In the order of asking: whoever waits for many is not overtaken. */
  #admit(): void {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      if (this.#underWay + next.count > this.#concurrency) return;
      this.#waiting.shift();
      this.#underWay += next.count;
      next.enter();
    }
  }

  /** The target is limited: everybody pauses for a while, in milliseconds, and goes on more slowly. */
  slowDown(forMs: number): void {
    const now = this.#clock.now();
    if (now < this.#nextAt - this.#gapMs) return;
    const inLastSecond = Math.max(1, this.#recent.filter((at) => at > now - 1000).length);
    const gap = this.#gapMs === this.#leastGapMs ? 1000 / inLastSecond : this.#gapMs;
    this.#gapMs = Math.min(slowestGapMs, Math.max(this.#leastGapMs, gap * 1.2));
    this.#nextAt = now + Math.min(forMs, slowestGapMs);
  }

  /** When so many may begin at once. */
  #turn(count: number, now: number): number {
    const at = Math.max(now, this.#nextAt + (count - 1) * this.#gapMs);
    this.#nextAt = at + count * this.#gapMs;
    return at;
  }

  #remember(at: number): void {
    this.#recent.push(at);
    if (this.#recent.length > 2000) this.#recent.splice(0, 1000);
  }
}
