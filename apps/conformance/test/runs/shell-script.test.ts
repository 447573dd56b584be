/** The shell script that `init` writes, run unchanged: only what `npm ci` would install is replaced by stubs. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandbox, serveSandbox, type Sandbox } from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLedgers } from '../../src/ledger/read-ledgers.ts';

const command = fileURLToPath(new URL('../../src/command.ts', import.meta.url));
const example = fileURLToPath(new URL('../../examples/ci/judge.sh', import.meta.url));
/** Judges by a few rules: some that change something, and one that stays undecided. */
const suite = `#!/bin/sh
name=$1
shift
[ "$name" != server ] || set -- --rule PROF --rule TEST-01 "$@"
exec "${process.execPath}" --conditions=@outreach-api/source "${command}" "$name" "$@"
`;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

let folder: string;
let sandbox: Sandbox;
let served: Awaited<ReturnType<typeof serveSandbox>>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-script-'));
  sandbox = await createSandbox();
  served = await serveSandbox(sandbox);
  await copyFile(example, path.join(folder, 'judge.sh'));
  const bin = path.join(folder, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'outreach-conformance'), suite, { mode: 0o755 });
  await writeFile(path.join(bin, 'npx'), '#!/bin/sh\nshift 3\nexec outreach-conformance "$@"\n', {
    mode: 0o755,
  });
  await writeFile(path.join(folder, 'outreach-known-deviations.jsonc'), '[]');
  const target = {
    baseUrl: served.url,
    token: '${OUTREACH_TOKEN}',
    fixtures: { senderProfiles: sandbox.accounts[0].senderProfiles().slice(0, 2) },
    allow: { updates: true },
  };
  await writeFile(path.join(folder, 'outreach-conformance.jsonc'), JSON.stringify(target));
});

afterEach(async () => {
  await served.close();
  sandbox.close();
  await rm(folder, { recursive: true });
});

/** Lists what the target leaves undecided, as printed by the first run. */
async function listUndecided({ output }: Ended): Promise<void> {
  const entries = output.match(/^ {2}\{"rule":.*"verdict":"inconclusive".*\}/gm) ?? [];
  await writeFile(path.join(folder, 'outreach-known-deviations.jsonc'), `[${entries.join(',')}]`);
}

function start(token: string): { readonly script: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn('sh', ['judge.sh'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${folder}/node_modules/.bin:${process.env['PATH'] ?? ''}`,
      OUTREACH_TOKEN: token,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
  return { script: child, ended };
}

function written(): string {
  const { senderProfiles } = sandbox.snapshot();
  return JSON.stringify(
    senderProfiles.map(({ uuid, firstName, lastName, label }) => [uuid, firstName, lastName, label]),
  );
}

async function lastReport(): Promise<string> {
  return readFile(path.join(folder, 'outreach-reports/last.json'), 'utf8');
}

describe('the shell script', () => {
  it('compares with the last run, but not with one that could not be done', async () => {
    const { token } = sandbox.accounts[0];
    const unlisted = await start(token).ended;
    expect(unlisted).toMatchObject({ code: 3, output: expect.stringContaining('undecided and not listed') });
    await listUndecided(unlisted);
    const first = await start(token).ended;
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('nothing needs to be restored') });
    const kept = await lastReport();
    const refused = await start('wrong').ended;
    expect(refused.code).toBe(2);
    expect(refused.output).not.toContain('Verdicts that changed');
    expect(await lastReport()).toBe(kept);
    const again = await start(token).ended;
    expect(again.code).toBe(0);
    expect(again.output).toMatch(/No difference\.|Verdicts that changed/);
  });

  it('restores the target if the run is killed', async () => {
    const before = written();
    const run = start(sandbox.accounts[0].token);
    while (written() === before) await wait(1);
    const { ledgers } = await readLedgers(path.join(folder, '.outreach-conformance'));
    const [ledger] = ledgers;
    process.kill(ledger?.head.pid ?? 0, 'SIGKILL');
    const { code, output } = await run.ended;
    expect(code).toBe(137);
    expect(output).toContain('is as it was before the run');
    expect(written()).toBe(before);
  });

  it('stops the run and restores the target if only the script is asked to stop', async () => {
    const before = written();
    const { script, ended } = start(sandbox.accounts[0].token);
    while (written() === before) await wait(1);
    script.kill('SIGTERM');
    const { code, output } = await ended;
    expect(code).toBe(130);
    expect(output).toContain('nothing needs to be restored');
    expect(written()).toBe(before);
  });
});
