/** Work that ends in time, also where it does not listen to the signal that ends it. */
import type { Clock } from './clock.ts';

/** How long some work may take. */
export interface TimeLimit {
  /** In milliseconds; Infinity: there is no limit. */
  ms: number;
  after: Clock['after'];
  /** Makes what is thrown where the time is over. */
  late: () => Error;
}

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
    const cancel = limit && limit.ms < Infinity ? limit.after(limit.ms, () => end(limit.late())) : undefined;
    if (signal?.aborted) return stop();
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
