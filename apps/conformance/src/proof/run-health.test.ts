/** Shows, through the command, what becomes of a run that could not be done, or was cut, and what machines are told. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, serveSandbox, type Sandbox } from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import { readReport } from '../report/read-report.ts';
import { callsNobody, type Gateway } from './judge-sandbox.ts';
import { breaksFrom, outageKinds } from './outage.ts';
import { runCommand, startCommand, type Ended } from './real-command.ts';

const outputs = ['--json', 'report.json', '--junit', 'junit.xml', '--html', 'report.html', '--github'];

let folder: string;
let sandbox: Sandbox;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-health-'));
  sandbox = await createSandbox({ seed: 1, rateLimit: null });
});

afterEach(async () => {
  sandbox.close();
  await rm(folder, { recursive: true });
});

/** Runs the command with a target file for this address. */
async function judged(baseUrl: string, args: readonly string[], differing: JsonObject = {}): Promise<Ended> {
  return runCommand(['server', '--config', 'target.json', ...args], await surroundings(baseUrl, differing));
}

async function surroundings(baseUrl: string, differing: JsonObject) {
  const target = {
    baseUrl,
    token: '${OUTREACH_TOKEN}',
    requests: { timeoutMs: 2000, patienceMs: 4000 },
    ...differing,
  };
  await writeFile(path.join(folder, 'target.json'), JSON.stringify(target));
  const env = {
    OUTREACH_TOKEN: sandbox.accounts[0].token,
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
  };
  return { cwd: folder, env };
}

/** Serves the sandbox behind a gateway for as long as `work` takes. */
async function behind<Result>(gateway: Gateway, work: (url: string) => Promise<Result>): Promise<Result> {
  const served = await serveSandbox({
    ...sandbox,
    fetch: async (request, sent) =>
      gateway(request, async (passed) => sandbox.fetch(passed, sent), sandbox, callsNobody),
  });
  try {
    return await work(served.url);
  } finally {
    await served.close();
  }
}

const asItIs: Gateway = async (request, pass) => pass(request);

async function read(file: string): Promise<string> {
  return readFile(path.join(folder, file), 'utf8');
}

