/** Time that passes only when nothing else is left to do: waits of hours take milliseconds. */

interface Timer {
  at: number;
  order: number;
  fire: () => void;
}

interface Clock {
  now: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A clock for a client and for the service that it talks to. */
export interface VirtualTime extends Clock {
  /** The same without `until`: options of a client. */
  clock: Clock;
  /** Lets time pass until the promise settles. */
  until: <Result>(promise: Promise<Result>) => Promise<Result>;
}

/** Creates a clock that starts at `start`, in milliseconds since 1970. */
export function createVirtualTime(start = 0): VirtualTime {
  let time = start;
  let order = 0;
  const timers = new Set<Timer>();

  function passOne(): void {
    let next: Timer | undefined;
    for (const timer of timers)
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
        next = timer;
    if (next === undefined) return;
    timers.delete(next);
    time = Math.max(time, next.at);
    next.fire();
  }

  const clock: Clock = {
    now: () => time,
    sleep: async (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          timers.delete(timer);
          reject(signal?.reason);
        };
        const fire = (): void => {
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const timer = { at: time + ms, order: (order += 1), fire };
        timers.add(timer);
        signal?.addEventListener('abort', stop);
      }),
  };

  return {
    ...clock,
    clock,
    async until(promise) {
      let isOver = false;
      const end = (): void => {
        isOver = true;
      };
      promise.then(end, end);
      for (;;) {
        // Everything that follows from the last timer happens before time goes on.
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        if (isOver) return await promise;
        passOne();
      }
    },
  };
}

/** Numbers from 0 to below 1 that are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
