/** All that the suite did to the target, and how it is taken back. */
/** One thing that the suite did to the target. */
export interface LedgerEntry {
  readonly action: string;
  readonly what: string;
  /** Whether it was taken back. */
  undone: boolean;
}

/** All that the suite did to the target: what can be taken back is, at the end and after Ctrl-C. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #undoings: { readonly entry: LedgerEntry; readonly undo: () => Promise<boolean> }[] = [];

  /**
   * Writes down something that was done or is about to be.
   *
   * @param undo - takes it back; resolves to whether the target is as it was
   */
  add(action: string, what: string, undo?: () => Promise<boolean>): LedgerEntry {
    const entry: LedgerEntry = { action, what, undone: false };
    this.#entries.push(entry);
    if (undo !== undefined) this.#undoings.push({ entry, undo });
    return entry;
  }

  /** Takes back whatever can be, the latest first. Entries whose undoing fails stay listed as not undone. */
  async restore(): Promise<void> {
    for (const { entry, undo } of this.#undoings.splice(0).toReversed()) {
      if (entry.undone) continue;
      entry.undone = await undo().catch(() => false);
    }
  }

  /** What was done, in order. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }
}
