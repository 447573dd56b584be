import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { portOf } from './port-of.ts';
import { withoutProgress } from './real-command.ts';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  createSandbox,
  serveSandbox,
  type Sandbox,
  type SandboxOptions,
  type ServedSandbox,
  type Snapshot,
} from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonReport } from '../report/json-report.ts';

const command = fileURLToPath(new URL('../command.ts', import.meta.url));
const node = ['--conditions=@outreach-api/source', command];

interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;
let sandbox: Sandbox;
let served: ServedSandbox;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-conformance-'));
});

afterEach(async () => {
  await served?.close();
  sandbox?.close();
  await rm(folder, { recursive: true });
});

async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = await createSandbox(options);
  served = await serveSandbox(sandbox);
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...node, ...args],
      { cwd: folder, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

async function targetFile(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const [first, second] = sandbox.accounts;
  const [one, other, ...rest] = first.senderProfiles();
  const file = path.join(folder, 'target.json');
  const target = {
    baseUrl: served.url,
    token: '${OUTREACH_TOKEN}',
    otherAccountToken: second.token,
    expiredToken: first.expiredToken,
    fixtures: {
      senderProfiles: [one, other],
      disposableSenderProfiles: rest,
      disposableWebhooks: first.webhooks().slice(0, 3),
    },
    ...more,
  };
  await writeFile(file, JSON.stringify(target));
  return file;
}

function credentials(): Readonly<Record<string, string>> {
  return { OUTREACH_TOKEN: sandbox.accounts[0].token };
}

const allowed = { allow: { createApiKeys: 10, deliveries: 40, updates: true, deletes: true, flood: 0 } };

describe('what cannot be run ends with exit code 2 and one clear line', () => {
  const expectOneLine = ({ code, stdout, stderr }: Finished, says: RegExp): void => {
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(says);
  };

  it('a closed port', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const port = portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    const finished = await run(['server', '--url', `http://127.0.0.1:${port}`], { OUTREACH_TOKEN: 'x' });
    expectOneLine(finished, new RegExp(`127\\.0\\.0\\.1:${port} cannot be reached: .*ECONNREFUSED`));
  });

  it('a wrong credential', async () => {
    await start();
    expectOneLine(
      await run(['server', '--url', served.url], { OUTREACH_TOKEN: 'wrong-credential' }),
      /refuses the credential: GET .* was answered 401/,
    );
  });

  it('a typo in a key', async () => {
    await start();
    const file = await targetFile({ alow: {} });
    expectOneLine(
      await run(['server', '--config', file], credentials()),
      /target\.json: `alow` is not a key of a target file; did you mean `allow`\?/,
    );
  });

  it('a typo in a nested key', async () => {
    await start();
    const file = await targetFile({ allow: { update: true } });
    expectOneLine(
      await run(['server', '--config', file], credentials()),
      /`allow\.update` is not a key of a target file; did you mean `updates`\?/,
    );
  });

  it('a wrong value', async () => {
    await start();
    const file = await targetFile({ filter: { placement: 'header' } });
    expectOneLine(
      await run(['server', '--config', file], credentials()),
      /`filter\.placement` must be one of/,
    );
  });

  it('a missing environment variable', async () => {
    await start();
    const file = await targetFile({ expiredToken: '${OUTREACH_NOT_SET}' });
    expectOneLine(
      await run(['server', '--config', file], credentials()),
      /`expiredToken` names the environment variable OUTREACH_NOT_SET, which is not set/,
    );
  });

  it('no such file, and a file that is no JSON', async () => {
    expectOneLine(await run(['server', '--config', 'nowhere.json']), /nowhere\.json: there is no such file/);
    await writeFile(path.join(folder, 'broken.json'), '{\n "baseUrl": "x",\n oops }');
    expectOneLine(
      await run(['server', '--config', 'broken.json']),
      /broken\.json: it is not JSON \(line 3\)/,
    );
  });

  it('no target at all', async () => {
    expectOneLine(
      await run(['server'], { OUTREACH_BASE_URL: '', OUTREACH_TOKEN: '' }),
      /no target: give --config FILE or --url URL/,
    );
  });

  it('a rule that there is not', async () => {
    await start();
    expectOneLine(
      await run(['server', '--config', await targetFile(), '--rule', 'NOPE'], credentials()),
      /--rule NOPE: there is no such rule or group; groups are AUTH, /,
    );
  });

  it('a provision module that is not there', async () => {
    await start();
    expectOneLine(
      await run(['server', '--config', await targetFile({ provision: './gone.mjs' })], credentials()),
      /`provision` .*gone\.mjs cannot be loaded/,
    );
  });
});

