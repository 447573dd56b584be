/** Writes a report in all requested forms. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { harmlessJson } from '../output/harmless-text.ts';
import { ConfigurationError } from '../target/configuration-error.ts';
import { badgeSvg } from './badge.ts';
import { githubAnnotations } from './github-annotations.ts';
import { githubSummary } from './github-summary.ts';
import type { JsonReport } from './json-report.ts';
import { junitXml } from './junit.ts';
import { reportPage } from './page/report-page.ts';
import type { Output } from './summary.ts';

/** The requested forms of a report, each with the file that it goes to. */
export interface WantedOutputs {
  readonly json?: string;
  readonly junit?: string;
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
  html: reportPage,
  badge: badgeSvg,
} as const;

const formNames = ['json', 'junit', 'html', 'badge'] as const;

/**
 * Creates the folders of the files, so that an unwritable path is known before a run, not after it.
 *
 * @throws ConfigurationError if a folder cannot be created
 */
export async function prepareOutputs(
  wanted: WantedOutputs & { readonly har?: string; readonly history?: string },
): Promise<void> {
  for (const name of [...formNames, 'har', 'history'] as const) {
    const file = wanted[name];
    if (file !== undefined) await saying(file, mkdir(path.dirname(file), { recursive: true }));
  }
}

/**
 * Writes a report in all requested forms, and reports to GitHub if requested or run in its workflows.
 *
 * @throws ConfigurationError if a file cannot be written; the others are still written
 */
export async function writeOutputs(
  report: JsonReport,
  wanted: WantedOutputs,
  surroundings: Surroundings = process,
): Promise<void> {
  const files = formNames.map(async (name) => {
    const file = wanted[name];
    if (file !== undefined) await saying(file, writeFile(file, forms[name](report)));
  });
  const written = await Promise.allSettled([...files, tellGithub(report, wanted, surroundings)]);
  for (const one of written) if (one.status === 'rejected') throw one.reason;
}

async function tellGithub(
  report: JsonReport,
  { github }: WantedOutputs,
  { env, stdout }: Surroundings,
): Promise<void> {
  if (!(github ?? env['GITHUB_ACTIONS'] === 'true')) return;
  stdout.write(githubAnnotations(report));
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file !== undefined && file !== '') await saying(file, appendFile(file, githubSummary(report)));
}

async function saying(file: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new ConfigurationError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
