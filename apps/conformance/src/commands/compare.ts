/** `outreach-conformance compare`: compares reports. */
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { compareReports, type ReportOfFile } from '@outreach-api/report/comparison/compare-reports';
import { comparisonText } from '@outreach-api/report/comparison/comparison-text';
import { inOrder, trendOf } from '@outreach-api/report/comparison/trend';
import { trendPage } from '@outreach-api/report/comparison/trend-page';
import { trendText } from '@outreach-api/report/comparison/trend-text';
import { undoneBecause } from '@outreach-api/report/comparison/undone-because';
import { Unwritten } from '../output/unwritten.ts';
import { readReport } from '../report/read-report.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

interface CompareOptions {
  readonly json?: string;
  readonly html?: string;
  readonly failOn?: 'drift' | 'difference';
}

const failOn = new Option(
  '--fail-on <what>',
  'exit 3 if the target drifted, or if the last two reports differ in anything',
).choices(['drift', 'difference']);

const example = `
Drift is what both reports state, and state differently: a verdict that was decided both times, or an observation that
was made both times. What only one of them states is listed separately.

Of more than two reports, the trend says since when each rule is broken or undecided, and the last two are compared.

Exit codes: 0 compared; 2 a file is no report, or there are no two of runs that were done; 3 what --fail-on names was
found.

Examples:
  outreach-conformance compare last-night.json tonight.json --fail-on drift
  outreach-conformance compare reports/*.json --html trend.html`;

/**
 * `outreach-conformance compare`: compares reports.
 *
 * @param finished - is passed the exit code
 */
export function compareCommand(finished: (code: number) => void): Command {
  return new Command('compare')
    .description('Compare reports: two nights, staging and production, or many nights as a trend.')
    .argument('<first.json>', 'the earlier report, as `server --json FILE` wrote it')
    .argument('<second.json...>', 'the later one, or several')
    .option('--json <file>', 'write the comparison as JSON')
    .option('--html <file>', 'write the trend as a page: a line per rule, a cell per run')
    .addOption(failOn)
    .addHelpText('after', example)
    .action(async (first: string, others: readonly string[], options: CompareOptions) => {
      finished(await runCompare([first, ...others], options));
    });
}

async function runCompare(files: readonly string[], options: CompareOptions): Promise<number> {
  const reports: readonly ReportOfFile[] = await Promise.all(
    files.map(async (file) => ({ file, report: await readReport(file) })),
  );
  const [before, after] = lastTwo(reports);
  const trend = trendOf(reports);
  const comparison = compareReports(before, after);
  if (files.length > 2) process.stdout.write(`${trendText(trend)}\n\nThe last two:\n`);
  process.stdout.write(`${comparisonText(comparison)}\n`);
  const unwritten = new Unwritten();
  const write = async (file: string | undefined, text: () => string): Promise<void> => {
    if (file !== undefined) await unwritten.attempt(file, async () => writeFile(file, text()));
  };
  await write(options.json, () => `${JSON.stringify({ ...comparison, trend }, null, 2)}\n`);
  await write(options.html, () => trendPage(trend));
  if (!unwritten.isEmpty) throw new ConfigurationError(unwritten.report().join('; '));
  const found = options.failOn === 'drift' ? comparison.drift : comparison.differences;
  return options.failOn !== undefined && found > 0 ? 3 : 0;
}

/** Those to be compared: two as they are named, of more the last two of runs that were done. */
function lastTwo(reports: readonly ReportOfFile[]): readonly [ReportOfFile, ReportOfFile] {
  const candidates = reports.length === 2 ? reports : inOrder(reports).filter(isDone);
  const [before, after] = candidates.slice(-2);
  if (before === undefined || after === undefined)
    throw new ConfigurationError('compare: fewer than two of these reports are of a run that could be done');
  for (const { file, report } of [before, after]) {
    const why = undoneBecause(report);
    if (why !== null)
      throw new ConfigurationError(
        `${file} is of a run that could not be done, so it cannot be compared: ${why}`,
      );
  }
  return [before, after];
}

function isDone({ report }: ReportOfFile): boolean {
  return undoneBecause(report) === null;
}
