/** `pnpm release`: what a release would publish, without publishing: builds, checks, packs and lists each package. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Planned {
  name: string;
  type: string;
  newVersion: string;
}

interface Listed {
  name: string;
  version: string;
  private: boolean;
}

interface Packed {
  unpackedSize: number;
  size: number;
  entryCount: number;
  files: { path: string }[];
}

/** What the tarball of each package contains besides its code. */
const papers = ['CHANGELOG.md', 'LICENSE', 'README.md'];

const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-release-'));

function run(...args: string[]): void {
  const { status } = spawnSync('pnpm', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} ended with ${status}`);
}

/** The packages of the workspace that are published. */
function published(): Listed[] {
  const args = ['ls', '--recursive', '--depth', '-1', '--json'];
  const all: Listed[] = JSON.parse(execFileSync('pnpm', args, { cwd: root, encoding: 'utf8' }));
  return all.filter((one) => !one.private);
}

/** The version changes that the changesets make, by package; null if they cannot be known, as without a branch `main`. */
function plan(): ReadonlyMap<string, Planned> | null {
  const file = path.join(folder, 'plan.json');
  const args = ['exec', 'changeset', 'status', `--output=${file}`];
  const { status, stdout, stderr } = spawnSync('pnpm', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`.replaceAll(/^ +at .*\n/gm, ''));
    return null;
  }
  const { releases }: { releases: Planned[] } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(releases.filter(({ type }) => type !== 'none').map((one) => [one.name, one]));
}

/** Does everything that publishing does, except for the upload. */
function tryPublish(name: string): Packed {
  const args = ['--filter', name, '--fail-if-no-match', 'publish', '--dry-run', '--no-git-checks', '--json'];
  const printed = execFileSync('pnpm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const read: Packed | Packed[] = JSON.parse(printed.slice(printed.search(/^[[{]/m)));
  const [packed] = [read].flat();
  if (packed === undefined) throw new Error(`${name} was not packed`);
  const missing = papers.filter((paper) => !packed.files.some((file) => file.path === paper));
  if (missing.length > 0) throw new Error(`the tarball of ${name} holds no ${missing.join(', no ')}`);
  return packed;
}

try {
  run('build');
  run('check:packages');
  const planned = plan();
  process.stdout.write('\nwhat is published, and what the changesets would make of it\n');
  for (const { name, version } of published()) {
    const { size, unpackedSize, entryCount } = tryPublish(name);
    const change = planned?.get(name);
    const next =
      change === undefined
        ? `(${planned === null ? 'next version unknown' : 'no changeset'})`
        : `→ ${change.newVersion} (${change.type})`;
    process.stdout.write(
      `  ${name} ${version} ${next}: ${entryCount} files, ${size} bytes packed, ${unpackedSize} unpacked\n`,
    );
  }
  process.stdout.write('nothing was published: this is a dry run\n');
} finally {
  rmSync(folder, { recursive: true });
}
