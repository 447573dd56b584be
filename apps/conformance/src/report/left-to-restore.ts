/** What of a run is still to be put back on its target, and by which command. */
import { notRestored } from '../ledger/ledger.ts';
import type { Run } from '../run.ts';
import type { JsonReport } from './json-report.ts';

/** What of a run is still to be put back on its target, and by which command. */
export interface LeftToRestore {
  /** Each change in words, with field and value where they are known. No credential is in it. */
  readonly changes: readonly string[];
  /** It can be run as it is, where the run was. */
  readonly command: string;
}

/** What of a run is still to be put back; null where nothing is. */
export function leftToRestore({ ledger, secrets }: Run, command: string): LeftToRestore | null {
  const changes = notRestored(ledger).map(({ action, what }) => secrets.mask(`${action}, ${what}`));
  return changes.length === 0 ? null : { changes, command };
}

/** The same of a report for people, in some lines; nothing where nothing is left. */
export function leftToRestoreText({ restore, target }: Pick<JsonReport, 'restore' | 'target'>): string {
  if (restore == null) return '';
  const changes = restore.changes.map((change) => `  ${change}\n`).join('');
  return `outreach-conformance: ${changesInWords(restore.changes)} left on ${target.baseUrl}:\n${changes}Put back what can be: ${restore.command}\n`;
}

/** `2 changes are`. */
export function changesInWords({ length }: LeftToRestore['changes']): string {
  return length === 1 ? '1 change is' : `${length} changes are`;
}
