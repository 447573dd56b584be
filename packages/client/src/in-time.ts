/** Work that ends in time, also where it does not listen to the signal that ends it. */

/** Starts the timer of some work, which calls `end` with what is thrown then; what it returns stops the timer. */
export type TimeLimit = (end: (thrown: unknown) => void) => () => void;

/**
 * Work that may be ended.
 *
 * @param signal - ends it
 * @param settle - says what comes of it while it goes on
 * @param end - ends it from within
 */
export type TimedWork<Value> = (
  signal: AbortSignal,
  settle: (value: Value) => void,
  end: (thrown?: unknown) => void,
) => Promise<Value>;

/**
 * Waits for some work, for its time to be over or for the signal, whichever is first.
 *
 * @throws the signal's reason where it aborts; whatever the work throws
 */
export function inTime<Value>(
  work: TimedWork<Value>,
  signal: AbortSignal | undefined,
  limit?: TimeLimit,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    let cancel: (() => void) | undefined;
    const stopWaiting = (): void => {
      cancel?.();
      signal?.removeEventListener('abort', stop);
    };
    const end = (thrown: unknown): void => {
      stopWaiting();
      ending.abort(thrown);
      reject(thrown);
    };
    const stop = (): void => end(signal?.reason);
    if (signal?.aborted) return stop();
    cancel = limit?.(end);
    signal?.addEventListener('abort', stop);
    // Not by `finally`, which takes each call through two more promises.
    work(ending.signal, resolve, end).then(
      (value) => {
        stopWaiting();
        resolve(value);
      },
      (thrown: unknown) => {
        stopWaiting();
        reject(thrown);
      },
    );
  });
}
