/** Keeps a ledger on disk as it happens, in JSON Lines: each line is on disk before the change is sent. */
import { appendFile, mkdir, open, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { systemClock, Unmet } from '@outreach-api/engine';
import { harmlessJson } from '@outreach-api/masking/harmless-text';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import type { Intent, LedgerHead, LedgerLine, Outcome } from './ledger-line.ts';
import type { StoredLedger } from './read-ledgers.ts';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { Unwritten } from '../output/unwritten.ts';

type WithoutNumber<Line> = Line extends Intent ? Omit<Line, 'n'> : never;

/** Something that is about to be sent. */
export type NewIntent = WithoutNumber<Intent>;

/** What a journal is made of. */
export interface JournalParts {
  readonly head: LedgerHead;
  readonly secrets: Secrets;
  /** Is given the file if a line cannot be written. */
  readonly unwritten: Unwritten;
}

/**
 * A run's records on disk. The head is written at once, to show even of a run that changed nothing that it was here.
 */
export class Journal {
  readonly file: string;
  readonly #head: LedgerHead;
  readonly #secrets: Secrets;
  readonly #unwritten: Unwritten;
  readonly #handle: FileHandle;
  #waiting: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #count = 0;
  /** Whether the file may end in half a line: the disk was full. */
  #isTorn = false;

  private constructor(file: string, handle: FileHandle, { head, secrets, unwritten }: JournalParts) {
    this.file = file;
    this.#handle = handle;
    this.#head = head;
    this.#secrets = secrets;
    this.#unwritten = unwritten;
  }

  /**
   * Begins a journal in a folder, which is created if missing.
   *
   * @throws ConfigurationError if it cannot be created or written to
   */
  static async in(folder: string, parts: JournalParts): Promise<Journal> {
    const { head } = parts;
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, '.gitignore'), '*\n');
      const file = path.join(folder, `${head.startedAt.replaceAll(/[:.]/g, '-')}-${head.run}.jsonl`);
      const handle = await open(file, 'ax');
      await handle.appendFile(lineOf(head));
      await syncFolder(folder);
      return new Journal(file, handle, parts);
    } catch (error) {
      throw new ConfigurationError(
        `the ledger cannot be kept in ${folder} (--ledger): ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /**
   * Records what is about to be sent; resolves, once it is on disk, to the number of the line.
   *
   * @throws Unmet if it cannot be written: then it must not be sent
   */
  async before(intent: NewIntent): Promise<number> {
    this.#count += 1;
    const n = this.#count;
    await this.#append({ ...intent, n });
    return n;
  }

  /** Records the outcome of something; resolves once it is on disk. @throws Unmet if it cannot be written */
  async after(outcome: Outcome): Promise<void> {
    await this.#append(outcome);
  }

  /**
   * Everything that can be undone has been: marks the file accordingly. If nothing is left on the target, the file then
   * says only that the run was here.
   */
  async finish(isAnythingLeft: boolean): Promise<void> {
    await this.#append({ kind: 'finished' });
    if (!isAnythingLeft)
      await this.#unwritten.attempt(this.file, async () =>
        finishLedger({ file: this.file, head: this.#head }, false),
      );
  }

  /** Closes the file once all is written. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close();
  }

  async #append(what: object): Promise<void> {
    const line = { ...what, at: systemClock.date().toISOString() };
    const text = harmlessJson(line);
    const masked = harmlessJson(this.#secrets.maskAllExactly(line));
    this.#waiting.push(masked === text ? text : `${masked.slice(0, -1)},"masked":true}`);
    // Lines that arrive while others are being written are written, and awaited, together.
    this.#writing = this.#writing.catch(() => undefined).then(async () => this.#flush());
    await this.#writing;
  }

  async #flush(): Promise<void> {
    const lines = this.#waiting.splice(0);
    if (lines.length === 0) return;
    try {
      await this.#handle.appendFile(`${this.#isTorn ? '\n' : ''}${lines.join('\n')}\n`);
      await this.#handle.datasync();
      this.#isTorn = false;
    } catch (error) {
      this.#isTorn = true;
      this.#waiting.unshift(...lines);
      this.#unwritten.add(this.file, error);
      throw new Unmet(
        `the ledger ${this.file} cannot be written, so nothing is changed: ${error instanceof Error ? error.message : String(error)}`,
        'machine',
      );
    }
  }
}

/**
 * Marks a ledger on disk as finished: everything that can be undone has been. If nothing is left on the target, the
 * file then says only that the run was here.
 */
export async function finishLedger(
  { file, head }: Pick<StoredLedger, 'file' | 'head'>,
  isAnythingLeft: boolean,
): Promise<void> {
  const finished = { kind: 'finished' } as const;
  if (isAnythingLeft) await appendOutcome(file, finished);
  else await writeFile(file, lineOf(head) + lineOf(dated(finished)));
}

/** Adds an outcome to a ledger that a run has left behind. A torn last line does not swallow it. */
export async function appendOutcome(file: string, outcome: Outcome): Promise<void> {
  await appendFile(file, `\n${lineOf(dated(outcome))}`, { flush: true });
}

function dated(outcome: Outcome): LedgerLine {
  return { ...outcome, at: systemClock.date().toISOString() };
}

function lineOf(line: object): string {
  return `${harmlessJson(line)}\n`;
}

/** The name of a new file must be on disk, too; not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
