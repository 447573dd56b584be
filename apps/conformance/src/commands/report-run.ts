/** Reports the results of a run in all requested forms. */
import { deviationText } from '../report/deviation-text.ts';
import type { KnownDeviation } from '../deviations/known-deviation.ts';
import { readKnownDeviations } from '../deviations/read-known-deviations.ts';
import type { Run } from '../run.ts';
import type { Secrets } from '../output/secrets.ts';
import type { Unwritten } from '../output/unwritten.ts';
import { exitOf, type Demands, type ExitCode } from '../report/exit-code.ts';
import { jsonReport, type ReportContext } from '../report/json-report.ts';
import { leftToRestoreText } from '../report/left-to-restore.ts';
import { writeOutputs, type WantedOutputs } from '../report/outputs.ts';
import type { Summary } from '../report/summary.ts';

/** What is known about the target, and how to report it. */
export interface TellingOptions extends WantedOutputs, Demands {
  readonly knownDeviations?: string;
  /** Whether no rule may be inconclusive, unless it is listed. */
  readonly failOn?: 'inconclusive';
  readonly deployment?: string;
}

/** A run to be reported. */
export interface ToldRun {
  readonly run: Run;
  readonly summary: Summary;
  readonly knownDeviations: readonly KnownDeviation[];
  /** The command that names the same target. */
  readonly invocation: string;
}

/**
 * Reports the results of a run in all requested forms, and resolves to the exit code.
 *
 * @param unwritten - the outputs that could not be written so far
 */
export async function reportRun(
  { run, summary, knownDeviations, invocation }: ToldRun,
  options: TellingOptions,
  unwritten: Unwritten,
  context: Pick<ReportContext, 'restoreCommand'> = {},
): Promise<ExitCode> {
  summary.end(run, invocation, options.json);
  const { deployment, failOn } = options;
  const report = jsonReport(run, invocation, { ...context, deployment, failOn, knownDeviations });
  const aboutDeviations = deviationText(report, options.knownDeviations);
  if (aboutDeviations !== '') process.stdout.write(`${run.secrets.mask(aboutDeviations)}\n`);
  process.stderr.write(leftToRestoreText(report));
  await writeOutputs(report, options, unwritten);
  const { code, why } = exitOf(report, options);
  if (why !== null) process.stderr.write(`outreach-conformance: ${run.secrets.mask(why)}\n`);
  reportUnwritten(unwritten, run.secrets);
  return unwritten.isEmpty ? code : 2;
}

/** Says which outputs could not be written, unless that was said before. */
export function reportUnwritten(unwritten: Unwritten, secrets: Secrets): void {
  for (const fault of unwritten.report())
    process.stderr.write(`outreach-conformance: ${secrets.mask(fault)}\n`);
}

/** The known deviations of the options; empty if there is no file of them. */
export async function deviationsOf({ knownDeviations }: TellingOptions): Promise<readonly KnownDeviation[]> {
  return knownDeviations === undefined ? [] : readKnownDeviations(knownDeviations);
}

/** Quoted for a shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
