/** Knows whether work that leaves the thread is under way. */

/** What {@link watchThreads} gives. */
export interface WatchedThreads {
  /** Whether any is under way. */
  areBusy(): boolean;
  /** Everything is as it was before. */
  unwatch(): void;
}

/** What Node calls a file that is being read, written or closed. */
const ofFiles = /^(?:FSReq|CloseReq)/;

type Subtle = typeof crypto.subtle;

/**
 * Watches what of a simulated run leaves the thread: signatures and their checks, which are done one after the other,
 * since which of two is done first would be chance; and files that are read or written.
 */
export function watchThreads(): WatchedThreads {
  const { subtle } = crypto;
  const prototype: Subtle = Object.getPrototypeOf(subtle);
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
  const watched: Pick<Subtle, 'verify' | 'sign'> = {
    verify: async (...given) => inTurn(async () => prototype.verify.apply(subtle, given)),
    sign: async (...given) => inTurn(async () => prototype.sign.apply(subtle, given)),
  };
  Object.assign(subtle, watched);
  return {
    areBusy: () => busy > 0 || process.getActiveResourcesInfo().some((one) => ofFiles.test(one)),
    unwatch: () => {
      for (const name of Object.keys(watched)) Reflect.deleteProperty(subtle, name);
    },
  };
}
