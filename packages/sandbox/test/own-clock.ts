/** A clock of its own for each check: only pauses let time pass, so how busy the machine is decides nothing. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';

const clocks = new AsyncLocalStorage<{ now: number }>();
const now = performance.now.bind(performance);
performance.now = () => clocks.getStore()?.now ?? now();

/** Does a piece of work for which `performance.now` goes on in {@link pause} only. */
export async function onOwnClock<Result>(work: () => Promise<Result>): Promise<Result> {
  return clocks.run({ now: now() }, work);
}

/** Waits, and lets the clock of the work go on as long. */
export async function pause(ms: number): Promise<void> {
  await setTimeout(ms);
  // Timers of one length may come before earlier ones of another: now all that are due have come.
  await setImmediate();
  const clock = clocks.getStore();
  if (clock !== undefined) clock.now += ms;
}
