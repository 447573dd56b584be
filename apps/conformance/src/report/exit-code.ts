/** The exit code of a run. */
import type { Run } from '../judge-target.ts';
import { countsOf } from './counts.ts';

/** Exit codes of the command. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** An exit code, and why, where it is neither 0 nor 1. */
export interface Exit {
  readonly code: ExitCode;
  readonly why: string | null;
}

/** The exit code of a run: 0 no breach, 1 a breach, 2 the run could not be done, 3 undecided where that counts. */
export function exitOf(run: Run, failOnInconclusive: boolean): Exit {
  const counts = countsOf(run.results);
  if (run.stopped) return { code: 130, why: 'stopped before the end' };
  if (counts.fail > 0) return { code: 1, why: null };
  const fault = run.results.find((result) => result.fault !== undefined);
  if (fault !== undefined)
    return { code: 2, why: `a fault of the suite at ${fault.rule.id}: ${fault.reason ?? ''}` };
  if (counts.pass === 0) return { code: 2, why: 'not one rule was decided' };
  if (failOnInconclusive && counts.inconclusive > 0)
    return { code: 3, why: `${counts.inconclusive} rules are undecided` };
  return { code: 0, why: null };
}
