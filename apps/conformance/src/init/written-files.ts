/** The files that a set-up consists of, and how they are written. */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../installation/package-folder.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { inEnvironment } from './in-environment.ts';
import { fileNames, type Place, type SetUp } from './set-up.ts';
import { targetFileText } from './target-file-text.ts';

/** A file of a set-up. */
export interface WrittenFile {
  /** Relative to the folder that is set up. */
  readonly name: string;
  readonly text: string;
}

/** What is written for each place: an example of the package, under its name in the user's repository. */
const forPlace: Readonly<Record<Place, readonly (readonly [example: string, name: string])[]>> = {
  github: [['github-workflow.yml', fileNames.github]],
  gitlab: [['gitlab-job.yml', fileNames.gitlab]],
  shell: [['judge.sh', fileNames.shell]],
  none: [],
};

/** The files that a set-up consists of. */
export async function filesOf(setUp: SetUp): Promise<readonly WrittenFile[]> {
  const copied = [['known-deviations.jsonc', fileNames.knownDeviations] as const, ...forPlace[setUp.place]];
  return [
    { name: fileNames.target, text: targetFileText(setUp) },
    ...(await Promise.all(
      copied.map(async ([example, name]) => ({ name, text: forSetUp(await exampleText(example), setUp) })),
    )),
  ];
}

function forSetUp(text: string, { place, environment }: SetUp): string {
  return place === 'github' && environment !== null ? inEnvironment(text, environment) : text;
}

async function exampleText(name: string): Promise<string> {
  return readFile(new URL(`examples/ci/${name}`, packageFolder), 'utf8');
}

/**
 * Writes files into a folder: all of them, or none if one already exists and may not be replaced.
 *
 * @throws ConfigurationError if a file already exists, or cannot be written
 */
export async function writeFiles(
  folder: string,
  files: readonly WrittenFile[],
  replace: boolean,
): Promise<void> {
  const there: string[] = [];
  for (const { name } of files) if (await isThere(path.join(folder, name))) there.push(name);
  if (there.length > 0 && !replace)
    throw new ConfigurationError(
      `init: ${there.join(' and ')} already ${there.length === 1 ? 'exists' : 'exist'}, so nothing was written; give --force to replace`,
    );
  for (const file of files) await write(folder, file, replace);
}

async function write(folder: string, { name, text }: WrittenFile, replace: boolean): Promise<void> {
  const file = path.join(folder, name);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    // A file that was created in between is not replaced either.
    await writeFile(file, text, { flag: replace ? 'w' : 'wx', mode: text.startsWith('#!') ? 0o755 : 0o644 });
  } catch (error) {
    throw new ConfigurationError(
      `init: ${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
