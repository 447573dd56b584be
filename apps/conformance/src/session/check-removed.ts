/** Checks at the end of a run whether records that count as deleted are gone. */
import { eventually } from '@outreach-api/engine';
import { removedIsGone } from '@outreach-api/model/bounds';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import {
  Elsewhere,
  presenceOfRemoved,
  webhookPresence,
  type Presence,
  type Read,
} from '../ledger/presence.ts';
import type { SessionState } from './session-state.ts';

/** A record that was made and counts as deleted. */
interface Removed {
  readonly uuid: string;
  readonly entry: LedgerEntry;
}

/**
 * Waits until records that count as deleted are no longer shown; those that still are no longer count. Also runs after
 * a stop.
 *
 * @param others - sender profiles that should be on the target
 */
export async function checkRemoved(
  state: SessionState,
  removed: readonly Removed[],
  others: readonly string[],
): Promise<void> {
  const { restorer } = state;
  let left = removed;
  await eventually(
    restorer,
    removedIsGone,
    async () => {
      left = await lookAt(state, left, others);
    },
    () => left.length === 0 || restorer.givesUp('GET', '/integrations/api/webhooks'),
  );
}

/** Looks at each once; resolves to those not seen to be gone. */
async function lookAt(
  state: SessionState,
  removed: readonly Removed[],
  others: readonly string[],
): Promise<readonly Removed[]> {
  const read: Read = async (path) => state.readAtTheEnd(path);
  const elsewhere = new Elsewhere(read, others);
  const listed = removed.some(isWebhook) ? state.listedWebhooks() : null;
  const looks = removed.map(async (record): Promise<Presence> => {
    if (listed !== null && isWebhook(record)) return webhookPresence(await listed, record.uuid);
    return presenceOfRemoved(state.restorer, read, record.uuid, elsewhere);
  });
  const seen = await Promise.all(looks);
  for (const [index, { entry }] of removed.entries())
    if (seen[index] !== 'unknown') entry.undone = seen[index] === 'gone';
  return removed.filter((_, index) => seen[index] !== 'gone');
}

function isWebhook({ entry }: Removed): boolean {
  return entry.action === 'made webhook';
}
