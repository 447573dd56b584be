/** All that the suite did to the target, and how it is taken back. */
import type { Journal, NewIntent } from './journal.ts';
import type { Outcome } from './ledger-line.ts';

/** A test of a webhook: it makes the target call an address, and leaves nothing on it. */
export const askedForCall = 'asked for a webhook call';

/** One thing that the suite did to the target. */
export interface LedgerEntry {
  readonly action: string;
  /** What it was done to; where it should have been taken back and was not, also what is there now. */
  what: string;
  /** Whether it was taken back. */
  undone: boolean;
  /** Set where it is to be taken back at the end of the run, or else by `restore`. */
  readonly restorable?: true;
}

/** Takes something back; resolves to true where the target is as it was, else to what is there now, in words. */
export type Undoing = () => Promise<true | string>;

/** So many records are put back or removed at the same time. */
const recordsAtOnce = 8;

/** Something that can be taken back. */
interface Undoable {
  readonly entry: LedgerEntry;
  readonly undo: Undoing;
}

async function takeBack({ entry, undo }: Undoable): Promise<void> {
  if (entry.undone) return;
  const came = await undo().catch(() => '');
  entry.undone = came === true;
  if (came !== true && came !== '') entry.what = `${entry.what}: ${came}`;
}

/**
 * All that the suite did to the target: what can be taken back is, at the end and after Ctrl-C. Where it is kept on
 * disk, that is also possible after the process was killed.
 */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #undoings: Undoable[] = [];
  #journal: Journal | null = null;

  /** From here on it is kept on disk, too. */
  keepIn(journal: Journal): void {
    this.#journal = journal;
  }

  /**
   * To be awaited before a change is sent: it is on disk then. Resolves to the number of the line.
   *
   * @throws Unmet where it cannot be written: then the change must not be sent
   */
  async before(intent: NewIntent): Promise<number> {
    return (await this.#journal?.before(intent)) ?? 0;
  }

  /** Writes down what came of a change. What cannot be written is found out again by whoever restores. */
  async after(outcome: Outcome): Promise<void> {
    await this.#journal?.after(outcome).catch(() => undefined);
  }

  /**
   * Writes down what was found before a change. @throws Unmet where it cannot be written: then the change must not be sent
   */
  async found(outcome: Outcome): Promise<void> {
    await this.#journal?.after(outcome);
  }

  /**
   * Writes down something that was done or is about to be.
   *
   * @param undo - takes it back
   * @param mayStay - whether it does no harm where it cannot be taken back, as on a record that may be deleted
   */
  add(action: string, what: string, undo?: Undoing, mayStay = false): LedgerEntry {
    const restorable = undo === undefined || mayStay ? {} : ({ restorable: true } as const);
    const entry: LedgerEntry = { action, what, undone: false, ...restorable };
    this.#entries.push(entry);
    if (undo !== undefined) this.#undoings.push({ entry, undo });
    return entry;
  }

  /**
   * Takes back whatever can be, of several records at the same time, the latest record first. Of one record what was
   * done to it first: where it was made and is removed, no change of it need be put back. Entries whose undoing fails
   * stay listed as not undone.
   */
  async restore(): Promise<void> {
    const undoings = this.#undoings.splice(0).toReversed();
    const waiting = [...Map.groupBy(undoings, ({ entry }) => entry.what).values()];
    const undoOn = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        for (const one of next.toReversed()) await takeBack(one);
    };
    await Promise.all(Array.from({ length: recordsAtOnce }, undoOn));
  }

  /** To be called once all is restored that can be. Where something is not, the file stays open for `restore`. */
  async end(): Promise<void> {
    const journal = this.#journal;
    this.#journal = null;
    if (notRestored(this.#entries).length === 0)
      await journal?.finish(this.#entries.some(({ undone }) => !undone)).catch(() => undefined);
    await journal?.close();
  }

  /** What was done, in order. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }
}

/** What should have been taken back at the end of a run, and was not: `restore` has still to do it. */
export function notRestored(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return entries.filter(({ restorable, undone }) => restorable === true && !undone);
}
