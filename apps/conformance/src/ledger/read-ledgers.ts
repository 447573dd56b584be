/** Reads the ledgers that runs have kept on disk, as any input: a damaged part is named, and the rest is read. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { explainSchemaErrors } from '../target/explain-schema-errors.ts';
import { schemaValidator } from '../target/schema-validator.ts';
import type { LedgerHead, LedgerLine } from './ledger-line.ts';
import schema from './ledger-line.schema.json' with { type: 'json' };

/** What is in a folder of ledgers. */
export interface StoredLedgers {
  /** The oldest first. */
  readonly ledgers: readonly StoredLedger[];
  /** The files that are no ledgers, each with the reason. */
  readonly unreadable: readonly string[];
}

/** A ledger as it was read from disk. */
export interface StoredLedger {
  readonly file: string;
  readonly head: LedgerHead;
  readonly lines: readonly LedgerLine[];
  /** The lines that cannot be read, each with its number and the reason: what they record is not known. */
  readonly damaged: readonly string[];
  /** Whether everything that can be undone was undone. */
  readonly isFinished: boolean;
}

const options = { discriminator: true, verbose: true };
const headValidator = schemaValidator<LedgerHead>(schema, options, 'head');
const lineValidator = schemaValidator<LedgerLine>(schema, options);
const restoredKinds = /^\{"kind":"(?:restored|gone|finished)"/;

/**
 * Whether the run of this ledger has sent nothing that changes the target: such requests are recorded before they are
 * sent.
 */
export function hasChangedNothing({ lines, damaged }: StoredLedger): boolean {
  return damaged.length === 0 && lines.every(({ kind }) => kind === 'finished');
}

/**
 * The ledgers in a folder; none if the folder does not exist.
 *
 * @throws ConfigurationError if the folder cannot be read
 */
export async function readLedgers(folder: string): Promise<StoredLedgers> {
  const ledgers: StoredLedger[] = [];
  const unreadable: string[] = [];
  const names = (await namesIn(folder)).filter((one) => one.endsWith('.jsonl')).toSorted();
  for (const name of names) {
    const file = path.join(folder, name);
    try {
      const ledger = await readLedger(file);
      if (ledger !== null) ledgers.push(ledger);
    } catch (error) {
      unreadable.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { ledgers, unreadable };
}

/** @throws Error if it is none */
function headIn(value: unknown): LedgerHead {
  const isHead = headValidator();
  if (isHead(value)) return value;
  throw new Error('it is no ledger of this version of outreach-conformance');
}

/** The line, or why it is none. */
function lineIn(value: unknown): LedgerLine | string {
  if (value === undefined) return 'it is not JSON';
  const isLine = lineValidator();
  if (isLine(value)) return value;
  return explainSchemaErrors(isLine.errors ?? [], 'a line of a ledger');
}

/**
 * Null if nothing was written before the run was killed, or another run has removed it meanwhile: then there was
 * nothing left to report.
 */
async function readLedger(file: string): Promise<StoredLedger | null> {
  const found = await stat(file).catch((error: unknown) => {
    if (isNotThere(error)) return null;
    throw error;
  });
  if (found === null) return null;
  // A pipe would be waited for.
  if (!found.isFile()) throw new Error('it is not a regular file');
  const [first = '', ...rest] = (await readFile(file, 'utf8')).split('\n');
  const head = parsedJson(first);
  if (head === undefined && rest.every((text) => text === '')) return null;
  const lines: LedgerLine[] = [];
  const damaged: string[] = [];
  for (const [index, text] of rest.entries()) {
    if (text === '' || isTorn(text, rest.slice(index + 1))) continue;
    const line = lineIn(parsedJson(text));
    if (typeof line === 'string') damaged.push(`line ${index + 2} of ${file} is damaged: ${line}`);
    else lines.push(line);
  }
  const isFinished = lines.some(({ kind }) => kind === 'finished');
  return { file, head: headIn(head), lines, damaged, isFinished };
}

/**
 * Whether a line was not written to its end: what it was to record was not sent yet. It is the last, or followed by
 * itself as it was written once there was space again, or by what `restore` has added.
 */
function isTorn(text: string, following: readonly string[]): boolean {
  if (parsedJson(text) !== undefined || !text.startsWith('{')) return false;
  const [next = ''] = following;
  return following.every((one) => one === '') || next.startsWith(text) || restoredKinds.test(next);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isNotThere(error)) return [];
    throw new ConfigurationError(
      `${folder}: the ledger cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}

function isNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
