/** A separate clock for each check: only pauses make time pass, so that a busy machine makes no difference. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';

const clocks = new AsyncLocalStorage<{ now: number }>();
const now = performance.now.bind(performance);
performance.now = () => clocks.getStore()?.now ?? now();

/** Runs a task for which `performance.now` advances only in {@link pause}. */
export async function onOwnClock<Result>(work: () => Promise<Result>): Promise<Result> {
  return clocks.run({ now: now() }, work);
}

/** Waits, and advances the task's clock by the same time. */
export async function pause(ms: number): Promise<void> {
  await setTimeout(ms);
  // Timers of one length may fire before earlier ones of another: now all that are due have fired.
  await setImmediate();
  const clock = clocks.getStore();
  if (clock !== undefined) clock.now += ms;
}
