/** The one clock: all that waits, measures, or asks how late it is goes through it. */
import { setImmediate as turned, setTimeout as passed } from 'node:timers/promises';
import { stoppedBy } from './unmet.ts';

/** How long something may still take. */
export interface Deadline {
  readonly isOver: boolean;
  /** In milliseconds, none where it is over. */
  readonly leftMs: number;
}

/**
 * Time, and all waiting for it. A wait that a stop cuts short throws, as sending does: whoever waited to see that
 * nothing comes has seen nothing.
 */
export class Clock {
  readonly #stop: AbortSignal | null;

  /** @param stop - no longer waited once it is aborted; every wait is as long as it says where not set */
  constructor(stop: AbortSignal | null = null) {
    this.#stop = stop;
  }

  /** Milliseconds on a clock that is never put back. */
  now(): number {
    return performance.now();
  }

  /** The time of day, and the date. */
  date(): Date {
    return new Date();
  }

  /** @throws Stopped where it is cut short, or stopped before */
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

  /** Begins to count down. */
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

  /** Aborted after so long. */
  timeout(ms: number): AbortSignal {
    return AbortSignal.timeout(ms);
  }

  /** What comes of the work; where it takes longer, what comes of `late`. */
  async within<Result>(ms: number, work: Promise<Result>, late: () => Result): Promise<Result> {
    const over = Promise.withResolvers<void>();
    const takeBack = this.after(ms, over.resolve);
    try {
      return await Promise.race([work, over.promise.then(late)]);
    } finally {
      takeBack();
    }
  }

  /** Does something once after so long. @returns what takes that back */
  after(ms: number, work: () => void): () => void {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  }

  /** Does something time and again; that keeps no process alive. @returns what ends it */
  every(ms: number, work: () => void): () => void {
    const timer = setInterval(work, ms);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }
}

/** For what is outside a session, and for what goes on after it was stopped. */
export const systemClock = new Clock();
