/** Limits the number of requests in flight and per second. */
import type { Clock } from '@outreach-api/engine';
import type { BarrierParty } from './barrier.ts';
import { LearntGap } from './learnt-gap.ts';

/** The longest pause for all when the target limits. */
const longestPauseMs = 1000;
/** How long others are held back at most until the requests of a barrier can be in flight together. */
const longestGatheringMs = 1000;

/** A caller waiting until this many more requests may be in flight. */
interface Waiting {
  readonly count: number;
  enter(): void;
}

/** Limits the number of requests in flight and per second, and slows all of them down when the target asks. */
export class RequestPacer {
  /** How many requests can start at the same time. */
  readonly mostAtOnce: number;
  readonly #concurrency: number;
  readonly #gap: LearntGap;
  readonly #clock: Clock;
  readonly #waiting: Waiting[] = [];
  #underWay = 0;
  #nextAt = 0;
  #pausedUntil = 0;

  constructor(concurrency: number, maxPerSecond: number | null, clock: Clock) {
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#gap = new LearntGap(maxPerSecond === null ? 0 : 1000 / maxPerSecond);
    this.mostAtOnce = Math.max(1, Math.min(concurrency, Math.floor(maxPerSecond ?? concurrency)));
  }

  /**
   * Runs `work` when it is its turn.
   *
   * @param party - if it must start together with others: as many at once as possible, with pauses before and after
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

  /** Resolves to whether this many may go at once: false if requests in flight take too long. */
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

  /** In request order: a caller waiting for many is not overtaken. */
  #admit(): void {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      if (this.#underWay + next.count > this.#concurrency) return;
      this.#waiting.shift();
      this.#underWay += next.count;
      next.enter();
    }
  }

  /**
   * The target limits: all requests pause for this many milliseconds, then continue more slowly.
   *
   * @param inLastSecond - how many requests were sent in the last second, including those of other senders in this
   *   process
   */
  slowDown(forMs: number, inLastSecond: number): void {
    const now = this.#clock.now();
    if (now < this.#pausedUntil) return;
    this.#gap.limited(inLastSecond);
    this.#pausedUntil = now + Math.min(forMs, longestPauseMs);
    this.#nextAt = this.#pausedUntil;
  }

  /** A request was not limited. */
  accepted(): void {
    this.#gap.accepted();
  }

  /** When this many may start at once. */
  #turn(count: number, now: number): number {
    const at = Math.max(now, this.#nextAt + (count - 1) * this.#gap.ms);
    this.#nextAt = at + count * this.#gap.ms;
    return at;
  }
}
