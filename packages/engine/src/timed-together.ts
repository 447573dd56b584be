/** Measures what runs in parallel. */
import { systemClock } from './clock.ts';

/**
 * Runs all of it in parallel, and resolves to how long each took, in seconds: its share of the total, so that the
 * shares add up to the time until all were done.
 */
export async function timedTogether(doings: readonly (() => Promise<void>)[]): Promise<readonly number[]> {
  const began = systemClock.now();
  const took = await Promise.all(
    doings.map(async (doing) => {
      await doing();
      return systemClock.now() - began;
    }),
  );
  const sum = took.reduce((total, one) => total + one, 0);
  const whole = systemClock.now() - began;
  return took.map((one) => (sum === 0 ? 0 : (one / sum) * (whole / 1000)));
}
