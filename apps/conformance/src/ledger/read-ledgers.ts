/** Reads the ledgers that runs have kept on disk. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRecord } from '../records/is-record.ts';
import { ConfigurationError } from '../target/configuration-error.ts';
import type { LedgerHead, LedgerLine } from './ledger-line.ts';

/** A ledger as it was read from disk. */
export interface StoredLedger {
  readonly file: string;
  readonly head: LedgerHead;
  readonly lines: readonly LedgerLine[];
  /** Whether everything that can be undone was undone. */
  readonly isFinished: boolean;
}

/**
 * Whether the run of this ledger has sent nothing that changes the target: such requests are recorded before they are
 * sent.
 */
export function hasChangedNothing({ lines }: StoredLedger): boolean {
  return lines.every(({ kind }) => kind === 'finished');
}

/**
 * The ledgers in a folder, the oldest first; none if the folder does not exist.
 *
 * @throws ConfigurationError if the folder or one of the files cannot be read
 */
export async function readLedgers(folder: string): Promise<readonly StoredLedger[]> {
  const ledgers: StoredLedger[] = [];
  for (const name of (await namesIn(folder)).filter((one) => one.endsWith('.jsonl')).toSorted()) {
    const ledger = await readLedger(path.join(folder, name));
    if (ledger !== null) ledgers.push(ledger);
  }
  return ledgers;
}

/** Whether the run that keeps this ledger is still in progress, as far as this machine can tell. */
export function isUnderWay({ head }: StoredLedger): boolean {
  if (head.host !== hostname() || head.pid === process.pid) return false;
  try {
    process.kill(head.pid, 0);
    return !hasEnded(head.pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** In a container, an ended process may still exist because nothing has collected its exit code. */
function hasEnded(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Null if nothing was written before the run was killed. */
async function readLedger(file: string): Promise<StoredLedger | null> {
  // Another run may have removed it meanwhile: then there was nothing left to report.
  const text = await readFile(file, 'utf8').catch((error: unknown) =>
    isNotThere(error) ? '' : refuse(file, error),
  );
  // The last line may be torn: what it was to record was not sent yet.
  const [first, ...rest] = text.split('\n').map(parsed);
  if (first === undefined) return null;
  if (!isHead(first))
    throw new ConfigurationError(`${file}: it is no ledger of this version of outreach-conformance`);
  const lines = rest.filter(isLine);
  return { file, head: first, lines, isFinished: lines.some(({ kind }) => kind === 'finished') };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isNotThere(error)) return [];
    return refuse(folder, error);
  });
}

function isNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function refuse(file: string, error: unknown): never {
  throw new ConfigurationError(
    `${file}: the ledger cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHead(value: unknown): value is LedgerHead {
  return (
    isRecord(value) &&
    value['kind'] === 'run' &&
    value['format'] === 1 &&
    typeof value['baseUrl'] === 'string'
  );
}

function isLine(value: unknown): value is LedgerLine {
  return isRecord(value) && typeof value['kind'] === 'string' && typeof value['at'] === 'string';
}
