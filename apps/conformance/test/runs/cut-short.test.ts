import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Snapshot } from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulate } from '../simulation/simulate.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { Journal } from '../../src/ledger/journal.ts';
import { readLedgers } from '../../src/ledger/read-ledgers.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { Unwritten } from '../../src/output/unwritten.ts';
import { behind, sandboxTarget, type Gateway } from '../judge-sandbox.ts';
import { withoutProgress } from '../real-command.ts';
import { simulateCommands } from '../simulated-command.ts';
import { suiteCommand } from '../../src/installation/suite-command.ts';

function written({ senderProfiles }: Snapshot) {
  return senderProfiles.map(({ uuid, firstName, lastName, label, schedule }) => ({
    uuid,
    firstName,
    lastName,
    label,
    schedule,
  }));
}

describe('a target that stalls in the middle of a run', () => {
  it('ends it with one line and exit code 2; `restore` undoes the changes once it answers again', async () => {
    let isStalled = true;
    let before = '';
    const gateway: Gateway = async (request, pass, sandbox) => {
      const now = JSON.stringify(written(sandbox.snapshot()));
      before ||= now;
      if (isStalled && now !== before) await wait(3_600_000);
      return pass(request);
    };
    await simulateCommands(
      { seed: 1, before: behind(gateway) },
      async ({ sandbox, url, run, read, write }) => {
        const data = written(sandbox.snapshot());
        await write('target.json', {
          baseUrl: url,
          token: '${OUTREACH_TOKEN}',
          fixtures: { senderProfiles: sandbox.accounts[0].senderProfiles().slice(0, 2) },
          allow: { updates: true },
          requests: { timeoutMs: 1000, patienceMs: 5000 },
        });
        const ledger = ['--ledger', 'my ledger'];
        const forms = ['--github', '--json', 'report.json'];
        const judge = ['server', '--config', 'target.json', '--rule', 'PROF', ...forms, ...ledger];
        const { code, stdout, stderr } = await run(judge);
        expect(code).toBe(2);
        const lines = withoutProgress(stderr).trim().split('\n');
        const [waiting, left = ''] = lines;
        const [command, end] = lines.slice(-2);
        // Both profiles may have been updated at the same time.
        const changes = lines.slice(2, -2);
        expect(waiting).toMatch(/is not answered .* waiting up to \d s for the target to answer as before/);
        expect(end).toMatch(/no longer answers as it did when the run began: .* since request \d+, at /);
        const counted = changes.length === 1 ? '1 change is' : `${changes.length} changes are`;
        expect(left).toContain(`${counted} left on http`);
        expect(changes.length).toBeGreaterThan(0);
        for (const change of changes)
          expect(change).toMatch(
            /^ {2}updated sender profile, uuid \S+: it cannot be read; before the run it had \{"first_name":/,
          );
        expect(command).toBe(
          `Restore what can be: ${suiteCommand} restore --config target.json --ledger 'my ledger'`,
        );
        expect(stdout).toContain(`::error title=${counted} left on the target::Restore what can be: npx`);
        const report: unknown = JSON.parse(await read('report.json'));
        expect(report).toMatchObject({ restore: { changes: changes.map((change) => change.trim()) } });
        expect(stdout).toMatch(/0 fail/);
        expect(written(sandbox.snapshot())).not.toEqual(data);

        isStalled = false;
        const restored = await run(['restore', '--config', 'target.json', ...ledger]);
        expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
        expect(written(sandbox.snapshot())).toEqual(data);
      },
    );
  });
});

describe('a target that refuses to be restored', () => {
  it('is never green: exit code 3, and each report says first what is left and how to restore it', async () => {
    let first = '';
    const gateway: Gateway = async (request, pass, sandbox) => {
      first ||= sandbox.snapshot().senderProfiles[0]?.firstName ?? '';
      const body = request.method === 'PUT' ? await request.clone().text() : '';
      return body.includes(`"first_name":${JSON.stringify(first)}`)
        ? Response.json({ detail: 'no' }, { status: 422 })
        : pass(request);
    };
    await simulateCommands({ seed: 1, before: behind(gateway) }, async (place) => {
      const { sandbox, url, run, read, write } = place;
      await write('target.json', {
        baseUrl: url,
        token: '${OUTREACH_TOKEN}',
        fixtures: { senderProfiles: sandbox.accounts[0].senderProfiles().slice(0, 1) },
        allow: { updates: true },
      });
      const forms = ['--json', 'report.json', '--junit', 'report.xml', '--html', 'report.html', '--github'];
      const judge = ['server', '--config', 'target.json', '--rule', 'PROF-05', '--rule', 'PAGE-01', ...forms];
      const { code, stderr } = await run(judge, { GITHUB_STEP_SUMMARY: 'summary.md' });
      const left = '1 change is left on the target';
      const command = `${suiteCommand} restore --config target.json`;
      expect(withoutProgress(stderr).trim().split('\n').at(-1)).toBe(`outreach-conformance: ${left}`);
      expect(code).toBe(3);
      expect(Object.keys(JSON.parse(await read('report.json'))).slice(0, 3)).toEqual([
        'verdict',
        'error',
        'restore',
      ]);
      const [junit, html, summary] = await Promise.all(['report.xml', 'report.html', 'summary.md'].map(read));
      expect(junit).toContain(
        `<failure type="not restored" message="${left}. Restore what can be: ${command}`,
      );
      expect(html).toMatch(
        new RegExp(`<header class="top undecided">[^]*${left}[^]*${command}[^]*</header>`),
      );
      expect(summary?.split('\n')[0]).toContain(left);
      expect(summary).toContain(`Restore what can be: <code>${command}`);
    });
  });
});

describe('a run whose time is up', () => {
  it('restores, and leaves the rest undecided', async () => {
    const simulation = { seed: 1, sandbox: { latencyMs: 100 } };
    await simulate(simulation, async ({ sandbox, network, url }) => {
      const before = written(sandbox.snapshot());
      const target = sandboxTarget(sandbox, url);
      const options = { rules, seed: 1, runs: null, path: null, maxMinutes: 0.15, observe: true, network };
      const { results, cutShort, stopped } = await judgeTarget(target, options);
      expect(cutShort).toEqual({ why: 'time', text: 'the time was up (--max-minutes 0.15)' });
      expect(stopped).toBe(false);
      const undecided = results.filter(({ verdict }) => verdict === 'inconclusive');
      expect(undecided.some(({ reason }) => reason?.includes('the time was up') === true)).toBe(true);
      expect(results).toHaveLength(rules.length);
      expect(results.filter(({ verdict, fault }) => verdict === 'fail' || fault !== undefined)).toEqual([]);
      expect(written(sandbox.snapshot())).toEqual(before);
    });
  });
});

describe('the ledger on disk', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'outreach-cut-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const head = {
    kind: 'run',
    format: 1,
    run: 'ab12cd34',
    baseUrl: 'https://staging.example.com',
    startedAt: '2026-11-21T10:00:00.000Z',
    pid: 1,
    host: hostname(),
  } as const;

  it('has a line on disk before it reports so, and no credential, whatever a target answers', async () => {
    const secrets = new Secrets();
    secrets.add('a-very-secret-token', '$OUTREACH_TOKEN');
    const journal = await Journal.in(folder, { head, secrets, unwritten: new Unwritten() });
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

  it('says only that the run took place if nothing is left on the target', async () => {
    for (const isAnythingLeft of [false, true]) {
      const journal = await Journal.in(folder, {
        head: { ...head, run: String(isAnythingLeft) },
        secrets: new Secrets(),
        unwritten: new Unwritten(),
      });
      await journal.before({ kind: 'updating', uuid: 'one', fields: {} });
      await journal.finish(isAnythingLeft);
      await journal.close();
    }
    const kinds = (await readLedgers(folder)).ledgers.map(({ head: { run }, lines, isFinished }) => [
      run,
      lines.map(({ kind }) => kind),
      isFinished,
    ]);
    expect(kinds).toEqual([
      ['false', ['finished'], true],
      ['true', ['updating', 'finished'], true],
    ]);
  });

  it('prevents changes from being sent if it cannot be written', async () => {
    const file = path.join(folder, 'not-a-folder');
    await writeFile(file, '');
    await simulate({ seed: 1 }, async ({ sandbox, network, url }) => {
      const options = { rules, seed: 1, runs: null, path: null, ledger: file, network };
      const judging = judgeTarget(sandboxTarget(sandbox, url), options);
      await expect(judging).rejects.toThrow(/not-a-folder: the ledger cannot be read/);
      expect(sandbox.record).toEqual([]);
    });
  });
});
