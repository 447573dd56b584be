/** Has the ledger of a session kept on disk, unless an earlier run did not restore the target. */
import { hostname } from 'node:os';
import { ConfigurationError } from '../target/configuration-error.ts';
import { mayChange, type Target } from '../target/target.ts';
import { Journal } from './journal.ts';
import { isUnderWay, readLedgers, type StoredLedger } from './read-ledgers.ts';
import type { Session } from './session.ts';

/**
 * Has the ledger of a session kept on disk. A run that may change nothing keeps none.
 *
 * @throws ConfigurationError where an earlier run did not restore this target, or the folder cannot be written to
 */
export async function keepLedger({ state }: Session, folder: string): Promise<void> {
  if (!mayChange(state.target)) return;
  const [unfinished] = await unfinishedLedgers(folder, state.target);
  if (unfinished !== undefined) throw new ConfigurationError(explain(unfinished));
  const head = {
    kind: 'run',
    format: 1,
    run: state.id,
    baseUrl: state.target.baseUrl,
    startedAt: new Date().toISOString(),
    pid: process.pid,
    host: hostname(),
  } as const;
  state.ledger.keepIn(await Journal.in(folder, head, state.secrets));
}

/** Ledgers of this target in which something is still to be taken back. */
export async function unfinishedLedgers(folder: string, target: Target): Promise<readonly StoredLedger[]> {
  return (await readLedgers(folder)).filter(
    ({ isFinished, head }) => !isFinished && head.baseUrl === target.baseUrl,
  );
}

function explain(ledger: StoredLedger): string {
  const { run, baseUrl, startedAt } = ledger.head;
  return isUnderWay(ledger)
    ? `run ${run} of ${baseUrl}, begun ${startedAt}, is still under way (${ledger.file}): two runs would undo each other's changes`
    : `run ${run} of ${baseUrl}, begun ${startedAt}, did not restore what it changed: run \`outreach-conformance restore\` first (with the same --config), or delete ${ledger.file} to leave the target as it is`;
}
