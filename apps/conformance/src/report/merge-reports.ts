/** Joins the reports of parts of a run into one. */
import { judgeDeviations } from '../deviations/judge-deviations.ts';
import type { KnownDeviation } from '../deviations/known-deviation.ts';
import { unlistedOf } from '../deviations/unlisted.ts';
import { statements } from '../generated/statements.ts';
import { countsOf } from './counts.ts';
import { reportVerdict, type JsonReport, type ReportedRule } from './json-report.ts';
import { targetInWords } from './target-in-words.ts';
import { notDone } from './not-done.ts';
import { ConfigurationError } from '../target/configuration-error.ts';

/** A report, and the file that it was read from. */
export interface PartOfRun {
  readonly file: string;
  readonly report: JsonReport;
}

/**
 * Joins the reports of parts of a run into one with one verdict. Requests, waits and the ledger add up; the parts ran
 * at the same time, so the longest of them determines the duration.
 *
 * @param listed - known deviations; null: those of the reports. They are judged again, since one part does not know the
 *   rules of the others.
 * @param failOn - whether undecided rules are to be listed, too
 * @throws ConfigurationError if a part is missing or duplicated, or the reports are not of one run
 */
export function mergeReports(
  parts: readonly PartOfRun[],
  listed: readonly KnownDeviation[] | null,
  now: Date,
  failOn?: 'inconclusive',
): JsonReport {
  const [first] = parts;
  if (first === undefined) throw new ConfigurationError('merge: no report was given');
  checkSame(parts, 'targets', ({ target }) => targetInWords(target));
  checkSame(parts, 'versions of the suite', ({ version }) => version);
  checkShards(parts);
  const reports = parts.map(({ report }) => report);
  const rules = inOrder(onlyOnce(parts));
  const deviations = judgeDeviations(listed ?? entriesOf(reports), rules, now);
  const found = reportVerdict(rules, deviations);
  const stopped = reports.some((report) => report.stopped);
  const cutShort = reports.find((report) => report.cutShort != null)?.cutShort ?? null;
  const counts = countsOf(rules);
  const undone = found === 'fail' ? null : notDone({ counts, rules, shard: null, stopped, cutShort });
  const error = reports.find((report) => report.error != null)?.error ?? undone;
  return {
    ...first.report,
    verdict: error === null ? found : 'fail',
    error,
    startedAt: reports.map(({ startedAt }) => startedAt).toSorted()[0] ?? '',
    stopped,
    cutShort,
    shard: null,
    requests: sum(reports.map(({ requests }) => requests)),
    waits: sum(reports.map(({ waits }) => waits)),
    seconds: Math.max(...reports.map(({ seconds }) => seconds)),
    counts,
    rules,
    deviations,
    unlisted: unlistedOf({
      rules,
      deviations,
      undecidedToo: failOn === 'inconclusive' && error === null && cutShort === null && !stopped,
      now,
    }),
    observations: reports.flatMap(({ observations }) => observations),
    ledger: reports.flatMap(({ ledger }) => ledger),
    restore: reports.find(({ restore }) => restore != null)?.restore ?? null,
  };
}

function checkSame(parts: readonly PartOfRun[], what: string, of: (report: JsonReport) => string): void {
  const [first] = parts;
  const other = parts.find(({ report }) => first !== undefined && of(report) !== of(first.report));
  if (first !== undefined && other !== undefined)
    throw new ConfigurationError(
      `merge: ${first.file} and ${other.file} are of different ${what}: ${of(first.report)} and ${of(other.report)}`,
    );
}

/** A missing part must not go unnoticed: the whole would look better than it is. */
function checkShards(parts: readonly PartOfRun[]): void {
  const sharded = parts.filter(({ report }) => report.shard !== null);
  const counts = [...new Set(sharded.map(({ report }) => report.shard?.count ?? 0))];
  const [count] = counts;
  if (count === undefined) return;
  if (counts.length > 1 || sharded.length < parts.length) {
    const named = parts.map(({ file, report: { shard } }) =>
      shard === null ? `${file} is a whole run` : `${file} is ${shard.index}/${shard.count}`,
    );
    throw new ConfigurationError(`merge: these are not the parts of one run: ${named.join(', ')}`);
  }
  for (let index = 1; index <= count; index += 1) {
    const files = sharded.filter(({ report }) => report.shard?.index === index).map(({ file }) => file);
    if (files.length === 0)
      throw new ConfigurationError(`merge: the report of part ${index}/${count} is missing`);
    if (files.length > 1)
      throw new ConfigurationError(`merge: part ${index}/${count} is there twice: ${files.join(' and ')}`);
  }
}

function onlyOnce(parts: readonly PartOfRun[]): readonly ReportedRule[] {
  const seen = new Map<string, string>();
  for (const { file, report } of parts) {
    for (const { id } of report.rules) {
      const before = seen.get(id);
      if (before !== undefined)
        throw new ConfigurationError(
          `merge: ${id} is in ${before === file ? `${file} twice` : `${before} and in ${file}`}; each rule must be run in one part`,
        );
      seen.set(id, file);
    }
  }
  return parts.flatMap(({ report }) => report.rules);
}

function inOrder(rules: readonly ReportedRule[]): readonly ReportedRule[] {
  const order = Object.keys(statements);
  return rules.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

function entriesOf(reports: readonly JsonReport[]): readonly KnownDeviation[] {
  const all = reports.flatMap(({ deviations }) => deviations);
  return [...new Map(all.map((entry) => [`${entry.rule} ${entry.breach ?? ''}`, entry])).values()].map(
    ({ state: _state, red: _red, says: _says, pin: _pin, ...entry }) => entry,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
