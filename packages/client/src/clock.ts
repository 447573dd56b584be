/** Time as a client sees it: what it is, waiting, and timers. All of it can be given, for tests in virtual time. */

/** What a client may be given in place of the clock and timers of the runtime. */
export interface ClockOptions {
  /** The time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Waits for at least so many milliseconds; rejects where the signal aborts. Default: timers. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** The time, and timers. */
export interface Clock {
  now: () => number;
  /** Calls back once after so many milliseconds, unless what it returns is called before. */
  after: (ms: number, then: () => void) => () => void;
}

/** Makes a clock. The globals are looked up at each use, so that timers can be mocked after a client is made. */
export function createClock({ now = () => Date.now(), sleep }: ClockOptions): Clock {
  return { now, after: sleep ? afterSleeping(sleep) : afterTimer };
}

/** The timer's word is taken for it that the time is over: a clock of which only a part is mocked may stand still. */
export function afterTimer(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, Math.ceil(ms));
  return () => clearTimeout(timer);
}

function afterSleeping(sleep: NonNullable<ClockOptions['sleep']>): Clock['after'] {
  return (ms, then) => {
    const ending = new AbortController();
    // A sleep that was cancelled may reject; one that fails by itself is over.
    const end = (): void => {
      if (!ending.signal.aborted) then();
    };
    sleep(ms, ending.signal).then(end, end);
    return () => ending.abort();
  };
}
