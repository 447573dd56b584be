/** Knows whether work that leaves the thread is under way. */

/** What {@link watchThreads} gives. */
export interface WatchedThreads {
  /** Whether any is under way. */
  areBusy(): boolean;
  /** Everything is as it was before. */
  unwatch(): void;
}

type Subtle = typeof crypto.subtle;

/**
 * Watches signatures and their checks, the one kind of work of a simulated run that leaves the thread, and does one
 * after the other: which of two is done first would be chance.
 */
export function watchThreads(): WatchedThreads {
  const prototype: Subtle = Object.getPrototypeOf(crypto.subtle);
  const { verify, sign } = prototype;
  let busy = 0;
  let latest: Promise<unknown> = Promise.resolve();
  const inTurn = async <Made>(make: () => Promise<Made>): Promise<Made> => {
    busy += 1;
    const making = latest.then(make).finally(() => {
      busy -= 1;
    });
    latest = making.catch(() => undefined);
    return making;
  };
  prototype.verify = async function verifyInTurn(this: Subtle, ...given): Promise<boolean> {
    return inTurn(async () => verify.apply(this, given));
  };
  prototype.sign = async function signInTurn(this: Subtle, ...given): Promise<ArrayBuffer> {
    return inTurn(async () => sign.apply(this, given));
  };
  return {
    areBusy: () => busy > 0,
    unwatch: () => {
      Object.assign(prototype, { verify, sign });
    },
  };
}
