/** All data of a sandbox as plain objects, for tests that compare before and after. */
import type { StoredKey, StoredSenderProfile, StoredWebhook } from './records.ts';
import type { Account, Store } from './store/store.ts';

/** All data; it contains no credential. */
export interface Snapshot {
  readonly accounts: readonly Account[];
  readonly apiKeys: readonly StoredKey[];
  readonly webhooks: readonly StoredWebhook[];
  readonly senderProfiles: readonly StoredSenderProfile[];
}

/** What the store holds now. */
export function snapshotOf(store: Store): Snapshot {
  return {
    accounts: store.accounts(),
    apiKeys: store.keys.all(),
    webhooks: store.webhooks.all(),
    senderProfiles: store.senderProfiles.all(),
  };
}
