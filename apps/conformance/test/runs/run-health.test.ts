/**
 * Shows, through the command, the outcome of a run that could not be done or was cut, and its machine-readable output.
 */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { readReport } from '../../src/report/read-report.ts';
import { behind, type Gateway } from '../judge-sandbox.ts';
import { breaksFrom, outageKinds } from '../outage.ts';
import type { Ended } from '../real-command.ts';
import { simulateCommands, type CommandPlace } from '../simulated-command.ts';

const outputs = ['--json', 'report.json', '--junit', 'junit.xml', '--html', 'report.html', '--github'];

/** Works with a sandbox behind a gateway, and a folder for the command. */
async function on<Result>(gateway: Gateway, work: (place: CommandPlace) => Promise<Result>): Promise<Result> {
  const sandbox = { seed: 1, rateLimit: null };
  return simulateCommands({ seed: 1, sandbox, before: behind(gateway) }, work);
}

/** Runs the command with a target file. */
async function judged(
  { url, run, write }: CommandPlace,
  args: readonly string[],
  differing: JsonObject = {},
): Promise<Ended> {
  const requests = { timeoutMs: 2000, patienceMs: 4000 };
  await write('target.json', { baseUrl: url, token: '${OUTREACH_TOKEN}', requests, ...differing });
  return run(['server', '--config', 'target.json', ...args], { GITHUB_STEP_SUMMARY: 'summary.md' });
}

const asItIs: Gateway = async (request, pass) => pass(request);

const nobody: Gateway = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
};

