/** `outreach-conformance merge`: joins the reports of parts of a run. */
import { Command } from 'commander';
import { systemClock } from '../engine/clock.ts';
import { deviationText } from '../report/deviation-text.ts';
import { readKnownDeviations } from '../deviations/read-known-deviations.ts';
import { breachText } from '../report/breach-text.ts';
import { countsLine } from '../report/counts.ts';
import { judgedInWords } from '../report/judged-in-words.ts';
import { exitOf, type Demands } from '../report/exit-code.ts';
import type { JsonReport } from '../report/json-report.ts';
import { targetInWords } from '../report/target-in-words.ts';
import { prepareOutputs, writeOutputs, type WantedOutputs } from '../report/outputs.ts';
import { readReport } from '../report/read-report.ts';
import { mergeReports } from '../report/merge-reports.ts';
import { demandOptions } from './demand-options.ts';
import { outputOptions } from './output-options.ts';

interface MergeOptions extends WantedOutputs, Demands {
  readonly knownDeviations?: string;
  readonly failOn?: 'inconclusive';
}

/**
 * `outreach-conformance merge`: joins the reports of parts of a run.
 *
 * @param finished - is passed the exit code
 */
export function mergeCommand(finished: (code: number) => void): Command {
  return demandOptions(outputOptions(new Command('merge')))
    .description('Join the reports of `server --shard i/n` into one, with one verdict and exit code.')
    .argument('<report.json...>', 'the reports of all parts, as `server --json FILE` wrote them')
    .option(
      '--known-deviations <file>',
      'breaches that are accepted for a while (JSON); without it those of the reports',
    )
    .action(async (files: readonly string[], options: MergeOptions) => {
      finished(await runMerge(files, options));
    });
}

async function runMerge(files: readonly string[], options: MergeOptions): Promise<number> {
  const { knownDeviations } = options;
  const listed = knownDeviations === undefined ? null : await readKnownDeviations(knownDeviations);
  const parts = await Promise.all(files.map(async (file) => ({ file, report: await readReport(file) })));
  const now = systemClock.date();
  const report = mergeReports(parts, listed, now, options.failOn);
  await prepareOutputs(options);
  await writeOutputs(report, options);
  process.stdout.write(`${mergedText(report, deviationText(report, knownDeviations))}\n`);
  const { code, why } = exitOf(report, options);
  if (why !== null) process.stderr.write(`outreach-conformance: ${why}\n`);
  return code;
}

/** Breaches in full, what is known about them, and at the end the counts. */
function mergedText(report: JsonReport, aboutDeviations: string): string {
  const breaches = report.rules.flatMap((rule) =>
    rule.breach === null ? [] : [`BREACH ${breachText(rule, rule.breach)}\n`],
  );
  return [
    ...breaches,
    ...(aboutDeviations === '' ? [] : [`${aboutDeviations.trimStart()}\n`]),
    `${targetInWords(report.target)}: ${report.requests} requests, the longest part took ${report.seconds.toFixed(1)} s`,
    judgedInWords(report.rules),
    countsLine(report.counts),
  ].join('\n');
}
