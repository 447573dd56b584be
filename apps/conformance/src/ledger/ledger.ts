/** All that the suite did to the target, and how to undo it. */
import { notRestored, type LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { Journal, NewIntent } from './journal.ts';
import type { Outcome } from './ledger-line.ts';

/** How something is undone. */
export interface Undoing {
  /** Whether a record that was made is removed, or one that was changed is put back. */
  readonly kind: 'removal' | 'repair';
  /** Resolves to true if the target is as it was, otherwise to the current state, in words. */
  readonly undo: () => Promise<true | string>;
  /** Whether it does no harm if it cannot be undone, as on a record that may be deleted. */
  readonly mayStay?: boolean;
}

/** How many records are restored or removed at the same time. */
const recordsAtOnce = 8;

/** Something that can be undone. */
interface Undoable extends Undoing {
  readonly entry: LedgerEntry;
}

async function takeBack({ entry, undo }: Undoable): Promise<void> {
  if (entry.undone) return;
  const came = await undo().catch(() => '');
  entry.undone = came === true;
  if (came !== true && came !== '') entry.what = `${entry.what}: ${came}`;
}

/**
 * All that the suite did to the target: what can be undone is undone at the end and after Ctrl-C. If the ledger is kept
 * on disk, that is possible even after the process was killed.
 */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  #undoings: Undoable[] = [];
  #journal: Journal | null = null;

  /** From now on, it is kept on disk, too. */
  keepIn(journal: Journal): void {
    this.#journal = journal;
  }

  /**
   * To be awaited before a change is sent: it is on disk then. Resolves to the number of the line.
   *
   * @throws Unmet if it cannot be written: then the change must not be sent
   */
  async before(intent: NewIntent): Promise<number> {
    return (await this.#journal?.before(intent)) ?? 0;
  }

  /** Records the outcome of a change. What cannot be written is determined again when restoring. */
  async after(outcome: Outcome): Promise<void> {
    await this.#journal?.after(outcome).catch(() => undefined);
  }

  /**
   * Records what was found before a change.
   *
   * @throws Unmet if it cannot be written: then the change must not be sent
   */
  async found(outcome: Outcome): Promise<void> {
    await this.#journal?.after(outcome);
  }

  /** Records something that was done or is about to be. @param undoing - not set if it cannot be undone */
  add(action: string, what: string, undoing?: Undoing): LedgerEntry {
    const restorable =
      undoing === undefined || undoing.mayStay === true ? {} : ({ restorable: true } as const);
    const entry: LedgerEntry = { action, what, undone: false, ...restorable };
    this.#entries.push(entry);
    if (undoing !== undefined) this.#undoings.push({ entry, ...undoing });
    return entry;
  }

  /**
   * Undoes what can be undone in this way, for several records at the same time. What was made is to be removed first:
   * that may change other records, and what is removed has no change left to undo. Entries whose undoing fails stay
   * listed as not undone.
   */
  async restore(by: Undoing['kind']): Promise<void> {
    const undoings = this.#undoings.filter(({ kind }) => kind === by);
    this.#undoings = this.#undoings.filter(({ kind }) => kind !== by);
    const waiting = [...Map.groupBy(undoings, ({ entry }) => entry.what).values()];
    const undoOn = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        for (const one of next) await takeBack(one);
    };
    await Promise.all(Array.from({ length: recordsAtOnce }, undoOn));
  }

  /**
   * To be called once everything that can be restored has been. If something is not, the file stays open for `restore`.
   */
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
