/** What a run has left on its target, apart from what left nothing there. */
import { askedForCall, type LedgerEntry } from '@outreach-api/model/records/ledger-entry';

/** An entry of the ledger, as the run or a report has it. */
type Entry = Readonly<LedgerEntry>;

/** What was not undone, by kind of action; webhook calls left nothing there, and are only counted. */
export interface LeftOnTarget {
  readonly left: ReadonlyMap<string, readonly Entry[]>;
  readonly calls: readonly Entry[];
}

/** Separates what a run has left on its target from what left nothing there. */
export function leftOnTarget(ledger: readonly Entry[]): LeftOnTarget {
  const calls = ledger.filter(({ action }) => action === askedForCall);
  const remaining = ledger.filter(({ action, undone }) => !undone && action !== askedForCall);
  return { left: Map.groupBy(remaining, ({ action }) => action), calls };
}

/** How many created or deleted records of each kind are named where space is limited. */
const mostNamed = 50;

/** What a run has left on its target, for a report of limited size: a line per record, and how many more there are. */
export function leftInWords(ledger: readonly Entry[]): readonly string[] {
  return [...leftOnTarget(ledger).left].flatMap(([action, entries]) => [
    ...entries.slice(0, mostNamed).map(({ what }) => `${action}: ${what}`),
    ...(entries.length > mostNamed ? [`${action}: ${entries.length - mostNamed} more`] : []),
  ]);
}
