/** How far a run is, reported while it is in progress. */
import { systemClock } from './clock.ts';

/** How far a run is. */
export interface Progress {
  /** What is in progress: `start`, `preparing`, a phase of the rules, `observations`, or `restoring`. */
  readonly phase: string;
  /** How many rules have a verdict. */
  readonly decided: number;
  /** How many rules are judged in total. */
  readonly rules: number;
  /** Requests sent so far, including those of waits and repetitions. */
  readonly requests: number;
  /** How often a rate limit has made the suite wait. */
  readonly waits: number;
  /** How much longer the suite waits for a rate limit to lift, in milliseconds; null while it does not wait. */
  readonly waitingMs: number | null;
}

/** There are too many requests to report each one. */
const requestsBetween = 25;

/** Tracks a run's progress and reports each change: for requests, every 25th. */
export class ProgressBoard {
  #phase = 'start';
  #decided = 0;
  #rules = 0;
  #requests = 0;
  #waits = 0;
  #waiting = 0;
  #waitsUntil = 0;
  /** Called on each change; null if there is no listener. */
  listener: ((progress: Progress) => void) | null = null;

  /** @param rules - how many rules are judged in total */
  expect(rules: number): void {
    this.#rules = rules;
  }

  begin(phase: string): void {
    this.#phase = phase;
    this.#report();
  }

  decided(): void {
    this.#decided += 1;
    this.#report();
  }

  sent(): void {
    this.#requests += 1;
    if (this.#requests % requestsBetween === 0) this.#report();
  }

  /** A request waits for a rate limit to lift. @param ms - how long */
  waits(ms: number): void {
    this.#waits += 1;
    this.#waiting += 1;
    this.#waitsUntil = Math.max(this.#waitsUntil, systemClock.now() + ms);
    this.#report();
  }

  /** A request no longer waits. */
  waited(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#waitsUntil = 0;
    this.#report();
  }

  /** The current progress. */
  get now(): Progress {
    return {
      phase: this.#phase,
      decided: this.#decided,
      rules: this.#rules,
      requests: this.#requests,
      waits: this.#waits,
      waitingMs: this.#waiting === 0 ? null : Math.max(0, Math.round(this.#waitsUntil - systemClock.now())),
    };
  }

  #report(): void {
    this.listener?.(this.now);
  }
}
