/** The exit code of a run. */
import { isAcceptedAsUndecided } from '../deviations/judge-deviations.ts';
import type { JsonReport } from './json-report.ts';

/** Exit codes of the command. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** An exit code, and why, where it is neither 0 nor 1. */
export interface Exit {
  readonly code: ExitCode;
  readonly why: string | null;
}

/**
 * The exit code of a run: 0 no breach, 1 a breach (or an entry of the known deviations that is red), 2 the run could
 * not be done, 3 undecided where that counts. One part of the rules may be decided in nothing: the whole is looked at
 * when the parts are merged.
 */
export function exitOf(report: JsonReport, failOnInconclusive: boolean): Exit {
  const { counts, deviations, rules, shard, stopped, verdict } = report;
  if (stopped) return { code: 130, why: 'stopped before the end' };
  if (verdict === 'fail') return { code: 1, why: null };
  const faulty = rules.find(({ fault }) => fault);
  if (faulty !== undefined)
    return { code: 2, why: `a fault of the suite at ${faulty.id}: ${faulty.reason ?? ''}` };
  if (counts.pass + counts.fail === 0 && shard === null) return { code: 2, why: 'not one rule was decided' };
  const undecided = rules.filter(
    (rule) => rule.verdict === 'inconclusive' && !isAcceptedAsUndecided(rule.id, deviations),
  );
  if (failOnInconclusive && undecided.length > 0)
    return { code: 3, why: `${undecided.length} rules are undecided` };
  return { code: 0, why: null };
}
