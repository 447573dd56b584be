/** Holds requests back until all can be sent, so that they reach the target at the same time. */
import { systemClock } from '@outreach-api/engine';

/** If one of them never comes, the others go without it. */
const longestWaitMs = 5000;

/** Holds back requests: none of them is sent before all can be. */
export class Barrier {
  readonly #complete = Promise.withResolvers<void>();
  readonly #apartMs: number;
  #awaited: number;
  #present = 0;
  #entering = 0;
  #together: { readonly count: number; readonly entered: Promise<boolean> } | undefined;
  #gone = 0;
  #turn: number | undefined;

  /**
   * @param size - how many requests it holds back
   * @param apartMs - how long after the previous one each is sent
   */
  constructor(size: number, apartMs: number) {
    this.#awaited = size;
    this.#apartMs = apartMs;
  }

  /**
   * One of them is about to be sent. Resolves to whether it goes together with others, for all of which `enter` was
   * called.
   *
   * @param enter - whether this many can go together
   */
  async enter(most: number, enter: (count: number) => Promise<boolean>): Promise<boolean> {
    this.#entering += 1;
    if (this.#together === undefined) {
      const count = Math.min(this.#present, most);
      this.#together = { count, entered: enter(count) };
    }
    return this.#entering <= this.#together.count && this.#together.entered;
  }

  /**
   * When one of them is sent: as many at once as possible, each of the others by itself.
   *
   * @param place - how many come before it
   * @param find - when this many can be sent at once
   */
  turn(place: number, most: number, find: (count: number) => number): number {
    this.#gone += 1;
    if (this.#gone > most) return find(1);
    this.#turn ??= find(Math.min(this.#present, most));
    return this.#turn + place * this.#apartMs;
  }

  /** One has arrived. Resolves once all have, or will not. */
  async arrive(): Promise<void> {
    this.#present += 1;
    this.withdraw();
    await systemClock.within(longestWaitMs, this.#complete.promise, () => undefined);
  }

  /** Waits for one fewer. */
  withdraw(): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#complete.resolve();
  }
}

/** A party of a barrier, for one request: further requests are sent on their own. */
export class BarrierParty {
  readonly #barrier: Barrier;
  readonly #place: number;
  #isFree = true;

  /** @param place - how many come before it */
  constructor(barrier: Barrier, place: number) {
    this.#barrier = barrier;
    this.#place = place;
  }

  /** Waits for the others. Resolves to whether it was the first request to arrive. */
  async arrive(): Promise<boolean> {
    if (!this.#isFree) return false;
    this.#isFree = false;
    await this.#barrier.arrive();
    return true;
  }

  /** See {@link Barrier.enter}. */
  async enter(most: number, enter: (count: number) => Promise<boolean>): Promise<boolean> {
    return this.#barrier.enter(most, enter);
  }

  /** See {@link Barrier.turn}. */
  turn(most: number, find: (count: number) => number): number {
    return this.#barrier.turn(this.#place, most, find);
  }

  /** Releases the others if nothing was sent from here. */
  withdraw(): void {
    if (this.#isFree) this.#barrier.withdraw();
    this.#isFree = false;
  }
}
