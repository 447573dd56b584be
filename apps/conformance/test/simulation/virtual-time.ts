/** Runs a piece of work under virtual time and seeded chance: the same seed gives the same run, on any machine. */
import { syncBuiltinESMExports } from 'node:module';
import { install, type FakeMethod } from '@sinonjs/fake-timers';
import { seededChance } from './seeded-chance.ts';
import { watchThreads } from './watch-threads.ts';

const faked: FakeMethod[] = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'performance',
];

/** Turns of the event loop in which nothing else may have come up before time goes on. */
const quietTurns = 2;

/** When simulated runs begin: after all that the sandbox says to have been made before. */
const begin = Date.UTC(2026, 10, 1);

/** The clock and the chance are the process's: one after the other. */
let latest: Promise<unknown> = Promise.resolve();

/**
 * Runs a piece of work under virtual time: what waits for a timer does not wait at all. Time stands still while
 * anything is done, and goes on to the next timer when nothing is. What is done on another thread (signatures, files)
 * counts as being done; sockets do not, and must not be used.
 *
 * Chance (`Math.random`, random bytes and uuids) comes from the seed. Runs in one process take turns.
 *
 * @throws Error where the work waits for something that no timer brings
 */
export async function inVirtualTime<Result>(seed: number, work: () => Promise<Result>): Promise<Result> {
  return inTurn(async () => simulated(seed, work));
}

/** Runs a piece of work under real time, while nothing runs under virtual time. */
export async function inRealTime<Result>(work: () => Promise<Result>): Promise<Result> {
  return inTurn(work);
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = latest.then(work);
  latest = turn.catch(() => undefined);
  return turn;
}

async function simulated<Result>(seed: number, work: () => Promise<Result>): Promise<Result> {
  const { setImmediate } = globalThis;
  const clock = install({ toFake: faked, now: begin, loopLimit: Number.MAX_SAFE_INTEGER });
  const threads = watchThreads();
  const endChance = seededChance(seed);
  syncBuiltinESMExports();
  try {
    const state = { isDone: false };
    const result = work().finally(() => {
      state.isDone = true;
    });
    result.catch(() => undefined);
    for (let quiet = 0; !state.isDone;) {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      quiet = threads.areBusy() ? 0 : quiet + 1;
      if (quiet < quietTurns || state.isDone) continue;
      if (clock.countTimers() === 0) throw new Error('the simulated run waits for what no timer brings');
      clock.next();
      quiet = 0;
    }
    return await result;
  } finally {
    endChance();
    threads.unwatch();
    clock.uninstall();
    syncBuiltinESMExports();
  }
}
