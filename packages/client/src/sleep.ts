/** Waiting by timers: never shorter than asked, ended at once by a signal. */
import { untilAborted } from './until-aborted.ts';

/** What setTimeout can hold; a longer time would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Waits for at least `ms` milliseconds.
 *
 * @throws the signal's reason, at once, where it aborts
 */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + ms;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = (left: number): Promise<void> =>
    new Promise((resolve) => {
      timer = setTimeout(resolve, Math.min(Math.ceil(left), longestTimerMs));
    });
  try {
    // Timers cut fractions off and may fire a little early: what is left is waited for again.
    for (let left = ms; left > 0; left = end - performance.now())
      await untilAborted(() => tick(left), signal);
  } finally {
    clearTimeout(timer);
  }
}
