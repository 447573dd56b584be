/** The verdicts of each rule over many runs. */
import type { Verdict } from '@outreach-api/engine';
import type { JsonReport } from '../json-report.ts';
import { targetInWords } from '../target-in-words.ts';
import type { ReportOfFile } from './compare-reports.ts';
import { undoneBecause } from './undone-because.ts';

/** One run of a trend. */
export interface TrendRun {
  readonly file: string;
  readonly baseUrl: string;
  /** When the run began; empty if the report does not say. */
  readonly startedAt: string;
  readonly deployment: string | null;
  /** Why the run was not done; null if it was. Its verdicts are left out. */
  readonly undone: string | null;
}

/** The verdicts of one rule. */
export interface RuleTrend {
  readonly id: string;
  readonly says: string;
  /** One per run; null where the run was not done, or did not select the rule. */
  readonly verdicts: readonly (Verdict | null)[];
  /** The newest verdict, and the index of the first run since which it is the same. */
  readonly newest: { readonly verdict: Verdict; readonly since: number };
}

/** The verdicts of many runs, the oldest first. */
export interface Trend {
  readonly runs: readonly TrendRun[];
  readonly rules: readonly RuleTrend[];
}

/** The verdicts of each rule over runs, in the order of their start; reports that name none keep their place. */
export function trendOf(reports: readonly ReportOfFile[]): Trend {
  const sorted = inOrder(reports);
  const runs = sorted.map(({ file, report }) => runOf(file, report));
  const says = new Map(sorted.flatMap(({ report }) => report.rules.map((rule) => [rule.id, rule.says])));
  const rules = [...says].flatMap(([id, sentence]) => {
    const verdicts = sorted.map(({ report }, index) =>
      runs[index]?.undone === null ? (report.rules.find((rule) => rule.id === id)?.verdict ?? null) : null,
    );
    const newest = newestOf(verdicts);
    return newest === null ? [] : [{ id, says: sentence, verdicts, newest }];
  });
  return { runs, rules };
}

/** The reports in the order in which their runs began. */
export function inOrder(reports: readonly ReportOfFile[]): readonly ReportOfFile[] {
  return reports.some(({ report }) => report.startedAt === '')
    ? reports
    : reports.toSorted((a, b) => Date.parse(a.report.startedAt) - Date.parse(b.report.startedAt));
}

function runOf(file: string, report: JsonReport): TrendRun {
  const { deployment = null, startedAt, target } = report;
  return { file, baseUrl: targetInWords(target), startedAt, deployment, undone: undoneBecause(report) };
}

function newestOf(verdicts: readonly (Verdict | null)[]): RuleTrend['newest'] | null {
  const verdict = verdicts.findLast((one) => one !== null) ?? null;
  if (verdict === null) return null;
  const changed = verdicts.findLastIndex((one) => one !== null && one !== verdict);
  return { verdict, since: verdicts.findIndex((one, index) => index > changed && one !== null) };
}
