import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKnownDeviations } from '../deviations/read-known-deviations.ts';
import { readTargetFile } from '../target/read-target-file.ts';
import { fileNames } from './set-up.ts';
import { suiteCommand } from '../installation/suite-command.ts';

const command = fileURLToPath(new URL('../command.ts', import.meta.url));
const uuid = 'a08ff49b-6f77-4263-8716-c43069c43a8c';
const nothing = { createApiKeys: 0, deliveries: 0, updates: false, deletes: false, flood: 0 };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-init-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function init(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--conditions=@outreach-api/source', command, 'init', ...args],
      { cwd: folder, env: { ...process.env, OUTREACH_BASE_URL: '', ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}

async function written(): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name))).toSorted();
}

describe('init', () => {
  it('writes a target file that allows nothing, is read as it is, and holds no credential', async () => {
    const finished = await init(['--url', 'https://staging.example.com'], {
      OUTREACH_TOKEN: 'canary-credential',
    });
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(await written()).toEqual(
      [fileNames.github, fileNames.target, fileNames.knownDeviations].toSorted(),
    );
    const file = path.join(folder, fileNames.target);
    const target = await readTargetFile(file, { OUTREACH_TOKEN: 'a.b.c' });
    expect(target).toMatchObject({ baseUrl: 'https://staging.example.com', token: 'a.b.c', allow: nothing });
    expect(await readKnownDeviations(path.join(folder, fileNames.knownDeviations))).toEqual([]);
    for (const name of await written())
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain('canary-credential');
    expect(finished.stdout).toContain(`${suiteCommand} server --config ${fileNames.target} --plan`);
    expect(finished.stdout).not.toContain('canary-credential');
  });

  it('writes further settings as comments, each as the suite takes it', async () => {
    await init(['--url', 'https://staging.example.com']);
    const file = path.join(folder, fileNames.target);
    const text = await readFile(file, 'utf8');
    const commented = [...text.matchAll(/^ *\/\/ (?="(\w+)": )/gm)].map(([, name]) => name);
    expect(commented).toEqual(
      expect.arrayContaining([
        'otherAccountToken',
        'expiredToken',
        'headers',
        'tls',
        'provision',
        'receiver',
      ]),
    );
    await writeFile(path.join(folder, 'provision.mjs'), 'export default async () => ({});');
    const env = Object.fromEntries(
      [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, `${name}.b.c`]),
    );
    await writeFile(file, text.replaceAll(/^ *\/\/ (?="(?!tls)\w+": )/gm, ''));
    expect(await readTargetFile(file, env)).toMatchObject({
      expiredToken: 'OUTREACH_EXPIRED_TOKEN.b.c',
      headers: { 'cf-access-client-id': 'CF_ACCESS_CLIENT_ID.b.c' },
    });
    await writeFile(file, text.replaceAll(/^ *\/\/ (?="tls": )/gm, ''));
    await expect(readTargetFile(file, env)).rejects.toThrow(/`tls\.ca` .*staging-ca\.pem/);
  });

  it('takes options for what is edited most', async () => {
    const args = ['--url', 'http://127.0.0.1:1/api', '--sender-profile', uuid, '--allow-updates'];
    await init([...args, '--allow-keys', '3', '--max-per-second', '5', '--ci', 'none']);
    expect(await written()).toEqual([fileNames.target, fileNames.knownDeviations].toSorted());
    const target = await readTargetFile(path.join(folder, fileNames.target), { OUTREACH_TOKEN: 'a.b.c' });
    expect(target).toMatchObject({
      fixtures: { senderProfiles: [uuid] },
      allow: { ...nothing, updates: true, createApiKeys: 3 },
      requests: { maxPerSecond: 5 },
    });
  });

  it.each([
    ['github', fileNames.github],
    ['gitlab', fileNames.gitlab],
    ['shell', fileNames.shell],
  ] as const)('writes what %s runs: the example of the package', async (place, name) => {
    await init(['--url', 'https://staging.example.com', '--ci', place]);
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const file of [fileNames.target, fileNames.knownDeviations]) expect(text).toContain(file);
    const { mode } = await stat(path.join(folder, name));
    expect((mode & 0o100) !== 0).toBe(place === 'shell');
  });

  it.each([
    ['no address', [], /init: no address was given; give --url URL/],
    ['no http address', ['--url', 'staging'], /must be an http or https address/],
    ['a credential in the address', ['--url', 'https://me:secret@staging'], /must have no user, password/],
    ['no uuid', ['--url', 'https://x', '--sender-profile', 'x'], /Each must be a UUID/],
    [
      'an environment with a quote',
      ['--url', 'https://x', '--environment', "a'b"],
      /may contain only letters/,
    ],
    [
      'an environment of another place',
      ['--url', 'https://x', '--ci', 'shell', '--environment', 'staging'],
      /--environment is for --ci github/,
    ],
    ['no number', ['--url', 'https://x', '--allow-keys', 'some'], /must be a whole number/],
    [
      'another place',
      ['--url', 'https://x', '--ci', 'jenkins'],
      /Allowed choices are github, gitlab, shell, none/,
    ],
  ])('with %s it writes nothing, and ends with 2', async (_what, args, says) => {
    const { code, stderr } = await init(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain('secret');
    expect(await written()).toEqual([]);
  });

  it('puts the job of the workflow into an environment', async () => {
    const args = ['--url', 'https://staging.example.com', '--environment', 'Pre-prod 2'];
    const { code, stdout } = await init(args);
    expect(code).toBe(0);
    expect(stdout).toContain('Add the secret OUTREACH_TOKEN to the environment Pre-prod 2');
    const text = await readFile(path.join(folder, fileNames.github), 'utf8');
    const workflow: { readonly jobs: { readonly judge: Readonly<Record<string, unknown>> } } = parse(text);
    expect(workflow.jobs.judge).toMatchObject({
      environment: { name: 'Pre-prod 2', deployment: false },
      'runs-on': 'ubuntu-latest',
      if: expect.stringContaining("deployment.environment == 'Pre-prod 2'"),
    });
    expect(text).not.toContain("'staging'");
  });

  it('never replaces a file, unless asked to', async () => {
    const file = path.join(folder, fileNames.github);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'mine');
    const args = ['--url', 'https://staging.example.com'];
    const finished = await init(args);
    expect(finished).toMatchObject({ code: 2, stdout: '' });
    expect(finished.stderr).toBe(
      `outreach-conformance: init: ${fileNames.github} already exists, so nothing was written; give --force to replace\n`,
    );
    expect(await written()).toEqual([fileNames.github]);
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect((await init([...args, '--force'])).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('name: Outreach conformance');
  });
});
