/** Shows how drivers are installed, with the shell driver as the example: it needs no registry. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { install } from './install.ts';
import type { Toolchain } from './toolchain.ts';

const saysItsVersion = ['sh', '-c', 'echo sh 1.2.3-beta'] as const;
const shell: Toolchain = { folder: 'shell', tools: [saysItsVersion], install: [], manifest: null };
let cache = '';

beforeEach(() => {
  cache = mkdtempSync(path.join(tmpdir(), 'drivers-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

it('copies them out of the repository, and reports versions', async () => {
  const { folder, missing, versionOf } = await install(shell);
  expect(missing).toBe(null);
  expect(path.relative(cache, folder)).toMatch(/^outreach-conformance.drivers.shell-[\da-f]{12}$/);
  expect(existsSync(path.join(folder, 'curl.sh'))).toBe(true);
  expect(versionOf('sh')).toBe('1.2.3');
});

it('reports versions that a manifest pins, of packages whose names begin alike', async () => {
  const { versionOf } = await install({
    ...shell,
    folder: 'node',
    manifest: 'package.json',
  });
  expect(versionOf('axios')).not.toBe(versionOf('axios-retry'));
  expect(versionOf('axios-retry')).toMatch(/^\d+\.\d+\.\d+$/);
  expect(versionOf('nobody')).toBe('unknown');
});

it('installs once for each state of the sources', async () => {
  const { folder } = await install(shell);
  writeFileSync(path.join(folder, 'left'), '');
  await install(shell);
  expect(existsSync(path.join(folder, 'left'))).toBe(true);
});

it('says which tool is missing on the machine', async () => {
  const { missing } = await install({ ...shell, tools: [saysItsVersion, ['no-such-tool', '--version']] });
  expect(missing).toBe('no-such-tool is not on this machine');
});

it('fails if a command does, and does not treat the driver as installed', async () => {
  const failing: Toolchain = { ...shell, install: [['sh', '-c', 'echo no network; exit 7']] };
  await expect(install(failing)).rejects.toThrow(/ended with 7:\nno network/);
  await expect(install(failing)).rejects.toThrow(/ended with 7/);
});
