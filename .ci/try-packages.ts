/**
 * Tries the packages as others get them: packs them, installs the tarballs with npm in an empty folder, and judges the
 * sandbox by its own command under each Node.js that they promise to run on.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const packages = ['packages/types', 'packages/client', 'packages/sandbox', 'apps/conformance'];
const versions = ['22', '24', '26'];
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-packages-'));

function sh(file: string, args: readonly string[], cwd: string): string {
  return execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function install(): void {
  for (const name of packages)
    sh('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], path.join(root, name));
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  sh(
    'npm',
    ['install', '--silent', '--no-audit', '--no-fund', ...tarballs.map((file) => `./${file}`)],
    folder,
  );
}

/** The path of a Node.js of a major version, by the npm package of its binary. */
function nodeOf(version: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const place = path.join(folder, `node-${version}`);
  sh(
    'npm',
    ['install', '--silent', '--no-audit', '--no-fund', '--prefix', place, `${name}@${version}`],
    folder,
  );
  return path.join(place, 'node_modules', name, 'bin', 'node');
}

function commandOf(name: string): string {
  return path.join(folder, 'node_modules', '@outreach-api', name, 'dist', 'command.js');
}

async function judgeUnder(node: string): Promise<string> {
  const sandbox = spawn(node, [commandOf('sandbox'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const text = await new Promise<string>((resolve, reject) => {
      let printed = '';
      sandbox.once('exit', (code) => {
        reject(new Error(`the sandbox ended with ${code}`));
      });
      sandbox.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
        if (printed.includes('A first use')) resolve(printed);
      });
    });
    const url = /listens on (\S+)/.exec(text)?.[1] ?? '';
    const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0] ?? '';
    const args = [commandOf('conformance'), 'server', '--url', url];
    const env = { ...process.env, OUTREACH_TOKEN: token };
    return execFileSync(node, args, { cwd: folder, encoding: 'utf8', env }).trim().split('\n').at(-1) ?? '';
  } finally {
    sandbox.kill();
  }
}

try {
  install();
  for (const version of versions) {
    const node = nodeOf(version);
    const line = await judgeUnder(node);
    process.stdout.write(`Node.js ${sh(node, ['--version'], folder).trim()}: ${line}\n`);
    if (!/^[1-9]\d* pass, 0 fail, /.test(line))
      throw new Error(`the sandbox was not found to conform under Node.js ${version}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
