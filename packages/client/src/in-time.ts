/** Work that ends in time, even if it ignores the signal that ends it. */

/** Starts the timer of some work, which calls `end` with the error to throw; the returned function stops the timer. */
export type TimeLimit = (end: (thrown: unknown) => void) => () => void;

/**
 * Work that may be ended.
 *
 * @param signal - ends it
 * @param settle - gives its result while it goes on
 * @param end - ends it from within
 */
export type TimedWork<Value> = (
  signal: AbortSignal,
  settle: (value: Value) => void,
  end: (thrown?: unknown) => void,
) => Promise<Value>;

/**
 * Waits for some work, its time limit or one of the signals, whichever is first.
 *
 * @param signals - each is listened to: `AbortSignal.any` leaks on Node.js 22 if they live on (nodejs/node#54614)
 * @throws the reason of the signal that aborts; whatever the work throws
 */
export function inTime<Value>(
  work: TimedWork<Value>,
  signals: readonly AbortSignal[],
  limit?: TimeLimit,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    let cancel: (() => void) | undefined;
    const stopWaiting = (): void => {
      cancel?.();
      for (const signal of signals) signal.removeEventListener('abort', stop);
    };
    const fail = (thrown: unknown): void => {
      stopWaiting();
      reject(thrown);
    };
    const end = (thrown: unknown): void => {
      fail(thrown);
      ending.abort(thrown);
    };
    const stop = (): void => end(abortedOf(signals)?.reason);
    if (abortedOf(signals)) return stop();
    cancel = limit?.(end);
    for (const signal of signals) signal.addEventListener('abort', stop);
    // Not with `finally`, which takes each call through two more promises.
    work(ending.signal, resolve, end).then((value) => {
      stopWaiting();
      resolve(value);
    }, fail);
  });
}

/** The first of the signals that has aborted. */
export function abortedOf(signals: readonly AbortSignal[]): AbortSignal | undefined {
  return signals.find(({ aborted }) => aborted);
}
