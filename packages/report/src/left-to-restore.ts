/** What a run still has to restore on its target, and by which command. */
import { notRestored, type LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import { counted } from './plural.ts';
import type { JsonReport, LeftToRestore } from './json-report.ts';

/**
 * What a run still has to restore; null if there is nothing.
 *
 * @param ledger - contains no credential
 */
export function leftToRestore(ledger: readonly LedgerEntry[], command: string): LeftToRestore | null {
  const changes = notRestored(ledger).map(({ action, what }) => `${action}, ${what}`);
  return changes.length === 0 ? null : { changes, command };
}

/** The same for a report for people, in some lines; empty if nothing is left. */
export function leftToRestoreText({ restore, target }: Pick<JsonReport, 'restore' | 'target'>): string {
  if (restore == null) return '';
  const changes = restore.changes.map((change) => `  ${change}\n`).join('');
  return `outreach-conformance: ${changesInWords(restore)} left on ${target.baseUrl}:\n${changes}Restore what can be: ${restore.command}\n`;
}

/** `2 changes are`. */
export function changesInWords({ changes: { length } }: LeftToRestore): string {
  return counted(length, 'change is', 'changes are');
}
