/** Installs drivers outside the repository, and reports the versions that they run on. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { driversFolder, type Command, type Toolchain } from './toolchain.ts';

/** The installed drivers of a language. */
export interface Installed {
  readonly folder: string;
  /** Why they cannot be started on this machine; null if they can. */
  readonly missing: string | null;
  /** The version of a package that they use, or of a tool. */
  readonly versionOf: (name: string) => string;
}

/** Installs the drivers of a language once for each state of their sources. @throws Error if a command fails */
export async function install(toolchain: Toolchain): Promise<Installed> {
  const said = new Map<string, string>();
  for (const [program, ...args] of toolchain.tools) {
    const ran = await run([program, ...args], driversFolder);
    if (ran === null)
      return { folder: '', missing: `${program} is not on this machine`, versionOf: () => 'missing' };
    said.set(program, ran.said);
  }
  const folder = installedFolder(toolchain);
  const isInstalled = path.join(folder, '.installed');
  if (!existsSync(isInstalled)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(path.join(driversFolder, toolchain.folder), folder, { recursive: true });
    for (const command of toolchain.install) await mustRun(command, folder);
    writeFileSync(isInstalled, '');
  }
  const pinned =
    toolchain.manifest === null ? '' : readFileSync(path.join(folder, toolchain.manifest), 'utf8');
  return {
    folder,
    missing: null,
    versionOf: (name) => versionIn(said.get(name) ?? pinned, name),
  };
}

/** The version that follows a name, in any notation of a manifest. */
function versionIn(text: string, name: string): string {
  const after = text
    .split(name)
    .slice(1)
    .find((rest) => !/^[\w-]/.test(rest));
  return /\d+(?:\.\d+)+/.exec(after ?? '')?.[0] ?? 'unknown';
}

function installedFolder({ folder }: Toolchain): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const digest = createHash('sha256');
  const sources = path.join(driversFolder, folder);
  for (const file of globSync('**/*.*', { cwd: sources }).toSorted())
    digest.update(file).update(readFileSync(path.join(sources, file)));
  return path.join(
    cache,
    'outreach-conformance',
    'drivers',
    `${folder}-${digest.digest('hex').slice(0, 12)}`,
  );
}

async function mustRun(command: Command, cwd: string): Promise<void> {
  const ran = await run(command, cwd);
  if (ran?.code !== 0)
    throw new Error(
      `${command.join(' ')} in ${cwd} ended with ${ran === null ? 'nothing: it is not there' : `${ran.code}:\n${ran.said}`}`,
    );
}

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a command to its end; null if there is no such program. */
async function run([program, ...args]: Command, cwd: string): Promise<Ran | null> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return new Promise((resolve) => {
    child.once('error', () => resolve(null)).once('close', (code) => resolve({ code, said }));
  });
}
