/**
 * Time as a client sees it: the current time, waiting, and timers. All of it can be replaced, for tests in virtual
 * time.
 */

/** Replacements for the clock and timers of the runtime. */
export interface ClockOptions {
  /** The time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Waits for at least this many milliseconds; rejects if the signal aborts. Default: timers. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** The time, and timers. */
export interface Clock {
  now: () => number;
  /** Calls back once after this many milliseconds, unless the returned function is called before. */
  after: (ms: number, then: () => void) => () => void;
}

/** Creates a clock. The globals are looked up at each use, so that timers can be mocked after a client is created. */
export function createClock({ now = () => Date.now(), sleep }: ClockOptions): Clock {
  return { now, after: sleep ? afterSleeping(sleep) : afterTimer };
}

/** Trusts the timer that the time is over: a partially mocked clock may stand still. */
export function afterTimer(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, Math.ceil(ms));
  return () => clearTimeout(timer);
}

function afterSleeping(sleep: NonNullable<ClockOptions['sleep']>): Clock['after'] {
  return (ms, then) => {
    const ending = new AbortController();
    // A cancelled sleep may reject; one that fails by itself is over.
    const end = (): void => {
      if (!ending.signal.aborted) then();
    };
    sleep(ms, ending.signal).then(end, end);
    return () => ending.abort();
  };
}
