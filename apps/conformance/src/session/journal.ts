/** Keeps a ledger on disk as it happens: one JSON line after another, on the disk before a change is sent. */
import { mkdir, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Unmet } from '../engine/unmet.ts';
import { harmlessJson } from '../output/harmless-text.ts';
import { ConfigurationError } from '../target/configuration-error.ts';
import type { Intent, LedgerHead, Outcome } from './ledger-line.ts';
import type { Secrets } from './secrets.ts';

type WithoutNumber<Line> = Line extends Intent ? Omit<Line, 'n'> : never;

/** Something that is about to be sent. */
export type NewIntent = WithoutNumber<Intent>;

/** What a run writes down on disk. There is no file until there is something to write. */
export class Journal {
  readonly file: string;
  readonly #head: LedgerHead;
  readonly #secrets: Secrets;
  #handle: Promise<FileHandle> | null = null;
  #waiting: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #count = 0;
  /** Whether the file may end in half a line: the disk was full. */
  #isTorn = false;

  private constructor(folder: string, head: LedgerHead, secrets: Secrets) {
    this.file = path.join(folder, `${head.startedAt.replaceAll(/[:.]/g, '-')}-${head.run}.jsonl`);
    this.#head = head;
    this.#secrets = secrets;
  }

  /**
   * A journal in a folder, which is made where it is not there.
   *
   * @throws ConfigurationError where it cannot be made or written to
   */
  static async in(folder: string, head: LedgerHead, secrets: Secrets): Promise<Journal> {
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, '.gitignore'), '*\n');
    } catch (error) {
      throw new ConfigurationError(
        `the ledger cannot be kept in ${folder} (--ledger): ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    return new Journal(folder, head, secrets);
  }

  /**
   * Writes down what is about to be sent; resolves, once it is on the disk, to the number of the line.
   *
   * @throws Unmet where it cannot be written: then it must not be sent
   */
  async before(intent: NewIntent): Promise<number> {
    this.#count += 1;
    const n = this.#count;
    await this.#append({ ...intent, n });
    return n;
  }

  /** Writes down what came of something; resolves once it is on the disk. @throws Unmet where it cannot be written */
  async after(outcome: Outcome): Promise<void> {
    await this.#append(outcome);
  }

  /** All that can be taken back is: the file is marked so, or removed where nothing is left on the target. */
  async finish(isAnythingLeft: boolean): Promise<void> {
    if (this.#handle === null) return;
    await this.#append({ kind: 'finished' });
    if (!isAnythingLeft) await rm(this.file, { force: true });
  }

  /** Closes the file once all is written. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    const handle = await this.#handle?.catch(() => null);
    await handle?.close();
  }

  async #append(line: object): Promise<void> {
    const dated = { ...line, at: new Date().toISOString() };
    const text = harmlessJson(dated);
    const masked = harmlessJson(this.#secrets.maskAllExactly(dated));
    this.#waiting.push(masked === text ? text : `${masked.slice(0, -1)},"masked":true}`);
    // Lines that come while others are being written are written, and waited for, together.
    this.#writing = this.#writing.catch(() => undefined).then(async () => this.#flush());
    await this.#writing;
  }

  async #flush(): Promise<void> {
    const lines = this.#waiting.splice(0);
    if (lines.length === 0) return;
    try {
      this.#handle ??= this.#create();
      const handle = await this.#handle;
      await handle.appendFile(`${this.#isTorn ? '\n' : ''}${lines.join('\n')}\n`);
      await handle.datasync();
      this.#isTorn = false;
    } catch (error) {
      this.#isTorn = true;
      this.#waiting.unshift(...lines);
      throw new Unmet(
        `the ledger ${this.file} cannot be written, so nothing is changed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async #create(): Promise<FileHandle> {
    const handle = await open(this.file, 'ax');
    await handle.appendFile(`${harmlessJson(this.#head)}\n`);
    await syncFolder(path.dirname(this.file));
    return handle;
  }
}

/** The name of a new file must be on the disk, too; not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