/** What holds for all outputs of a run that exited with 2. */
async function expectMachineReadable(
  { folder, read }: CommandPlace,
  why: RegExp,
  stdout: string,
): Promise<void> {
  const report = await readReport(path.join(folder, 'report.json'));
  expect(report.verdict).toBe('fail');
  expect(report.error).toMatch(why);
  expect(await read('junit.xml')).toMatch(/<testsuites name="outreach-conformance" .*errors="[1-9]/);
  expect(await read('junit.xml')).toMatch(/<error type="not done" message="/);
  const page = await read('report.html');
  const top = page.slice(page.indexOf('<header'), page.indexOf('</header>'));
  expect(top).toMatch(/stopped answering as before|could not be done/);
  expect(top.replaceAll(/&\w+;/g, '')).toMatch(why);
  expect(stdout).toMatch(/^::error title=The run could not be done::/m);
  expect((await read('summary.md')).replaceAll(/&#?\w+;/g, '')).toMatch(why);
}

describe('a target that breaks in the middle of a run', () => {
  it.each(outageKinds)('with %s ends it with 2; all output says why, and since when', async (kind) => {
    await on(breaksFrom(120, kind), async (place) => {
      const args = [...outputs, '--rule', 'PAGE', '--rule', 'HOOK', '--rule', 'AUTH'];
      const { code, stdout, stderr } = await judged(place, args);
      expect(code).toBe(2);
      const why =
        /no longer answers as it did when the run began: .* since request 1[12]\d, at \d\d:\d\d:\d\d UTC/;
      expect(stderr).toMatch(/waiting up to \d s for the target to answer as before/);
      expect(stderr.trim().split('\n').at(-1)).toMatch(why);
      expect(stdout).toMatch(why);
      expect(stdout).toMatch(/, 0 fail,/);
      await expectMachineReadable(place, why, stdout);
      const report = await readReport(path.join(place.folder, 'report.json'));
      expect(report.cutShort).toBe(report.error);
      expect(report.observations).toEqual([]);

      const compared = await place.run(['compare', 'report.json', 'report.json']);
      expect(compared.code).toBe(2);
      expect(compared.stderr).toMatch(
        /report\.json is of a run that could not be done, so it cannot be compared: /,
      );
    });
  });
});

describe('a run that cannot be done says so in machine-readable output', () => {
  it.each<[string, RegExp, Gateway, JsonObject]>([
    ['because of an unreachable target', /http:\/\/127\.0\.0\.1:1 cannot be reached/, nobody, {}],
    ['because of a refused credential', /refuses the credential/, asItIs, { token: 'wrong' }],
    ['because of a wrong target file', /fixturs/, asItIs, { fixturs: {} }],
  ])('%s', async (_what, why, gateway, differing) => {
    await on(gateway, async (place) => {
      const { code, stdout } = await judged(place, outputs, differing);
      expect(code).toBe(2);
      await expectMachineReadable(place, why, stdout);
    });
  });

  it('because not one rule was decided', async () => {
    await on(asItIs, async (place) => {
      const { code, stdout } = await judged(place, [...outputs, '--rule', 'KEY-01']);
      expect(code).toBe(2);
      expect(await place.read('junit.xml')).toMatch(
        /<error type="not done" message="not one rule was decided"/,
      );
      expect(stdout).toMatch(/^::error title=The run could not be done::not one rule was decided$/m);
    });
  });
});

describe('a run that is cut', () => {
  it('by its request limit sends no more, exits with 3, and says how much was decided', async () => {
    let arrived = 0;
    const counting: Gateway = async (request, pass) => {
      arrived += 1;
      return pass(request);
    };
    await on(counting, async (place) => {
      const { code, stderr } = await judged(place, ['--max-requests', '300', '--json', 'report.json']);
      expect(code).toBe(3);
      expect(stderr).toMatch(
        /the requests were used up \(--max-requests 300\); \d+ of \d+ rules were decided/,
      );
      const { requests, counts } = await readReport(path.join(place.folder, 'report.json'));
      expect(arrived).toBeGreaterThan(100);
      expect(requests).toBeGreaterThanOrEqual(arrived);
      expect(requests).toBeLessThanOrEqual(300);
      expect(counts.fail).toBe(0);
    });
  });

  it('by its time limit exits with 3, or with 1 if a breach was found', async () => {
    const slow: Gateway = async (request, pass) => {
      await wait(25);
      return pass(request);
    };
    const args = ['--max-minutes', '0.1', '--rule', 'AUTH-01', '--rule', 'PAGE', '--rule', 'FILT'];
    const { code, stderr } = await on(slow, async (place) =>
      judged(place, args, { requests: { concurrency: 1 } }),
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/the time was up \(--max-minutes 0\.1\); \d+ of \d+ rules were decided/);
  });

  it('by no limit exits with 3 if fewer rules were decided than required', async () => {
    const judge = async (least: string): Promise<Ended> =>
      on(asItIs, async (place) => judged(place, ['--rule', 'PAGE-01', '--min-decided', least]));
    expect((await judge('1')).code).toBe(0);
    const { code, stderr } = await judge('2');
    expect(code).toBe(3);
    expect(stderr).toContain('1 of 1 rules were decided, fewer than 2 (--min-decided)');
  });
});

it('Ctrl-C before any key was created leaves no such entry, and no rule mentions a budget', async () => {
  let creations = 0;
  const limited: Gateway = async (request, pass) => {
    if (!request.url.endsWith('/create-api-key')) return pass(request);
    creations += 1;
    if (creations === 1) setTimeout(() => process.emit('SIGINT'), 100);
    return new Response(null, { status: 429, headers: { 'retry-after': '5' } });
  };
  await on(limited, async (place) => {
    const args = ['--rule', 'KEY', '--json', 'report.json'];
    const { code, stderr } = await judged(place, args, { allow: { createApiKeys: 3 } });
    expect(code).toBe(130);
    expect(stderr).toContain('stopping; restoring what was changed');
    expect(creations).toBeGreaterThan(0);
    const report = await readReport(path.join(place.folder, 'report.json'));
    expect(report.ledger).toEqual([]);
    expect(JSON.stringify(report.rules)).not.toContain('used up');
    expect(JSON.stringify(report.rules)).toContain('the run was stopped');
  });
});
