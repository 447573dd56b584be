import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, serveSandbox, type Sandbox } from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeTarget } from '../../src/judge-target.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { Journal } from '../../src/ledger/journal.ts';
import { readLedgers } from '../../src/ledger/read-ledgers.ts';
import { Secrets } from '../../src/output/secrets.ts';
import { hurtfulAnswers } from '../services/hurtful-answers.ts';
import { serveHurtfully } from '../services/hurtful-server.ts';
import { sandboxTarget } from '../judge-sandbox.ts';
import { runCommand, withoutProgress } from '../real-command.ts';

let folder: string;
let sandbox: Sandbox;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-cut-'));
});

afterEach(async () => {
  sandbox?.close();
  await rm(folder, { recursive: true });
});

describe('a target that stalls in the middle of a run', () => {
  it('ends it with one line and exit code 2; `restore` puts back what it changed once it answers again', async () => {
    sandbox = await createSandbox();
    const before = written();
    let isStalled = true;
    const server = await serveHurtfully({
      sandbox,
      answer: hurtfulAnswers['no answer'] ?? (() => undefined),
      elsewhere: '',
      hurts: () => isStalled && JSON.stringify(written()) !== JSON.stringify(before),
    });
    const [account] = sandbox.accounts;
    const target = {
      baseUrl: server.url,
      token: '${OUTREACH_TOKEN}',
      fixtures: { senderProfiles: account.senderProfiles().slice(0, 2) },
      allow: { updates: true },
      requests: { timeoutMs: 1000, patienceMs: 5000 },
    };
    await writeFile(path.join(folder, 'target.json'), JSON.stringify(target));
    const surroundings = { cwd: folder, env: { OUTREACH_TOKEN: account.token } };
    try {
      const ledger = ['--ledger', 'my ledger'];
      const args = [
        'server',
        '--config',
        'target.json',
        '--rule',
        'PROF',
        '--github',
        '--json',
        'report.json',
      ];
      const { code, stdout, stderr } = await runCommand([...args, ...ledger], surroundings);
      expect(code).toBe(2);
      const [waiting, left = '', change, command, end] = withoutProgress(stderr).trim().split('\n');
      expect(waiting).toMatch(/is not answered .* waiting up to \d s for the target to answer as before/);
      expect(end).toMatch(/no longer answers as it did when the run began: .* since request \d+, at /);
      expect(left).toMatch(/1 change is left on http/);
      expect(change).toMatch(
        /^ {2}updated sender profile, uuid \S+: it cannot be read; before the run it had \{"first_name":/,
      );
      expect(command).toBe(
        "Put back what can be: npx outreach-conformance restore --config target.json --ledger 'my ledger'",
      );
      expect(stdout).toContain('::error title=1 change is left on the target::Put back what can be: npx');
      const report: unknown = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'));
      expect(report).toMatchObject({ restore: { changes: [change?.trim()] } });
      expect(stdout).toMatch(/0 fail/);
      expect(written()).not.toEqual(before);

      isStalled = false;
      const restored = await runCommand(['restore', '--config', 'target.json', ...ledger], surroundings);
      expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
      expect(written()).toEqual(before);
    } finally {
      await server.close();
    }
  });
});

describe('a run whose time is up', () => {
  it('restores, and leaves undecided what was not decided', async () => {
    sandbox = await createSandbox({ latencyMs: 100 });
    const served = await serveSandbox(sandbox);
    const before = written();
    try {
      const target = sandboxTarget(sandbox, served.url);
      const options = { rules, seed: 1, runs: null, path: null, maxMinutes: 0.15, observe: true };
      const { results, cutShort, stopped } = await judgeTarget(target, options);
      expect(cutShort).toEqual({ why: 'time', text: 'the time was up (--max-minutes 0.15)' });
      expect(stopped).toBe(false);
      const undecided = results.filter(({ verdict }) => verdict === 'inconclusive');
      expect(undecided.some(({ reason }) => reason?.includes('the time was up') === true)).toBe(true);
      expect(results).toHaveLength(rules.length);
      expect(results.filter(({ verdict, fault }) => verdict === 'fail' || fault !== undefined)).toEqual([]);
      expect(written()).toEqual(before);
    } finally {
      await served.close();
    }
  });
});

describe('the ledger on disk', () => {
  const head = {
    kind: 'run',
    format: 1,
    run: 'ab12cd34',
    baseUrl: 'https://staging.example.com',
    startedAt: '2026-11-21T10:00:00.000Z',
    pid: 1,
    host: hostname(),
  } as const;

  it('has a line on the disk before it says so, and no credential, whatever a target answers', async () => {
    const secrets = new Secrets();
    secrets.add('a-very-secret-token', '$OUTREACH_TOKEN');
    const journal = await Journal.in(folder, head, secrets);
    const numbers = await Promise.all(
      ['one', 'two'].map(async (uuid) => journal.before({ kind: 'deleting', what: 'webhook', uuid })),
    );
    expect(new Set(numbers).size).toBe(2);
    await journal.after({ kind: 'profile', uuid: 'three', before: { first_name: 'a-very-secret-token' } });
    const text = await readFile(journal.file, 'utf8');
    expect(text).not.toContain('a-very-secret-token');
    const lines = text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([head, { uuid: 'one' }, { uuid: 'two' }, { uuid: 'three', masked: true }]);
    await journal.close();
  });

  it('says no more than that the run was here where nothing is left on the target', async () => {
    for (const isAnythingLeft of [false, true]) {
      const journal = await Journal.in(folder, { ...head, run: String(isAnythingLeft) }, new Secrets());
      await journal.before({ kind: 'updating', uuid: 'one', fields: {} });
      await journal.finish(isAnythingLeft);
      await journal.close();
    }
    const kinds = (await readLedgers(folder)).map(({ head: { run }, lines, isFinished }) => [
      run,
      lines.map(({ kind }) => kind),
      isFinished,
    ]);
    expect(kinds).toEqual([
      ['false', ['finished'], true],
      ['true', ['updating', 'finished'], true],
    ]);
  });

  it('keeps changes from being sent where it cannot be written', async () => {
    sandbox = await createSandbox();
    const served = await serveSandbox(sandbox);
    try {
      const file = path.join(folder, 'not-a-folder');
      await writeFile(file, '');
      const judging = judgeTarget(sandboxTarget(sandbox, served.url), {
        rules,
        seed: 1,
        runs: null,
        path: null,
        ledger: file,
      });
      await expect(judging).rejects.toThrow(/not-a-folder: the ledger cannot be read/);
      expect(sandbox.record).toEqual([]);
    } finally {
      await served.close();
    }
  });
});

function written() {
  return sandbox.snapshot().senderProfiles.map(({ uuid, firstName, lastName, label, schedule }) => ({
    uuid,
    firstName,
    lastName,
    label,
    schedule,
  }));
}
