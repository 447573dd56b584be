/**
 * What a client knows of the rate limit, and the pace that it keeps. Times are in milliseconds.
 *
 * The pace halves when it proves too fast and recovers with time, so that the clients of a fleet, which know nothing of
 * each other, settle at shares of the limit.
 */
import { retryAfterOf } from './retry-after.ts';

/** In this time without a 429, or up to twice of it, the pace doubles; in twice as long it is sixteen times as fast. */
const doublingMs = 60_000;
/** A pace beyond this, in calls per millisecond, is none: the limit is forgotten. */
const fastest = 0.1;
/** Over this time the client's own rate is measured. */
const windowMs = 10_000;

/** What a call is ready for. */
export interface Patience {
  /** Where a limit is met of which nothing is known yet, the pace begins at one call in so many milliseconds. */
  spreadMs: number;
  /** A `Retry-After` longer than this is given up. */
  mostMs: number;
}

/** The pace of a client; none until a limit is met with a `Retry-After`. */
export class Pace {
  readonly #random: () => number;
  /** Calls per millisecond right after the last cut; Infinity: no limit is known. */
  #pace = Infinity;
  #cutAt = 0;
  #doublesInMs = doublingMs;
  #taken = 0;
  #since = 0;
  #closedUntil = 0;
  /** When the next call may go. */
  nextAt = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether no limit is known, or it is forgotten. */
  get isFree(): boolean {
    return this.#pace === Infinity;
  }

  /** A call goes now: the next one comes at some distance. */
  go(now: number): void {
    this.nextAt = Math.max(this.nextAt, now) + (1 + this.#random()) / this.#at(now);
  }

  /**
   * Takes note of an answer to a request that began at `sentAt`. A `Retry-After` that nobody waits for, being 0 or too
   * long, is nobody's limit.
   */
  note(answer: Response, sentAt: number, now: number, { spreadMs, mostMs }: Patience): void {
    if (answer.status !== 429) {
      if (sentAt - this.#since > windowMs) [this.#taken, this.#since] = [0, sentAt];
      this.#taken += 1;
      return;
    }
    const retryAfterMs = retryAfterOf(answer.headers, now);
    if (!retryAfterMs || retryAfterMs > mostMs) return;
    this.#closedUntil = Math.max(this.#closedUntil, now + retryAfterMs);
    // What was under way when the pace was last cut says nothing of the new one.
    if (sentAt >= this.#cutAt) this.#cut(now, spreadMs);
    // A millisecond more than was asked for: timers fire a little early.
    this.nextAt = Math.max(this.nextAt, this.#closedUntil + 1 + this.#random() / this.#at(now));
  }

  #cut(now: number, spreadMs: number): void {
    const own = this.isFree ? (this.#taken - 1) / Math.max(1000, now - this.#since) : this.#at(now);
    this.#pace = Math.max(Math.min(own, fastest) / 2, (this.isFree ? 1 : 1 / 16) / spreadMs);
    this.#cutAt = now;
    // Not the same for all: the clients of a fleet were limited together and must not recover together.
    this.#doublesInMs = doublingMs * (1 + this.#random());
  }

  #at(now: number): number {
    const grown = this.#pace * 2 ** ((Math.max(0, now - this.#cutAt) / this.#doublesInMs) ** 2);
    if (grown > fastest) this.#pace = Infinity;
    return Math.max(this.#pace, grown);
  }
}
