/** The report of a run that could not be done. */
import { systemClock } from '@outreach-api/engine';
import { suiteVersion } from '../installation/suite-version.ts';
import { countsOf } from '@outreach-api/report/counts';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { JsonReport } from '@outreach-api/report/json-report';
import { leftToRestore } from '@outreach-api/report/left-to-restore';

/** What is known about a run that could not be done. */
export interface FailedRun {
  /** Empty if it is not known. */
  readonly baseUrl: string;
  readonly startedAt: Date;
  readonly seed: number;
  /** Why, in words; it contains no credential. */
  readonly error: string;
  /** What it did to the target before; it contains no credential. */
  readonly ledger: readonly LedgerEntry[];
  /** The command that restores what it has left there; not mentioned if not set. */
  readonly restoreCommand?: string | undefined;
}

/** The report of a run that could not be done: no rule was judged, and it says why. */
export function failedReport({
  baseUrl,
  startedAt,
  seed,
  error,
  ledger,
  restoreCommand,
}: FailedRun): JsonReport {
  return {
    verdict: 'fail',
    error,
    restore: restoreCommand === undefined ? null : leftToRestore(ledger, restoreCommand),
    target: { baseUrl },
    startedAt: startedAt.toISOString(),
    version: suiteVersion,
    stopped: false,
    cutShort: null,
    seed,
    requests: 0,
    waits: 0,
    seconds: Math.round((systemClock.date().getTime() - startedAt.getTime()) / 10) / 100,
    counts: countsOf([]),
    rules: [],
    deviations: [],
    observations: [],
    ledger: ledger.map(({ action, what, undone }) => ({ action, what, undone })),
  };
}
