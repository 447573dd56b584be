/** Reports the results of a run in all requested forms. */
import { deviationText } from '@outreach-api/report/deviation-text';
import type { KnownDeviation } from '@outreach-api/report/deviations/known-deviation';
import { readKnownDeviations } from '../deviations/read-known-deviations.ts';
import type { DeviationsText } from '../deviations/update-deviations.ts';
import type { Run } from '../run.ts';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { Unwritten } from '../output/unwritten.ts';
import { exitOf, type Demands, type ExitCode } from '@outreach-api/report/exit-code';
import { jsonReport, type ReportContext } from '../report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { leftToRestoreText } from '@outreach-api/report/left-to-restore';
import { readReport } from '../report/read-report.ts';
import { writeOutputs, type WantedOutputs } from '../report/outputs.ts';
import type { Summary } from '../report/summary.ts';
import { deviationsToUpdate, writeKnownDeviations } from './write-known-deviations.ts';

/** What is known about the target, and how to report it. */
export interface ReportOptions extends WantedOutputs, Demands {
  readonly knownDeviations?: string;
  /** The file of known deviations to write or update. */
  readonly writeKnownDeviations?: string;
  /** Whether no rule may be inconclusive, unless it is listed. */
  readonly failOn?: 'inconclusive';
  readonly deployment?: string;
  /** The address of the site that explains the statements. */
  readonly docsUrl?: string;
  /** The JSON report of an earlier run. */
  readonly compareWith?: string;
}

/** What a run is reported against. */
export interface Baseline {
  readonly knownDeviations: readonly KnownDeviation[];
  /** The file of known deviations to update, as it is; null if there is none. */
  readonly toUpdate: DeviationsText | null;
  /** The report of an earlier run; undefined if none is named. */
  readonly previous: JsonReport | undefined;
}

/** A run to be reported. */
export interface WordedRun extends Baseline {
  readonly run: Run;
  readonly summary: Summary;
  /** The command that names the same target. */
  readonly invocation: string;
}

/**
 * Reports the results of a run in all requested forms, and resolves to the exit code.
 *
 * @param unwritten - the outputs that could not be written so far
 */
export async function reportRun(
  { run, summary, invocation, knownDeviations, toUpdate, previous }: WordedRun,
  options: ReportOptions,
  unwritten: Unwritten,
  context: Pick<ReportContext, 'restoreCommand'> = {},
): Promise<ExitCode> {
  summary.end(run, invocation, options);
  const { deployment, docsUrl, failOn } = options;
  const about = { deployment, docsUrl, failOn, knownDeviations, previous };
  const report = jsonReport(run, invocation, { ...context, ...about });
  const aboutDeviations = deviationText(report, options.knownDeviations);
  if (aboutDeviations !== '') process.stdout.write(`${run.secrets.mask(aboutDeviations)}\n`);
  process.stderr.write(leftToRestoreText(report));
  await writeOutputs(report, options, unwritten);
  const { writeKnownDeviations: file } = options;
  if (file !== undefined)
    await unwritten.attempt(file, async () => {
      const isWhole = report.error === null && report.cutShort === null && !report.stopped;
      const says = await writeKnownDeviations(file, toUpdate, report, failOn === 'inconclusive' && isWhole);
      if (says !== null) process.stdout.write(`${run.secrets.mask(says)}\n`);
    });
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

/**
 * What the options name to report a run against.
 *
 * @throws ConfigurationError if a file cannot be read, or is not what it is named as
 */
export async function baselineOf(options: ReportOptions): Promise<Baseline> {
  const { knownDeviations, writeKnownDeviations: written, compareWith } = options;
  const toUpdate = written === undefined ? null : await deviationsToUpdate(written);
  return {
    knownDeviations:
      knownDeviations === undefined ? (toUpdate?.entries ?? []) : await readKnownDeviations(knownDeviations),
    toUpdate,
    previous: compareWith === undefined ? undefined : await readReport(compareWith),
  };
}

/** Quoted for a shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
