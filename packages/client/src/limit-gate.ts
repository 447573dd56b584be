/**
 * The gate that all calls of a client go through. A `Retry-After` closes it for all of them; it opens gradually: one
 * call at a time, in order, at the pace that the client keeps. Times are in milliseconds.
 */
import type { Clock } from './clock.ts';
import { Pace } from './pace.ts';
import type { Patience } from './pace.ts';
import { untilAborted } from './until-aborted.ts';

/** How many requests a client has under way while a limit is known. */
const mostUnderWay = 8;

/** A call that waits for its turn. */
interface Waiting {
  /** The number of the call: the lower goes first. */
  call: number;
  notBefore: number;
  go: () => void;
}

/** Holds the calls of a client back while a limit is known. */
export class LimitGate {
  readonly #clock: Clock;
  readonly #pace: Pace;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#pace = new Pace(random);
  }

  /** How long a call that waits for `ms` by itself will wait at the least. */
  waitMs(ms: number): number {
    return Math.max(ms, this.#pace.nextAt - this.#clock.now());
  }

  /** Takes a turn at once where no limit is known and nobody waits; whether it did. The turn ends with `leave`. */
  pass(): boolean {
    const isOpen = this.#pace.isFree && this.#waiting.length === 0 && this.#pace.nextAt <= this.#clock.now();
    if (isOpen) this.#underWay += 1;
    return isOpen;
  }

  /**
   * Waits for a turn, for `ms` at the least; the turn ends with `leave`.
   *
   * @throws the signal's reason where it aborts
   */
  async enter(call: number, ms: number, signal: AbortSignal | undefined): Promise<void> {
    let one: Waiting;
    const turn = () =>
      new Promise<void>((go) => {
        one = { call, notBefore: this.#clock.now() + ms, go };
        this.#waiting.push(one);
        this.#schedule();
      });
    await untilAborted(turn, signal).catch((error: unknown) => {
      // Its turn may have come in the moment of the abort.
      if (!this.#drop(one)) this.#underWay -= 1;
      this.#schedule();
      throw error;
    });
  }

  /** Ends a turn. */
  leave(): void {
    this.#underWay -= 1;
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Takes note of an answer, as {@link Pace.note}. */
  note(answer: Response, sentAt: number, patience: Patience): void {
    this.#pace.note(answer, sentAt, this.#clock.now(), patience);
    if (this.#waiting.length > 0) this.#schedule();
  }

  #drop(one: Waiting): boolean {
    const { length } = this.#waiting;
    this.#waiting = this.#waiting.filter((other) => other !== one);
    return this.#waiting.length < length;
  }

  #release(next: Waiting): void {
    this.#pace.go(this.#clock.now());
    this.#underWay += 1;
    this.#drop(next);
    next.go();
  }

  /** Lets go whose turn has come, and waits for the next one. */
  #schedule(): void {
    const { now, after } = this.#clock;
    this.#cancel?.();
    this.#cancel = undefined;
    for (;;) {
      const next = this.#next();
      if (!next || (!this.#pace.isFree && this.#underWay >= mostUnderWay)) return;
      const ms = this.#turnOf(next) - now();
      if (ms > 0) {
        this.#cancel = after(ms, () => {
          this.#release(next);
          this.#schedule();
        });
        return;
      }
      this.#release(next);
    }
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const one of this.#waiting)
      if (!next || (this.#turnOf(one) - this.#turnOf(next) || one.call - next.call) < 0) next = one;
    return next;
  }

  #turnOf({ notBefore }: Waiting): number {
    return Math.max(this.#pace.nextAt, notBefore);
  }
}
