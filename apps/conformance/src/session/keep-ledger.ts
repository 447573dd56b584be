/** Keeps the ledger of a session on disk, unless an earlier run did not restore the target. */
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { systemClock } from '@outreach-api/engine';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import type { Unwritten } from '../output/unwritten.ts';
import { mayChange, type Target } from '../target/target.ts';
import { Journal } from '../ledger/journal.ts';
import { hasChangedNothing, readLedgers, type StoredLedger } from '../ledger/read-ledgers.ts';
import { isUnderWay } from '../ledger/run-under-way.ts';
import type { Session } from './session.ts';
import { suiteCommand } from '../installation/suite-command.ts';

/**
 * Keeps the ledger of a session on disk, even for a run that may change nothing, so that `restore` knows that it was
 * here.
 *
 * @param unwritten - is given the file if a line of it cannot be written
 * @throws ConfigurationError if the run may change something and an earlier run did not restore this target, or the
 *   folder is not writable
 */
export async function keepLedger({ state }: Session, folder: string, unwritten: Unwritten): Promise<void> {
  const isHarmless = !mayChange(state.target);
  const { ledgers: earlier, unreadable } = await readLedgers(folder);
  if (unreadable.length > 0 && !isHarmless)
    throw new ConfigurationError(
      `what an earlier run has changed cannot be read: ${unreadable.join('; ')}; delete it to leave the target as it is`,
    );
  const [unfinished] = unfinishedIn(earlier, state.target);
  if (unfinished !== undefined && !isHarmless) throw new ConfigurationError(explain(unfinished));
  const head = {
    kind: 'run',
    format: 1,
    run: state.id,
    baseUrl: state.target.baseUrl,
    startedAt: systemClock.date().toISOString(),
    pid: process.pid,
    host: hostname(),
  } as const;
  const beginning = Journal.in(folder, { head, secrets: state.secrets, unwritten });
  const journal = await (isHarmless ? beginning.catch(() => null) : beginning);
  if (journal === null) return;
  state.ledger.keepIn(journal);
  await removeMarks(earlier, state.target);
}

/** Ledgers of this target with something still to be undone. */
export async function unfinishedLedgers(folder: string, target: Target): Promise<readonly StoredLedger[]> {
  const { ledgers } = await readLedgers(folder);
  return unfinishedIn(ledgers, target);
}

function unfinishedIn(ledgers: readonly StoredLedger[], target: Target): readonly StoredLedger[] {
  return ledgers.filter(
    (ledger) => !ledger.isFinished && !hasChangedNothing(ledger) && ledger.head.baseUrl === target.baseUrl,
  );
}

/** Of runs that left nothing behind, one is enough to report. */
async function removeMarks(earlier: readonly StoredLedger[], { baseUrl }: Target): Promise<void> {
  for (const ledger of earlier)
    if (ledger.isFinished && hasChangedNothing(ledger) && ledger.head.baseUrl === baseUrl)
      await rm(ledger.file, { force: true });
}

function explain(ledger: StoredLedger): string {
  const { run, baseUrl, startedAt } = ledger.head;
  return isUnderWay(ledger)
    ? `run ${run} of ${baseUrl}, started ${startedAt}, is still in progress (${ledger.file}): two runs would undo each other's changes`
    : `run ${run} of ${baseUrl}, started ${startedAt}, did not restore what it changed: run \`${suiteCommand} restore --ledger ${path.dirname(ledger.file)}\` first (with the same --config), or delete ${ledger.file} to leave the target as it is`;
}
