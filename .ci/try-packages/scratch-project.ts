/** A project outside the workspace that has installed the packed packages, as another team would. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './run-jobs.ts';
import { writeExamples } from './written-examples.ts';

const root = path.join(import.meta.dirname, '../..');
const packages = ['packages/types', 'packages/client', 'packages/sandbox', 'apps/conformance'];

/** What shows examples that a team would paste into files. */
const texts = [
  'packages/sandbox/README.md',
  'apps/docs/guides/mock-in-tests.md',
  'apps/docs/guides/run-the-sandbox.md',
];

/** What a team has besides our packages. */
const tools = [
  'typescript@7.0',
  'typescript-5@npm:typescript@5.9',
  '@types/node@24',
  'vitest@5',
  'jest@30',
  '@types/jest@30',
  'nock@15',
  'undici@8',
];

/**
 * What is tried only with `--all`, since it is large: further compilers and runtimes, and a bundler for those without npm.
 */
const furtherTools = ['typescript-6@npm:typescript@6.0', 'esbuild@0.28', 'bun@1', 'deno@2', 'workerd@1'];

/** The Node.js versions that the packages promise to run on. */
export const nodeVersions = ['22', '24', '26'];

/** The one of them that the packages are developed on: what is tried under the others need not be under this one. */
export const developed = '24';

/** A version that they do not promise, on which the client is tried anyway. */
export const olderNode = '20';

/** The project, and the Node.js binaries to try it with. */
export interface ScratchProject {
  readonly folder: string;
  /** The path of the binary of a version of {@link nodeVersions}, or of {@link olderNode} if everything is tried. */
  readonly node: (version: string) => string;
  /** The path of a file in `node_modules`. */
  readonly installed: (file: string) => string;
  readonly remove: () => void;
}

/**
 * Packs the packages, creates the project in a temporary folder, and installs everything.
 *
 * @param all - whether to include what is tried only with `--all`
 */
export async function openScratchProject(all: boolean): Promise<ScratchProject> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-packages-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  cpSync(path.join(import.meta.dirname, 'consumer'), folder, { recursive: true });
  for (const text of texts) writeExamples(path.join(root, text), folder);
  const versions = all ? [olderNode, ...nodeVersions] : nodeVersions;
  const nodes = versions.map((version) => `node-${version}@npm:${nodePackage}@${version}`);
  // The binaries separately: they are large, and need nothing from the tarballs.
  const binaries = npmInstall(nodes, path.join(folder, 'nodes'));
  for (const name of packages) {
    await run('pnpm', ['pack', '--pack-destination', folder], { cwd: path.join(root, name) });
  }
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  const specs = [...tarballs.map((file) => `./${file}`), ...tools, ...(all ? furtherTools : [])];
  await npmInstall(specs, folder);
  await binaries;
  return {
    folder,
    node: (version) => path.join(folder, 'nodes/node_modules', `node-${version}`, 'bin/node'),
    installed: (file) => path.join(folder, 'node_modules', file),
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

async function npmInstall(specs: readonly string[], prefix: string): Promise<void> {
  const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', prefix];
  // Three of Node are nearly 600 MB on disk, beside whatever else runs.
  await run('npm', [...args, ...specs], {
    cwd: path.dirname(prefix) === tmpdir() ? prefix : tmpdir(),
    minutes: 6,
  });
}
