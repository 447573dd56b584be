/** The report of a run that could not be done. */
import { systemClock } from '../engine/clock.ts';
import { suiteVersion } from '../http/suite-version.ts';
import { countsOf } from './counts.ts';
import type { JsonReport } from './json-report.ts';

/** What is known about a run that could not be done. */
export interface FailedRun {
  /** Empty if it is not known. */
  readonly baseUrl: string;
  readonly startedAt: Date;
  readonly seed: number;
  /** Why, in words; it contains no credential. */
  readonly error: string;
}

/** The report of a run that could not be done: no rule was judged, and it says why. */
export function failedReport({ baseUrl, startedAt, seed, error }: FailedRun): JsonReport {
  return {
    verdict: 'fail',
    error,
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
    ledger: [],
  };
}
