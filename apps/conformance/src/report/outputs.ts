/** Writes a report in all requested forms. */
import { appendFile, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { harmlessJson } from '@outreach-api/masking/harmless-text';
import type { Unwritten } from '../output/unwritten.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { badgeSvg } from '@outreach-api/report/badge';
import { ctrfReport } from '@outreach-api/report/ctrf';
import { githubAnnotations } from '@outreach-api/report/github-annotations';
import { githubSummary } from '@outreach-api/report/github-summary';
import type { JsonReport } from '@outreach-api/report/json-report';
import { junitXml } from '@outreach-api/report/junit';
import { reportPage } from '@outreach-api/report/page/report-page';
import type { Output } from './summary.ts';

/** The requested forms of a report, each with the file that it goes to. */
export interface WantedOutputs {
  readonly json?: string;
  readonly junit?: string;
  readonly ctrf?: string;
  readonly html?: string;
  readonly badge?: string;
  /** Annotations and a job summary for GitHub; if not set, in a GitHub workflow only. */
  readonly github?: boolean;
}

/** Where the process runs: its environment, and where its output goes. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
}

const forms = {
  json: (report: JsonReport) => `${harmlessJson(report, 2)}\n`,
  junit: junitXml,
  ctrf: ctrfReport,
  html: reportPage,
  badge: badgeSvg,
} as const;

const formNames = ['json', 'junit', 'ctrf', 'html', 'badge'] as const;

/**
 * Creates the folders of the files and tries to open each, so that an unwritable path is known before a run, not after
 * it.
 *
 * @param unwritten - is given each output that cannot be written
 * @param recordings - further files that the run will write
 * @throws ConfigurationError if there is one
 */
export async function prepareOutputs(
  wanted: WantedOutputs,
  unwritten: Unwritten,
  recordings: readonly (string | undefined)[] = [],
): Promise<void> {
  for (const file of [...formNames.map((name) => wanted[name]), ...recordings]) {
    if (file !== undefined) await unwritten.attempt(file, async () => prepare(file));
  }
  if (!unwritten.isEmpty) throw new ConfigurationError(unwritten.report().join('; '));
}

/**
 * Writes a report in all requested forms, and reports to GitHub if requested or run in its workflows.
 *
 * @param unwritten - is given each output that cannot be written; the others are written
 */
export async function writeOutputs(
  report: JsonReport,
  wanted: WantedOutputs,
  unwritten: Unwritten,
  surroundings: Surroundings = process,
): Promise<void> {
  const files = formNames.map(async (name) => {
    const file = wanted[name];
    if (file !== undefined) await unwritten.attempt(file, async () => writeFile(file, forms[name](report)));
  });
  await Promise.all([...files, reportToGithub(report, wanted, unwritten, surroundings)]);
}

async function reportToGithub(
  report: JsonReport,
  { github }: WantedOutputs,
  unwritten: Unwritten,
  { env, stdout }: Surroundings,
): Promise<void> {
  if (!(github ?? env['GITHUB_ACTIONS'] === 'true')) return;
  stdout.write(githubAnnotations(report));
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file !== undefined && file !== '')
    await unwritten.attempt(file, async () => appendFile(file, githubSummary(report)));
}

/** A file that is there keeps its content; a device or a pipe is not opened: its reader may take that for the end. */
async function prepare(file: string): Promise<void> {
  await makeFolder(path.dirname(file));
  const present = await stat(file).catch(() => null);
  if (present !== null && !present.isFile() && !present.isDirectory()) return;
  const handle = await open(file, 'a');
  await handle.close();
  if (present === null) await rm(file);
}

/** `mkdir` of Node.js does not end where the file system denies that a folder exists, as below `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => null))?.isDirectory() === true) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}
