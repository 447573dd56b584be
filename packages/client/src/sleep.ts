/** A wait that a signal ends. */
import { afterTimer } from './clock.ts';
import { inTime } from './in-time.ts';

/**
 * Waits for at least `ms` milliseconds, at most 2147483647.
 *
 * @throws the signal's reason, at once, if it aborts
 */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const elapsed = (ending: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      ending.addEventListener('abort', afterTimer(ms, resolve));
    });
  await inTime(elapsed, signal ? [signal] : []);
}
