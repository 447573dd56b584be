/** `outreach-conformance compare`: compares two reports. */
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { compareReports } from '../comparison/compare-reports.ts';
import type { Comparison } from '../comparison/comparison.ts';
import { comparisonText } from '../comparison/comparison-text.ts';
import type { JsonReport } from '../report/json-report.ts';
import { readReport } from '../report/read-report.ts';
import { ConfigurationError } from '../target/configuration-error.ts';

interface CompareOptions {
  readonly json?: string;
  readonly failOn?: 'drift' | 'difference';
}

const failOn = new Option(
  '--fail-on <what>',
  'exit 3 where the target drifted, or where the reports differ in anything',
).choices(['drift', 'difference']);

const example = `
Drift is what both reports tell, and tell differently: a verdict that was decided both times, or an observation that
was found out both times. What only one of them tells is listed apart.

Exit codes: 0 compared; 2 a file is no report, or of a run that was not done; 3 what --fail-on names was found.

Example:
  outreach-conformance compare last-night.json tonight.json --fail-on drift`;

/**
 * `outreach-conformance compare`: compares two reports.
 *
 * @param finished - is passed the exit code
 */
export function compareCommand(finished: (code: number) => void): Command {
  return new Command('compare')
    .description('Compare two reports: two nights, staging and production, sandbox and staging.')
    .argument('<first.json>', 'the earlier report, as `server --json FILE` wrote it')
    .argument('<second.json>', 'the later one')
    .option('--json <file>', 'write the comparison as JSON')
    .addOption(failOn)
    .addHelpText('after', example)
    .action(async (first: string, second: string, options: CompareOptions) => {
      finished(await runCompare(first, second, options));
    });
}

async function runCompare(first: string, second: string, options: CompareOptions): Promise<number> {
  const [before, after] = [await readReport(first), await readReport(second)];
  for (const [file, report] of [
    [first, before],
    [second, after],
  ] as const)
    refuseUndone(file, report);
  const comparison = compareReports({ file: first, report: before }, { file: second, report: after });
  process.stdout.write(`${comparisonText(comparison)}\n`);
  if (options.json !== undefined) await write(options.json, comparison);
  const found = options.failOn === 'drift' ? comparison.drift : comparison.differences;
  return options.failOn !== undefined && found > 0 ? 3 : 0;
}

/**
 * The results of an outage, or of only part of the rules, would look like drift; and drift would look like an outage.
 */
function refuseUndone(file: string, { error = null, cutShort = null, stopped }: JsonReport): void {
  const why = error ?? cutShort ?? (stopped ? 'it was stopped before its end' : null);
  if (why !== null)
    throw new ConfigurationError(`${file} is of a run that was not done, so it cannot be compared: ${why}`);
}

async function write(file: string, comparison: Comparison): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(comparison, null, 2)}\n`);
  } catch (error) {
    throw new ConfigurationError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
