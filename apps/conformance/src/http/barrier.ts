/** Lets requests meet at the target. */
import { systemClock } from '../engine/clock.ts';

/** Where one of them never comes, the others go without it. */
const longestWaitMs = 5000;

/** Requests that are to meet: none of them is sent before all can be. */
export class Meeting {
  readonly #complete = Promise.withResolvers<void>();
  readonly #apartMs: number;
  #awaited: number;
  #present = 0;
  #gone = 0;
  #turn: number | undefined;

  /**
   * @param size - how many requests are to meet
   * @param apartMs - how long after the one before it each is sent
   */
  constructor(size: number, apartMs: number) {
    this.#awaited = size;
    this.#apartMs = apartMs;
  }

  /**
   * When one of them is sent: as many at once as may be, each of the others by itself.
   *
   * @param place - how many there are before it
   * @param find - when so many can be sent at once
   */
  turn(place: number, most: number, find: (count: number) => number): number {
    this.#gone += 1;
    if (this.#gone > most) return find(1);
    this.#turn ??= find(Math.min(this.#present, most));
    return this.#turn + place * this.#apartMs;
  }

  /** One has come. Resolves once all have, or will not. */
  async come(): Promise<void> {
    this.#present += 1;
    this.goWithout();
    await systemClock.within(longestWaitMs, this.#complete.promise, () => undefined);
  }

  /** One less is waited for. */
  goWithout(): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#complete.resolve();
  }
}

/** A place in a meeting, for one request: whatever comes after it is sent by itself. */
export class Seat {
  readonly #meeting: Meeting;
  readonly #place: number;
  #isFree = true;

  /** @param place - how many there are before it */
  constructor(meeting: Meeting, place: number) {
    this.#meeting = meeting;
    this.#place = place;
  }

  /** Waits for the others. Resolves to whether it had not been taken before. */
  async take(): Promise<boolean> {
    if (!this.#isFree) return false;
    this.#isFree = false;
    await this.#meeting.come();
    return true;
  }

  /** See {@link Meeting.turn}. */
  turn(most: number, find: (count: number) => number): number {
    return this.#meeting.turn(this.#place, most, find);
  }

  /** The others no longer wait, where nothing was sent from here. */
  leave(): void {
    if (this.#isFree) this.#meeting.goWithout();
    this.#isFree = false;
  }
}
