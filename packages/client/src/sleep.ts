/** Waiting by timers: never shorter than asked, ended at once by a signal. */

/** What setTimeout can hold; a longer time would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Waits for at least `ms` milliseconds.
 *
 * @throws the signal's reason, at once, where it aborts
 */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + ms;
  signal?.throwIfAborted();
  // Timers cut fractions off and may fire a little early: what is left is waited for again.
  for (let left = ms; left > 0; left = end - performance.now()) {
    await timer(Math.min(Math.ceil(left), longestTimerMs), signal);
  }
}

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timeout);
      reject(signal?.reason);
    };
    const timeout = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
