/** Checks at the end of a run whether records that count as deleted are gone. */
import { eventually } from '@outreach-api/engine';
import { removedIsGone } from '@outreach-api/model/bounds';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import {
  KeyCheck,
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
  if (removed.length === 0) return;
  const { restorer } = state;
  const { last } = await eventually(
    restorer,
    removedIsGone,
    async () => lookAt(state, removed, others),
    (all) => all.every((seen) => seen === 'gone') || restorer.givesUp('GET', '/integrations/api/webhooks'),
  );
  for (const [index, { entry }] of removed.entries())
    if (last[index] !== 'unknown') entry.undone = last[index] === 'gone';
}

async function lookAt(
  state: SessionState,
  removed: readonly Removed[],
  others: readonly string[],
): Promise<readonly Presence[]> {
  const read: Read = async (path) => state.readAtTheEnd(path);
  const keyCheck = new KeyCheck(read, others);
  const listed = removed.some(isWebhook) ? state.listedWebhooks() : null;
  const looks = removed.map(async (record) => {
    if (listed !== null && isWebhook(record)) return webhookPresence(await listed, record.uuid);
    return presenceOfRemoved(state.restorer, read, record.uuid, keyCheck);
  });
  return Promise.all(looks);
}

function isWebhook({ entry }: Removed): boolean {
  return entry.action === 'made webhook';
}
