import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createSandbox,
  serveSandbox,
  type Sandbox,
  type SandboxOptions,
  type ServedSandbox,
  type Snapshot,
} from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonReport } from '@outreach-api/report/json-report';
import { commandInRealTime } from '../command-in-process.ts';
import { portOf } from '../port-of.ts';
import { runCommand, startCommand, untilHolds, withoutProgress, type Ended } from '../real-command.ts';
import { simulateCommands } from '../simulated-command.ts';
import { suiteCommand } from '../../src/installation/suite-command.ts';

/** A target file for a sandbox at this address, with fixtures. */
function targetOf(sandbox: Sandbox, baseUrl: string, more: Readonly<Record<string, unknown>> = {}) {
  const [first, second] = sandbox.accounts;
  const [one, other, ...rest] = first.senderProfiles();
  return {
    baseUrl,
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
}

const allowed = { allow: { createApiKeys: 10, deliveries: 40, updates: true, deletes: true, flood: 0 } };

describe('a command that cannot be run ends with exit code 2 and one clear line', () => {
  const expectOneLine = ({ code, stdout, stderr }: Ended, says: RegExp): void => {
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(says);
  };

  it('a closed port', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const port = portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    const surroundings = { cwd: tmpdir(), env: { OUTREACH_TOKEN: 'x' } };
    const finished = await commandInRealTime(
      ['server', '--quiet', '--url', `http://127.0.0.1:${port}`],
      surroundings,
    );
    expectOneLine(finished, new RegExp(`127\\.0\\.0\\.1:${port} cannot be reached: .*ECONNREFUSED`));
  });

  it('a wrong credential', async () => {
    await simulateCommands({ seed: 1 }, async ({ run, url }) => {
      expectOneLine(
        await run(['server', '--url', url], { OUTREACH_TOKEN: 'wrong-credential' }),
        /refuses the credential: GET .* was answered 401/,
      );
    });
  });

  it.each<[string, object, RegExp]>([
    [
      'a typo in a key',
      { alow: {} },
      /target\.json: `alow` is not a key of a target file; did you mean `allow`\?/,
    ],
    [
      'a typo in a nested key',
      { allow: { update: true } },
      /`allow\.update` is not a key of a target file; did you mean `updates`\?/,
    ],
    ['a wrong value', { filter: { placement: 'header' } }, /`filter\.placement` must be one of/],
    [
      'a missing environment variable',
      { expiredToken: '${OUTREACH_NOT_SET}' },
      /`expiredToken` names the environment variable OUTREACH_NOT_SET, which is not set/,
    ],
  ])('%s', async (_what, more, says) => {
    await simulateCommands({ seed: 1 }, async ({ run, write, sandbox, url }) => {
      await write('target.json', targetOf(sandbox, url, { ...more }));
      expectOneLine(await run(['server', '--config', 'target.json']), says);
    });
  });

  it('a missing provision module', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'outreach-conformance-'));
    const target = { baseUrl: 'http://127.0.0.1:9', token: 'x', provision: './gone.mjs' };
    await writeFile(path.join(folder, 'target.json'), JSON.stringify(target));
    const finished = await commandInRealTime(['server', '--config', 'target.json'], { cwd: folder });
    await rm(folder, { recursive: true });
    expectOneLine(finished, /`provision` .*gone\.mjs cannot be loaded/);
  });

  it('no such file, and a file that is not JSON', async () => {
    await simulateCommands({ seed: 1 }, async ({ run, write }) => {
      expectOneLine(
        await run(['server', '--config', 'nowhere.json']),
        /nowhere\.json: there is no such file/,
      );
      await write('broken.json', '{\n "baseUrl": "x",\n oops }');
      expectOneLine(
        await run(['server', '--config', 'broken.json']),
        /broken\.json: it is not JSON \(line 3\)/,
      );
    });
  });

  it('no target at all', async () => {
    await simulateCommands({ seed: 1 }, async ({ run }) => {
      expectOneLine(
        await run(['server'], { OUTREACH_BASE_URL: '', OUTREACH_TOKEN: '' }),
        /no target: give --config FILE or --url URL/,
      );
    });
  });

  it('an unknown rule', async () => {
    await simulateCommands({ seed: 1 }, async ({ run, url }) => {
      expectOneLine(
        await run(['server', '--url', url, '--rule', 'NOPE']),
        /--rule NOPE: there is no such rule or group; groups are AUTH, /,
      );
    });
  });
});

