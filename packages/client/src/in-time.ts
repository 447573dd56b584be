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
 * Waits for some work, its time limit or the signal, whichever is first.
 *
 * @throws the signal's reason if it aborts; whatever the work throws
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
    // Not with `finally`, which takes each call through two more promises.
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
