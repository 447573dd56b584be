/** Knows whether work on other threads is in progress. */

/** The result of {@link watchThreads}. */
export interface WatchedThreads {
  /** Whether any is under way. */
  areBusy(): boolean;
  /** Restores everything. */
  unwatch(): void;
}

/** Node's names for a file being read, written or closed. */
const ofFiles = /^(?:FSReq|CloseReq)/;

type Subtle = typeof crypto.subtle;

/**
 * Watches the work of a simulated run on other threads: signing and verifying, done one at a time, since their order
 * would be random; and reading and writing files.
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
