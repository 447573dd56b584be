/** What a behaviour depends on: the data, the clock, the signing key and the delivery to webhook targets. */
import type { Dialect } from './dialect/dialect.ts';
import type { Deliver } from './delivery/deliver.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Effect } from './request-record.ts';
import type { SigningKey } from './signing-key.ts';
import type { Store } from './store/store.ts';

/** The environment of one sandbox. */
export interface World {
  readonly dialect: Dialect;
  readonly store: Store;
  readonly key: SigningKey;
  readonly rateLimit: RateLimit | null;
  readonly deliver: Deliver;
  /** The sandbox's clock. */
  readonly now: () => number;
  /** The uuid of a record to create: the next from the seed, or random if a data file outlives the process. */
  readonly newUuid: () => string;
  /** Records what the current request did. Writes to the store are recorded automatically. */
  readonly note: (effect: Effect) => void;
  /** Does something after a delay in ms, unless the sandbox is closed first. */
  readonly later: (delayMs: number, act: () => void) => void;
}
