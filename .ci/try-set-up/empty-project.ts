/** An empty folder outside the workspace in which only the packed packages are installed. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const packages = ['packages/types', 'packages/client', 'packages/sandbox', 'apps/conformance'];

/** A project of somebody who has just installed the packages. */
export interface Project {
  readonly folder: string;
  /** The output of `npx` in the folder; throws if it fails. */
  npx(args: readonly string[], env?: Readonly<Record<string, string>>): string;
  /** Output and exit code of a command in the folder, while other work goes on. */
  runAsync(
    file: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number; readonly output: string }>;
  remove(): void;
}

/** Packs the built packages, and installs them into an empty folder with npm. */
export function openEmptyProject(): Project {
  const place = mkdtempSync(path.join(tmpdir(), 'outreach-set-up-'));
  const folder = path.join(place, 'project');
  mkdirSync(folder);
  const tarballs = path.join(place, 'tarballs');
  for (const name of packages) sh('pnpm', ['pack', '--pack-destination', tarballs], path.join(root, name));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const files = readdirSync(tarballs).map((file) => path.join('..', 'tarballs', file));
  sh(
    'npm',
    ['install', '--save-dev', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...files],
    folder,
  );
  return {
    folder,
    npx: (args, env) => sh('npx', args, folder, env),
    runAsync: async (file, args, env) =>
      new Promise((resolve) => {
        const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
        execFile(file, args, options, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}` });
        });
      }),
    remove: () => {
      rmSync(place, { recursive: true });
    },
  };
}

function sh(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): string {
  return execFileSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
