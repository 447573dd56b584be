/** Runs a task under virtual time and seeded randomness: the same seed gives the same run, on any machine. */
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

/** Turns of the event loop without any new activity before time advances. */
const quietTurns = 2;

/** When simulated runs begin: after everything that the sandbox claims to have created before. */
const begin = Date.UTC(2026, 10, 1);

/** Clock and randomness are process-wide, so runs take turns. */
let latest: Promise<unknown> = Promise.resolve();

/**
 * Runs a task under virtual time: waiting for a timer takes no time at all. Time stands still while there is work, and
 * advances to the next timer when there is none. Work on another thread (signatures, files) counts; sockets do not,
 * and must not be used.
 *
 * Randomness (`Math.random`, random bytes and uuids) comes from the seed. Runs in one process take turns.
 *
 * @throws Error if the task waits for something that no timer triggers
 */
export async function inVirtualTime<Result>(seed: number, work: () => Promise<Result>): Promise<Result> {
  return inTurn(async () => simulated(seed, work));
}

/** Runs a task under real time, while nothing runs under virtual time. */
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
      if (clock.countTimers() === 0)
        throw new Error('the simulated run waits for something that no timer triggers');
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
