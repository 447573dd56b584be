/** The exit code of a run. */
import { isOfUndecided } from './deviations/unlisted.ts';
import type { KnownDeviation } from './deviations/known-deviation.ts';
import type { JsonReport } from './json-report.ts';
import { changesInWords } from './left-to-restore.ts';

/** Exit codes of the command. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** An exit code, and why, unless it is 0 or 1. */
export interface Exit {
  readonly code: ExitCode;
  readonly why: string | null;
}

/** What counts as undecided, besides a run that ended early. */
export interface Demands {
  /** How many rules must be decided (`--min-decided`). */
  readonly minDecided?: number;
}

/**
 * The exit code of a run: 0 no breach, 1 a breach (or an entry of the known deviations that is red), 2 the run could
 * not be done, or the target stopped answering as before, 3 cut short, not restored, or undecided if that counts.
 */
export function exitOf(report: JsonReport, demands: Demands = {}): Exit {
  const { counts, cutShort = null, error = null, restore, rules, stopped, unlisted = [], verdict } = report;
  if (stopped) return { code: 130, why: 'stopped before the end' };
  if (error !== null) return { code: 2, why: error };
  const decided = `${counts.pass + counts.fail} of ${rules.length} rules were decided`;
  const isCut = cutShort !== null;
  if (verdict === 'fail') return { code: 1, why: isCut ? `${cutShort}; ${decided}` : null };
  if (isCut) return { code: 3, why: `${cutShort}; ${decided}` };
  if (restore != null) return { code: 3, why: `${changesInWords(restore)} left on the target` };
  const undecided = unlisted.filter(isOfUndecided);
  if (undecided.length > 0) return { code: 3, why: undecidedInWords(undecided) };
  if (counts.pass + counts.fail < (demands.minDecided ?? 0))
    return { code: 3, why: `${decided}, fewer than ${demands.minDecided} (--min-decided)` };
  return { code: 0, why: null };
}

function undecidedInWords(entries: readonly KnownDeviation[]): string {
  const what =
    entries.length === 1
      ? '1 rule is undecided and not listed as such'
      : `${entries.length} rules are undecided and not listed as such`;
  return `${what} (${entries.map(({ rule }) => rule).join(', ')}); what to list is shown above, with the reasons`;
}
