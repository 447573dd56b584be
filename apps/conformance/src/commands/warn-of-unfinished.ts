/** Warns of runs that did not restore the target. */
import { hostname } from 'node:os';
import { unfinishedLedgers } from '../session/keep-ledger.ts';
import type { StoredLedger } from '../ledger/read-ledgers.ts';
import { mayChange, type Target } from '../target/target.ts';

/**
 * Warns of earlier runs that did not restore the target, if this run changes nothing and so continues.
 *
 * @param command - restores the target
 */
export async function warnOfUnfinished(folder: string, target: Target, command: string): Promise<void> {
  if (mayChange(target)) return;
  for (const ledger of await unfinishedLedgers(folder, target)) warn(ledger, command);
}

/** Handles the error of a run that ended by a fault: warns if it did not restore the target, and rethrows. */
export function warningOfOwnUnfinished(
  folder: string,
  target: Target,
  command: string,
): (fault: unknown) => Promise<never> {
  return async (fault) => {
    const unfinished = await unfinishedLedgers(folder, target);
    for (const ledger of unfinished)
      if (ledger.head.pid === process.pid && ledger.head.host === hostname()) warn(ledger, command);
    throw fault;
  };
}

function warn({ file, head }: StoredLedger, command: string): void {
  process.stderr.write(
    `outreach-conformance: run ${head.run}, started ${head.startedAt}, did not restore what it changed (${file}). Restore what can be: ${command}\n`,
  );
}
