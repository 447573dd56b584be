/** Says why a run could not be done. */
import type { JsonReport } from './json-report.ts';

/** What shows whether a run could be done. */
type Done = Pick<JsonReport, 'counts' | 'rules' | 'stopped' | 'cutShort'>;

/**
 * Why a run that reached its end could not be done after all, in words; null if it could: a fault of the suite, or not
 * one rule decided.
 */
export function notDone({ counts, rules, stopped, cutShort = null }: Done): string | null {
  if (stopped) return null;
  const faulty = rules.find(({ fault }) => fault);
  if (faulty !== undefined) return `a fault of the suite at ${faulty.id}: ${faulty.reason ?? ''}`;
  if (counts.pass + counts.fail > 0) return null;
  return [...(cutShort === null ? [] : [cutShort]), 'not one rule was decided'].join('; ');
}