/** What holds of all outputs of a run that ended with 2. */
async function expectToldToMachines(why: RegExp, stdout: string): Promise<void> {
  const report = await readReport(path.join(folder, 'report.json'));
  expect(report.verdict).toBe('fail');
  expect(report.error).toMatch(why);
  expect(await read('junit.xml')).toMatch(/<testsuites name="outreach-conformance" .*errors="[1-9]/);
  expect(await read('junit.xml')).toMatch(/<error type="not done" message="/);
  const page = await read('report.html');
  const top = page.slice(page.indexOf('<header'), page.indexOf('</header>'));
  expect(top).toMatch(/ceased to answer as before|could not be done/);
  expect(top.replaceAll(/&\w+;/g, '')).toMatch(why);
  expect(stdout).toMatch(/^::error title=The run could not be done::/m);
  expect((await read('summary.md')).replaceAll(/&#?\w+;/g, '')).toMatch(why);
}

describe('a target that breaks in the middle of a run', () => {
  it.each(outageKinds)(
    'with %s ends it with 2; all that is written says why, and since when',
    async (kind) => {
      const { code, stdout, stderr } = await behind(breaksFrom(120, kind), async (url) =>
        judged(url, [...outputs, '--rule', 'PAGE', '--rule', 'HOOK', '--rule', 'AUTH']),
      );
      expect(code).toBe(2);
      // What a gateway fails to pass on is sent three times, and counts from the last time on.
      const why =
        /no longer answers as it did when the run began: .* since request 1[123]\d, at \d\d:\d\d:\d\d UTC/;
      expect(stderr).toMatch(/waiting up to \d s for the target to answer as before/);
      expect(stderr.trim().split('\n').at(-1)).toMatch(why);
      expect(stdout).toMatch(why);
      expect(stdout).toMatch(/, 0 fail,/);
      await expectToldToMachines(why, stdout);
      const report = await readReport(path.join(folder, 'report.json'));
      expect(report.cutShort).toBe(report.error);
      expect(report.observations).toEqual([]);

      const compared = await runCommand(['compare', 'report.json', 'report.json'], { cwd: folder });
      expect(compared.code).toBe(2);
      expect(compared.stderr).toMatch(
        /report\.json is of a run that was not done, so it cannot be compared: /,
      );
      const merged = await runCommand(['merge', 'report.json'], { cwd: folder });
      expect(merged.code).toBe(2);
      expect(merged.stderr).toMatch(why);
    },
  );
});

describe('a run that cannot be done', () => {
  it('for want of a target tells machines so', async () => {
    const { code, stdout } = await judged('http://127.0.0.1:9', outputs);
    expect(code).toBe(2);
    await expectToldToMachines(/http:\/\/127\.0\.0\.1:9 cannot be reached/, stdout);
  });

  it('for a refused credential tells machines so', async () => {
    const { code, stdout } = await behind(asItIs, async (url) => judged(url, outputs, { token: 'wrong' }));
    expect(code).toBe(2);
    await expectToldToMachines(/refuses the credential/, stdout);
  });

  it('for a wrong target file tells machines so', async () => {
    const { code, stdout } = await judged('http://127.0.0.1:9', outputs, { fixturs: {} });
    expect(code).toBe(2);
    await expectToldToMachines(/fixturs/, stdout);
  });

  it('since not one rule was decided tells machines so', async () => {
    const { code, stdout } = await behind(asItIs, async (url) =>
      judged(url, [...outputs, '--rule', 'KEY-01']),
    );
    expect(code).toBe(2);
    expect(await read('junit.xml')).toMatch(/<error type="not done" message="not one rule was decided"/);
    expect(stdout).toMatch(/^::error title=The run could not be done::not one rule was decided$/m);
  });
});

describe('a run that is cut', () => {
  it('by its requests sends no more, ends with 3, and says how much was decided', async () => {
    let arrived = 0;
    const counting: Gateway = async (request, pass) => {
      arrived += 1;
      return pass(request);
    };
    const args = ['--max-requests', '500', '--json', 'report.json'];
    const { code, stderr } = await behind(counting, async (url) => judged(url, args));
    expect(code).toBe(3);
    expect(stderr).toMatch(/the requests were used up \(--max-requests 500\); \d+ of \d+ rules were decided/);
    const { requests, counts } = await readReport(path.join(folder, 'report.json'));
    expect(arrived).toBeGreaterThan(100);
    expect(requests).toBeGreaterThanOrEqual(arrived);
    expect(requests).toBeLessThanOrEqual(500);
    expect(counts.fail).toBe(0);
  });

  it('by its time ends with 3, or with 1 where a breach was found', async () => {
    const slow: Gateway = async (request, pass) => {
      await new Promise((soon) => setTimeout(soon, 25));
      return pass(request);
    };
    const args = ['--max-minutes', '0.03', '--rule', 'AUTH-01', '--rule', 'PAGE', '--rule', 'FILT'];
    const { code, stderr } = await behind(slow, async (url) =>
      judged(url, args, { requests: { concurrency: 1 } }),
    );
    expect([2, 3]).toContain(code);
    expect(stderr).toMatch(
      /the time was up \(--max-minutes 0\.03\); (?:\d+ of \d+ rules were|not one rule was) decided/,
    );
  });

  it('by nobody ends with 3 where fewer rules were decided than were asked for', async () => {
    const run = async (least: string): Promise<Ended> =>
      behind(asItIs, async (url) => judged(url, ['--rule', 'PAGE-01', '--min-decided', least]));
    expect((await run('1')).code).toBe(0);
    const { code, stderr } = await run('2');
    expect(code).toBe(3);
    expect(stderr).toContain('1 of 1 rules were decided, fewer than 2 (--min-decided)');
  });
});

describe('Ctrl-C', () => {
  it('before any key was made leaves no such entry, and no rule speaks of a budget', async () => {
    let creations = 0;
    let interrupt = (): void => undefined;
    const limited: Gateway = async (request, pass) => {
      if (!request.url.endsWith('/create-api-key')) return pass(request);
      creations += 1;
      if (creations === 1) interrupt();
      return new Response(null, { status: 429, headers: { 'retry-after': '5' } });
    };
    const { code } = await behind(limited, async (url) => {
      const where = await surroundings(url, { allow: { createApiKeys: 3 } });
      const args = ['server', '--config', 'target.json', '--rule', 'KEY', '--json', 'report.json'];
      const { child, ended } = startCommand(args, where);
      interrupt = () => setTimeout(() => child.kill('SIGINT'), 100);
      return ended;
    });
    expect(code).toBe(130);
    expect(creations).toBeGreaterThan(0);
    const written: unknown = JSON.parse(await read('report.json'));
    const report = isRecord(written) ? written : {};
    expect(report['ledger']).toEqual([]);
    expect(JSON.stringify(report['rules'])).not.toContain('used up');
    expect(JSON.stringify(report['rules'])).toContain('the run was stopped');
  });
});
