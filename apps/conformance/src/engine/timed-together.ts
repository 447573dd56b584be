/** Measures what is done side by side. */
import { systemClock } from './clock.ts';

/**
 * Does all of it side by side, and resolves to how long each took, in seconds: its share of the time of all, so that
 * what each took adds up to how long it was until all were done.
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
