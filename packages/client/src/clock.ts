/** Time as a client sees it: what it is, waiting, and timers. All of it can be given, for tests in virtual time. */
import { untilAborted } from './until-aborted.ts';

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
export function createClock({ now = () => Date.now(), sleep: given }: ClockOptions): Clock {
  return { now, after: given ? afterSleeping(given) : afterTimer };
}

/**
 * Waits for at least `ms` milliseconds, at most 2147483647.
 *
 * @throws the signal's reason, at once, where it aborts
 */
export async function sleep(ms: number, signal?: AbortSignal, after = afterTimer): Promise<void> {
  let cancel: (() => void) | undefined;
  const elapsed = () => new Promise<void>((resolve) => (cancel = after(ms, resolve)));
  await untilAborted(elapsed, signal).finally(() => cancel?.());
}

/** The timer's word is taken for it that the time is over: a clock of which only a part is mocked may stand still. */
function afterTimer(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, Math.ceil(ms));
  return () => clearTimeout(timer);
}

function afterSleeping(given: NonNullable<ClockOptions['sleep']>): Clock['after'] {
  return (ms, then) => {
    const { signal, abort } = cancellation();
    given(ms, signal).then(
      () => signal.aborted || then(),
      // A sleep that was cancelled may reject; one that fails by itself is over.
      () => signal.aborted || then(),
    );
    return abort;
  };
}

function cancellation(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
