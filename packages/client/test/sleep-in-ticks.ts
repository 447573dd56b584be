/** Waits that a busy machine does not cut short: pending input is read in between. */
import { setTimeout as wait } from 'node:timers/promises';

const tickMs = 10;

/**
 * Waits for this many milliseconds, 10 at a time. A process that got no time for a while finds its timers over before
 * it has read what arrived meanwhile; here it reads between two ticks.
 */
export async function sleepInTicks(ms: number, signal?: AbortSignal): Promise<void> {
  for (let left = ms; left > 0; left -= tickMs)
    await wait(Math.min(left, tickMs), undefined, signal === undefined ? {} : { signal });
}
