import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxOptions } from '@outreach-api/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../simulation/simulate.ts';
import type { Comparison } from '@outreach-api/report/comparison/comparison';
import type { JsonReport } from '@outreach-api/report/json-report';
import { commandInProcess, commandInRealTime } from '../command-in-process.ts';
import type { Ended } from '../real-command.ts';

let folder: string;

async function run(args: readonly string[]): Promise<Ended> {
  return commandInRealTime(args, { cwd: folder, env: { GITHUB_ACTIONS: '' } });
}

/** Judges a new sandbox with the command. */
async function judge(options: SandboxOptions, args: readonly string[]): Promise<Ended> {
  return simulate({ seed: 1, sandbox: options }, async ({ sandbox, network, url }) => {
    const env = { GITHUB_ACTIONS: '', OUTREACH_TOKEN: sandbox.accounts[0].token };
    return commandInProcess(['server', '--url', url, ...args], { cwd: folder, env }, network);
  });
}

async function json<Content>(file: string): Promise<Content> {
  return JSON.parse(await readFile(path.join(folder, file), 'utf8'));
}

async function write(file: string, content: unknown): Promise<string> {
  await writeFile(path.join(folder, file), JSON.stringify(content));
  return file;
}

function entry(rule: string, until = '2099-12-31') {
  return { rule, reason: 'an old page', owner: 'team lists', until };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-commands-'));
  const readings = { pageMaximum: '50', limitZero: 'default', listOrder: 'newest' } as const;
  await judge({}, ['--json', 'first.json']);
  await judge({ dialect: readings, seed: 9 }, ['--json', 'second.json']);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('compare of more than two reports', () => {
  it('prints the trend, compares the last two, and writes a page', async () => {
    const files = ['first.json', 'second.json', 'first.json'];
    const { code, stdout, stderr } = await run([
      'compare',
      ...files,
      '--html',
      'trend.html',
      '--json',
      'trend.json',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('3 runs, the oldest first:');
    expect(stdout).toMatch(/PAGE-90 {2}the maximum of limit: (?:50|100), a larger one is clamped → /);
    expect(await readFile(path.join(folder, 'trend.html'), 'utf8')).toContain('>3 runs: ');
    expect(await json<{ trend: { runs: unknown[] } }>('trend.json')).toMatchObject({
      trend: { runs: [{}, {}, {}] },
    });
  });
});

describe('an output of compare that cannot be written', () => {
  it('does not keep the other from being written, and exits with 2', async () => {
    const outputs = ['--json', 'nowhere/trend.json', '--html', 'beside.html'];
    const { code, stderr } = await run(['compare', 'first.json', 'second.json', ...outputs]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^outreach-conformance: nowhere\/trend\.json cannot be written: /);
    expect(await readFile(path.join(folder, 'beside.html'), 'utf8')).toContain('>2 runs: ');
  });
});

describe('--compare-with', () => {
  it('says on the page what each rule was in that report', async () => {
    await judge({ twin: 'limit-13-becomes-12' }, [
      '--compare-with',
      'first.json',
      '--html',
      'now.html',
      '--rule',
      'PAGE',
    ]);
    const page = await readFile(path.join(folder, 'now.html'), 'utf8');
    expect(page).toMatch(/Pagination · <b>pass on \d{4}-\d\d-\d\d<\/b>/);
    expect(page).toMatch(/Pagination; Limits · pass on \d{4}-\d\d-\d\d, too/);
  });

  it('of a file that is no report exits with 2, before anything is sent', async () => {
    const { code, stdout, stderr } = await judge({}, ['--compare-with', await write('no.json', {})]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/no\.json: it is not a report/);
  });
});

describe('compare', () => {
  it('names the three readings in which two sandboxes differ, and exits 0', async () => {
    const { code, stdout, stderr } = await run([
      'compare',
      'first.json',
      'second.json',
      '--json',
      'differ.json',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Verdicts that changed: none');
    expect(stdout).toContain('Observations that changed (3):');
    const { observations, drift, differences } = await json<Comparison>('differ.json');
    expect(observations.map(({ question, changed }) => `${question}: ${changed}`).toSorted()).toEqual([
      'limit zero (limit=0): 400, application/problem+json → 200, limit 20, records',
      'the fields that the list of webhooks is sorted by: created_at ascending → created_at descending',
      'the maximum of limit: 100, a larger one is clamped → 50, a larger one is clamped',
    ]);
    expect({ drift, differences }).toEqual({ drift: 3, differences: 3 });
  });

  it('exits 3 if --fail-on drift finds some, and 0 if there is none', async () => {
    expect((await run(['compare', 'first.json', 'second.json', '--fail-on', 'drift'])).code).toBe(3);
    const same = await run(['compare', 'first.json', 'first.json', '--fail-on', 'difference']);
    expect(same).toMatchObject({ code: 0 });
    expect(same.stdout).toContain('No difference.');
  });

  it('exits with 2 and one line if a file is not a report', async () => {
    await write('target.json', { baseUrl: 'x', token: 'y' });
    for (const file of ['nowhere.json', 'target.json']) {
      const { code, stdout, stderr } = await run(['compare', 'first.json', file]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toMatch(/^outreach-conformance: (nowhere|target)\.json: /);
    }
  });
});

describe('known deviations', () => {
  const twin = { twin: 'default-limit-is-10' } as const;
  const pages = ['--rule', 'PAGE-01', '--rule', 'PAGE-03'];

  it('a failing run prints the entry to paste, which makes the next run green', async () => {
    const red = await judge(twin, pages);
    expect(red.code).toBe(1);
    const pasted = red.stdout.slice(red.stdout.indexOf('{ "deviations"'));
    await writeFile(path.join(folder, 'known.json'), pasted);
    const green = await judge(twin, [
      ...pages,
      '--known-deviations',
      'known.json',
      '--json',
      'known-report.json',
    ]);
    expect(green.code).toBe(0);
    expect(green.stdout).toContain('PAGE-01 is broken as listed');
    expect(await json<JsonReport>('known-report.json')).toMatchObject({
      verdict: 'pass',
      counts: { pass: 1, fail: 1 },
      deviations: [{ rule: 'PAGE-01', state: 'broken', red: false }],
    });
  });

  it('an undecidable rule is red under --fail-on inconclusive, until it is listed; then again once it is decided', async () => {
    const empty = { webhooks: 0 };
    const strict = ['--rule', 'AUTH-02', '--rule', 'PAGE-07', '--fail-on', 'inconclusive'];
    const red = await judge(empty, [...strict, '--github', '--junit', 'red.xml']);
    expect(red.code).toBe(3);
    expect(red.stderr).toContain('1 rule is undecided and not listed as such (PAGE-07)');
    expect(red.stdout).toContain('1 of 2 statements judged, 1 not: 1 could not be decided');
    expect(red.stdout).toMatch(/::error title=1 rule is undecided and not listed as such::PAGE-07/);
    expect(await readFile(path.join(folder, 'red.xml'), 'utf8')).toContain('<failure type="undecided"');
    const pasted = red.stdout.slice(red.stdout.indexOf('{ "deviations"'), red.stdout.indexOf('::error'));
    await writeFile(path.join(folder, 'undecided.json'), pasted);
    const listed = [...strict, '--known-deviations', 'undecided.json'];
    const green = await judge(empty, [...listed, '--json', 'undecided-report.json']);
    expect(green.code).toBe(0);
    expect(green.stdout).toContain('PAGE-07 cannot be decided, as listed');
    expect(await json<JsonReport>('undecided-report.json')).toMatchObject({
      unlisted: [],
      rules: [{ id: 'AUTH-02' }, { id: 'PAGE-07', verdict: 'inconclusive', wants: [] }],
    });
    const stale = await judge({}, listed);
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain('RED  PAGE-07 can be decided now, its verdict is pass: remove its entry');
  });

  it.each([
    ['no longer fails', 'PAGE-03', '2099-12-31', /RED {2}PAGE-03 no longer fails/],
    ['matches no rule', 'PAGE-3', '2099-12-31', /RED {2}PAGE-3 matches no rule/],
    ['is past its date', 'PAGE-01', '2020-12-31', /RED {2}PAGE-01 was accepted until 2020-12-31/],
  ])('an entry that %s makes the run red', async (_what, rule, until, says) => {
    const entries = [entry(rule, until), ...(rule === 'PAGE-01' ? [] : [entry('PAGE-01')])];
    const file = await write('known.json', { deviations: entries });
    const finished = await judge(twin, [...pages, '--known-deviations', file]);
    expect(finished.code).toBe(1);
    expect(finished.stdout).toMatch(says);
  });

  it('an invalid file exits with 2, before anything is sent', async () => {
    const file = await write('known.json', [{ rule: 'PAGE-01' }]);
    const { code, stdout, stderr } = await judge(twin, ['--known-deviations', file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/known\.json: `deviations\[0\]` `reason` is missing/);
  });
});

describe('an archive that the suite itself wrote', () => {
  it('is evidence about the server but not about a client: the suite sends what no client should', async () => {
    await judge({ twin: 'default-limit-is-10' }, ['--har', 'own.har']);
    const { code, stdout } = await run(['judge', '--har', 'own.har', '--json', 'own.json']);
    expect(code).toBe(1);
    expect(stdout).toContain('requests say nothing of a client: the suite sent them');
    const { rules } = await json<JsonReport>('own.json');
    const failed = rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toEqual(['PAGE-01']);
    const ofClients = rules.filter(({ id }) => id.startsWith('CLI-'));
    expect(new Set(ofClients.map(({ verdict }) => verdict))).not.toContain('pass');
  });
});

it('known deviations are written by one night and match the next one, once an owner is named', async () => {
  const night = async (seed: string): Promise<Ended> =>
    judge({ twin: 'default-limit-is-10' }, [
      '--rule',
      'PAGE-01',
      '--seed',
      seed,
      '--write-known-deviations',
      'written.json',
    ]);
  const first = await night('1');
  expect(first.code).toBe(1);
  expect(first.stdout).toContain('written.json: added PAGE-01: name the `owner` of each');
  const unnamed = await night('2');
  expect(unnamed.code).toBe(2);
  expect(unnamed.stderr).toContain('`deviations[0].owner` must match');
  const { deviations } = await json<{ readonly deviations: readonly object[] }>('written.json');
  await write('written.json', { deviations: deviations.map((one) => ({ ...one, owner: 'team lists' })) });
  expect((await night('3')).code).toBe(0);
});
