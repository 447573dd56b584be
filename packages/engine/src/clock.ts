/** The one clock: everything that waits, measures or reads the time goes through it. */
import { setImmediate as turned, setTimeout as passed } from 'node:timers/promises';
import { stoppedBy } from './unmet.ts';

/** A limit on how long something may still take. */
export interface Deadline {
  readonly isOver: boolean;
  /** In milliseconds; 0 once it is over. */
  readonly leftMs: number;
}

/**
 * Time, and all waiting. A wait that is cut short by a stop throws, as sending does: a caller that waited to see that
 * nothing comes has seen nothing.
 */
export class Clock {
  readonly #stop: AbortSignal | null;

  /** @param stop - waits end once it is aborted; without it, every wait lasts its full length */
  constructor(stop: AbortSignal | null = null) {
    this.#stop = stop;
  }

  /** Milliseconds on a monotonic clock. */
  now(): number {
    return performance.now();
  }

  /** The current date and time of day. */
  date(): Date {
    return new Date();
  }

  /** @throws Stopped if it is cut short, or was stopped before */
  async wait(ms: number): Promise<void> {
    const stop = this.#stop;
    if (stop === null) return passed(ms);
    if (stop.aborted) throw stoppedBy(stop);
    try {
      await passed(ms, undefined, { signal: stop });
    } catch (error) {
      throw stop.aborted ? stoppedBy(stop) : error;
    }
  }

  /** Lets the event loop turn once. */
  async turn(): Promise<void> {
    await turned();
  }

  /** Starts a countdown. */
  deadline(ms: number): Deadline {
    const until = this.now() + ms;
    const leftMs = (): number => Math.max(0, until - this.now());
    return {
      get isOver() {
        return leftMs() === 0;
      },
      get leftMs() {
        return leftMs();
      },
    };
  }

  /** A signal that aborts after this long. */
  timeout(ms: number): AbortSignal {
    return AbortSignal.timeout(ms);
  }

  /** The result of the work, or of `late` if the work takes longer. */
  async within<Result>(ms: number, work: Promise<Result>, late: () => Result): Promise<Result> {
    const over = Promise.withResolvers<void>();
    const takeBack = this.after(ms, over.resolve);
    try {
      return await Promise.race([work, over.promise.then(late)]);
    } finally {
      takeBack();
    }
  }

  /** Runs something once after this long. @returns a function that cancels it */
  after(ms: number, work: () => void): () => void {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  }

  /** Runs something at an interval, without keeping the process alive. @returns a function that ends it */
  every(ms: number, work: () => void): () => void {
    const timer = setInterval(work, ms);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }
}

/** For code outside a session, and for what continues after a session was stopped. */
export const systemClock = new Clock();
