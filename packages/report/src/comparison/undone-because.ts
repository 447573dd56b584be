/** Why the report of a run cannot be compared with others. */
import type { JsonReport } from '../json-report.ts';

/** Why a run was not done: it could not be, was cut short or stopped; null if it was. */
export function undoneBecause({ error = null, cutShort = null, stopped }: JsonReport): string | null {
  return error ?? cutShort ?? (stopped ? 'it was stopped before its end' : null);
}
