/** What the suite did to a target. */

/** A test of a webhook: it makes the target call an address, and leaves nothing on the target. */
export const askedForCall = 'asked for a webhook call';

/** One thing that the suite did to the target. */
export interface LedgerEntry {
  readonly action: string;
  /** What it was done to; if it should have been undone and was not, also the current state. */
  what: string;
  /** Whether it was undone. */
  undone: boolean;
  /** Set if it must be undone at the end of the run, or else by `restore`. */
  readonly restorable?: true;
}

/** What should have been undone at the end of a run, and was not: `restore` must still do it. */
export function notRestored(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return entries.filter(({ restorable, undone }) => restorable === true && !undone);
}