it('without `allow`, a run only reads, even on a target that lets everyone delete', async () => {
  const simulation = { seed: 1, sandbox: { twin: 'anyone-may-delete' } } as const;
  await simulateCommands(simulation, async ({ run, write, sandbox, url }) => {
    await write('target.json', targetOf(sandbox, url));
    const before = sandbox.snapshot();
    const finished = await run(['server', '--config', 'target.json']);
    expect(finished.code).toBe(0);
    expect(new Set(sandbox.record.map(({ effect }) => effect))).toEqual(new Set(['none']));
    const written = sandbox.record.filter(
      ({ method, operation }) => method !== 'GET' && operation !== 'webhooks.test',
    );
    expect(written).toEqual([]);
    expect(sandbox.snapshot()).toEqual(before);
  });
});

describe('a run, in a process of its own', () => {
  let folder: string;
  let sandbox: Sandbox;
  let served: ServedSandbox;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'outreach-conformance-'));
  });

  afterEach(async () => {
    await served.close();
    sandbox.close();
    await rm(folder, { recursive: true });
  });

  async function start(options: SandboxOptions, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    sandbox = await createSandbox(options);
    served = await serveSandbox(sandbox);
    const target = JSON.stringify(targetOf(sandbox, served.url, more));
    await writeFile(path.join(folder, 'target.json'), target);
  }

  function surroundings() {
    return { cwd: folder, env: { OUTREACH_TOKEN: sandbox.accounts[0].token } };
  }

  async function report(): Promise<{ readonly text: string; readonly json: JsonReport }> {
    const text = await readFile(path.join(folder, 'out.json'), 'utf8');
    return { text, json: JSON.parse(text) };
  }

  const judge = ['server', '--config', 'target.json', '--json', 'out.json'];

  it('of a conforming target with everything allowed exits 0, writes its report, and shows no credential', async () => {
    await start({}, allowed);
    const finished = await runCommand(judge, surroundings());
    expect(withoutProgress(finished.stderr)).toBe('');
    expect(finished.code).toBe(0);
    const { text, json } = await report();
    const { pass, inconclusive, skipped } = json.counts;
    expect(json.verdict).toBe('pass');
    expect(finished.stdout).toContain(
      `${pass} pass, 0 fail, ${inconclusive} inconclusive, ${skipped} skipped`,
    );
    for (const shown of [finished.stdout, text]) expect(shown).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
  });

  it('of a broken target exits 1 with a curl that works when pasted and a replay that shows the same breach', async () => {
    await start({ twin: 'default-limit-is-10' });
    const finished = await runCommand([...judge, '--rule', 'PAGE-01', '--seed', '5'], surroundings());
    expect(finished.code).toBe(1);
    const [first] = (await report()).json.rules;
    const breach = first?.breach;
    expect(finished.stdout).toContain('PAGE-01 (stated; Pagination; Limits)');
    expect(breach?.given).toEqual({ limit: null, place: null });

    const pasted = await new Promise<string>((resolve) => {
      const env = { ...process.env, ...surroundings().env };
      execFile('sh', ['-c', breach?.curl ?? ''], { env }, (_error, stdout) => {
        resolve(stdout);
      });
    });
    expect(pasted).toContain('"limit":10');

    const replay = (breach?.replay ?? '').slice(suiteCommand.length + 1).split(' ');
    const again = await commandInRealTime([...replay, '--json', 'out.json'], surroundings());
    expect(again.code).toBe(1);
    expect((await report()).json.rules[0]?.breach).toMatchObject({
      expected: breach?.expected,
      actual: breach?.actual,
      given: breach?.given,
    });
  });

  it('stopped with Ctrl-C leaves sender profiles unchanged', async () => {
    await start({ latencyMs: 5 }, allowed);
    const before = sandbox.snapshot().senderProfiles.map(names);
    const run = startCommand([...judge, '--rule', 'PROF'], surroundings());
    await untilHolds(
      run,
      () => JSON.stringify(sandbox.snapshot().senderProfiles.map(names)) !== JSON.stringify(before),
    );
    run.child.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
    expect(sandbox.snapshot().senderProfiles.map(names)).toEqual(before);
  });
});

function names({ firstName, lastName, label }: Snapshot['senderProfiles'][number]) {
  return { firstName, lastName, label };
}