describe('a run', () => {
  it('of a conforming target with everything allowed exits 0, writes its report, and shows no credential', async () => {
    await start();
    const file = await targetFile(allowed);
    const report = path.join(folder, 'out.json');
    const finished = await run(['server', '--config', file, '--json', report], credentials());
    expect(withoutProgress(finished.stderr)).toBe('');
    expect(finished.code).toBe(0);
    const written = await readFile(report, 'utf8');
    const { verdict, counts }: JsonReport = JSON.parse(written);
    expect(verdict).toBe('pass');
    expect(finished.stdout).toContain(
      `${counts.pass} pass, 0 fail, ${counts.inconclusive} inconclusive, ${counts.skipped} skipped`,
    );
    for (const text of [finished.stdout, written]) expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
  });

  it('of a broken target exits 1 with a curl that works when pasted and a replay that shows the same breach', async () => {
    await start({ twin: 'default-limit-is-10' });
    const file = await targetFile();
    const report = path.join(folder, 'out.json');
    const finished = await run(
      ['server', '--config', file, '--json', report, '--rule', 'PAGE-01', '--seed', '5'],
      credentials(),
    );
    expect(finished.code).toBe(1);
    const { rules }: JsonReport = JSON.parse(await readFile(report, 'utf8'));
    const breach = rules[0]?.breach;
    expect(finished.stdout).toContain('PAGE-01 (stated; Pagination; Limits)');
    expect(breach?.given).toEqual({ limit: null, place: null });

    const pasted = await new Promise<string>((resolve) => {
      execFile(
        'sh',
        ['-c', breach?.curl ?? ''],
        { env: { ...process.env, ...credentials() } },
        (_error, stdout) => {
          resolve(stdout);
        },
      );
    });
    expect(pasted).toContain('"limit":10');

    const replay = (breach?.replay ?? '').split(' ').slice(2);
    const again = await run([...replay, '--json', report], credentials());
    expect(again.code).toBe(1);
    const second: JsonReport = JSON.parse(await readFile(report, 'utf8'));
    const replayed = second.rules[0]?.breach;
    expect(replayed).toMatchObject({
      expected: breach?.expected,
      actual: breach?.actual,
      given: breach?.given,
    });
  });

  it('without `allow` only reads, even on a target that lets everyone delete', async () => {
    await start({ twin: 'anyone-may-delete' });
    const before = sandbox.snapshot();
    const finished = await run(['server', '--config', await targetFile()], credentials());
    expect(finished.code).toBe(0);
    expect(new Set(sandbox.record.map(({ effect }) => effect))).toEqual(new Set(['none']));
    const written = sandbox.record.filter(
      ({ method, operation }) => method !== 'GET' && operation !== 'webhooks.test',
    );
    expect(written).toEqual([]);
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('that is stopped with Ctrl-C leaves sender profiles as they were', async () => {
    await start({ latencyMs: 5 });
    const before = sandbox.snapshot().senderProfiles.map(names);
    const child = spawn(
      process.execPath,
      [...node, 'server', '--config', await targetFile(allowed), '--rule', 'PROF'],
      {
        cwd: folder,
        env: { ...process.env, ...credentials() },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await until(
      () => JSON.stringify(sandbox.snapshot().senderProfiles.map(names)) !== JSON.stringify(before),
      child,
    );
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(sandbox.snapshot().senderProfiles.map(names)).toEqual(before);
  });
});

function names({ firstName, lastName, label }: Snapshot['senderProfiles'][number]) {
  return { firstName, lastName, label };
}

async function until(condition: () => boolean, child: ChildProcess): Promise<void> {
  while (!condition()) {
    if (child.exitCode !== null) throw new Error('the run was over before it updated anything');
    await wait(1);
  }
}
