/** Writes a report in all the forms that are wanted. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigurationError } from '../target/configuration-error.ts';
import { badgeSvg } from './badge.ts';
import type { JsonReport } from './json-report.ts';
import { junitXml } from './junit.ts';

/** The forms of a report that are wanted, each with the file that it goes to. */
export interface WantedOutputs {
  readonly json?: string;
  readonly junit?: string;
  readonly badge?: string;
}

type Form = keyof WantedOutputs;

const forms: Readonly<Record<Form, (report: JsonReport) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitXml,
  badge: badgeSvg,
};

/**
 * Makes the folders of the files, so that what cannot be written is known before a run, not after it.
 *
 * @throws ConfigurationError where a folder cannot be made
 */
export async function prepareOutputs(wanted: WantedOutputs): Promise<void> {
  for (const [, file] of filesOf(wanted)) {
    await orConfigurationError(file, mkdir(path.dirname(file), { recursive: true }));
  }
}

/**
 * Writes a report in all the forms that are wanted.
 *
 * @throws ConfigurationError where a file cannot be written; the others are written all the same
 */
export async function writeOutputs(report: JsonReport, wanted: WantedOutputs): Promise<void> {
  const written = await Promise.allSettled(
    filesOf(wanted).map(async ([form, file]) =>
      orConfigurationError(file, writeFile(file, forms[form](report))),
    ),
  );
  const failed = written.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

function filesOf(wanted: WantedOutputs): readonly (readonly [Form, string])[] {
  const all: readonly Form[] = ['json', 'junit', 'badge'];
  return all.flatMap((form) => {
    const file = wanted[form];
    return file === undefined ? [] : [[form, file] as const];
  });
}

async function orConfigurationError(file: string, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    throw new ConfigurationError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}
