import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitOf } from '@outreach-api/report/exit-code';
import { jsonReport } from '../report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { judgeSandbox } from '../../test/judge-sandbox.ts';
import type { Run } from '../run.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { deviationText } from '@outreach-api/report/deviation-text';
import type { DeviationState, KnownDeviation } from '@outreach-api/report/deviations/known-deviation';
import { readKnownDeviations } from './read-known-deviations.ts';

const now = new Date('2026-11-21T23:30:00Z');
let folder: string;
/** Of a sandbox whose default page size is 10: PAGE-01 fails, PAGE-03 passes, TEST-01 is undecided, PROF-04 is skipped. */
let run: Run;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-deviations-'));
  run = await judgeSandbox({
    twin: 'default-limit-is-10',
    rules: selectRules(rules, ['PAGE-01', 'PAGE-03', 'TEST-01', 'PROF-04']),
    target: { allow: {}, provision: null },
  });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function listed(rule: string, more: Partial<KnownDeviation> = {}): KnownDeviation {
  return { rule, reason: 'the list page of 2019', owner: 'team lists', until: '2026-12-31', ...more };
}

function reportWith(...knownDeviations: readonly KnownDeviation[]): JsonReport {
  return jsonReport(run, 'outreach-conformance server', { knownDeviations, now });
}

function redAlone(report: JsonReport): Readonly<Record<string, DeviationState>> {
  return Object.fromEntries(
    report.deviations.filter(({ red }) => red).map(({ rule, state }) => [rule, state]),
  );
}

describe('known deviations are run and judged like all others', () => {
  it('none listed: the breach is red', () => {
    expect(run.results.map(({ rule, verdict }) => [rule.id, verdict])).toEqual([
      ['PAGE-01', 'fail'],
      ['PAGE-03', 'pass'],
      ['TEST-01', 'inconclusive'],
      ['PROF-04', 'skipped'],
    ]);
    expect(reportWith()).toMatchObject({ verdict: 'fail', deviations: [] });
    expect(exitOf(reportWith()).code).toBe(1);
  });

  it('a listed breach does not turn the run red, and is still reported and counted', () => {
    const report = reportWith(listed('PAGE-01'));
    expect(report).toMatchObject({ verdict: 'pass', counts: { fail: 1 } });
    expect(report.rules[0]).toMatchObject({
      id: 'PAGE-01',
      verdict: 'fail',
      breach: { expected: expect.any(String) },
    });
    expect(report.deviations).toMatchObject([{ rule: 'PAGE-01', state: 'broken', red: false }]);
    expect(exitOf(report)).toEqual({ code: 0, why: null });
  });

  it('an entry that no longer fails is red, also beside a breach that is listed', () => {
    const report = reportWith(listed('PAGE-01'), listed('PAGE-03'));
    expect(redAlone(report)).toEqual({ 'PAGE-03': 'kept' });
    expect(exitOf(report).code).toBe(1);
  });

  it('an entry that matches no rule is red, and the rule that was meant is named', () => {
    const report = reportWith(listed('PAGE-01'), listed('PAGE-1'), listed('PAGE-90'));
    expect(redAlone(report)).toEqual({ 'PAGE-1': 'unknown', 'PAGE-90': 'unknown' });
    expect(report.deviations[1]?.says).toContain('did you mean PAGE-01 or PAGE-10?');
    expect(exitOf(report).code).toBe(1);
  });

  it('an entry is good on its last day (UTC) and red on the next, whatever the verdict', () => {
    expect(exitOf(reportWith(listed('PAGE-01', { until: '2026-11-21' }))).code).toBe(0);
    for (const rule of ['PAGE-01', 'PAGE-03', 'TEST-01', 'PROF-04']) {
      const report = reportWith(listed('PAGE-01'), listed(rule, { until: '2026-11-20' }));
      expect(redAlone(report)).toEqual({ [rule]: 'expired' });
      expect(exitOf(report).code).toBe(1);
    }
  });

  it('an entry whose rule is undecided, skipped or not selected is not stale: nobody knows, and it says so', () => {
    const entries = ['TEST-01', 'PROF-04', 'RATE-01'].map((rule) => listed(rule));
    const report = reportWith(listed('PAGE-01'), ...entries);
    expect(report.deviations.map(({ state, red }) => [state, red])).toEqual([
      ['broken', false],
      ['undecided', false],
      ['undecided', false],
      ['not run', false],
    ]);
    expect(report.deviations[1]?.says).toBe(
      'TEST-01 is inconclusive: whether its entry still fits is unknown',
    );
    expect(report.deviations[3]?.says).toContain('not part of this run');
    expect(exitOf(report).code).toBe(0);
  });

  it('a breach that is not listed is red beside one that is', () => {
    expect(exitOf(reportWith(listed('PAGE-04'))).code).toBe(1);
  });
});

describe('a rule that a target leaves undecided for good', () => {
  const undecided = { verdict: 'inconclusive' } as const;

  function strictReportWith(...knownDeviations: readonly KnownDeviation[]): JsonReport {
    return jsonReport(run, 'outreach-conformance server', { knownDeviations, now, failOn: 'inconclusive' });
  }

  it('is accepted under --fail-on inconclusive where it is listed, and printed to be pasted where not', () => {
    const unlisted = strictReportWith(listed('PAGE-01'));
    expect(exitOf(unlisted).code).toBe(3);
    expect(exitOf(unlisted).why).toContain('1 rule is undecided and not listed as such (TEST-01)');
    expect(deviationText(unlisted, 'known.json')).toContain(
      '{"rule":"TEST-01","verdict":"inconclusive","reason":"not allowed or provided: ',
    );
    expect(deviationText(reportWith(listed('PAGE-01')), 'known.json')).not.toContain('TEST-01');
    const report = strictReportWith(listed('PAGE-01'), listed('TEST-01', undecided));
    expect(report.deviations[1]).toMatchObject({ state: 'undecided', red: false });
    expect(report.deviations[1]?.says).toContain('TEST-01 cannot be decided, as listed, accepted until');
    expect(exitOf(report)).toEqual({ code: 0, why: null });
    expect(deviationText(report, 'known.json')).not.toContain('paste');
  });

  it('takes the place of an entry that lists a breach, and the other way round', async () => {
    const listedAsBroken = strictReportWith(listed('PAGE-01'), listed('TEST-01'));
    expect(exitOf(listedAsBroken).code).toBe(3);
    expect(deviationText(listedAsBroken, 'known.json')).toMatch(
      /\{"rule":"TEST-01",.*\} \/\/ instead of the entry that TEST-01 has/,
    );
    const listedAsUndecided = strictReportWith(listed('PAGE-01', undecided), listed('TEST-01', undecided));
    const text = deviationText(listedAsUndecided, undefined);
    expect(text).toMatch(/\{"rule":"PAGE-01",.*\} \/\/ instead of the entry that PAGE-01 has/);
    const file = path.join(folder, 'commented.json');
    await writeFile(file, text.slice(text.indexOf('{ "deviations"')));
    expect(await readKnownDeviations(file)).toMatchObject([{ rule: 'PAGE-01' }]);
  });

  it('is not to be listed where the run was cut: what was not decided by then might have been', () => {
    const cut = { ...run, cutShort: { why: 'time', text: 'the time was up' } } as const;
    const report = jsonReport(cut, '', { knownDeviations: [listed('PAGE-01')], now, failOn: 'inconclusive' });
    expect(report.unlisted).toEqual([]);
    expect(exitOf(report).why).toContain('the time was up');
  });

  it('is red once it is decided, either way, or past its date', () => {
    for (const rule of ['PAGE-01', 'PAGE-03']) {
      const report = strictReportWith(listed(rule, undecided));
      expect(redAlone(report)).toEqual({ [rule]: 'decided' });
      expect(exitOf(report).code).toBe(1);
    }
    const past = strictReportWith(
      listed('PAGE-01'),
      listed('TEST-01', { ...undecided, until: '2026-11-20' }),
    );
    expect(exitOf(past).code).toBe(1);
  });
});

describe('what is printed', () => {
  it('an entry to paste, which then is accepted', async () => {
    const text = deviationText(reportWith(), undefined);
    const file = path.join(folder, 'pasted.json');
    await writeFile(file, text.slice(text.indexOf('{')));
    const [entry] = await readKnownDeviations(file);
    expect(entry).toMatchObject({
      rule: 'PAGE-01',
      breach: expect.stringContaining('page-window'),
      until: '2026-12-21',
    });
    expect(entry?.reason).toContain('10');
    expect(
      exitOf(jsonReport(run, '', { knownDeviations: entry === undefined ? [] : [entry], now })).code,
    ).toBe(0);
  });

  it('nothing to paste for what is listed, and a word on each entry', () => {
    const text = deviationText(reportWith(listed('PAGE-01'), listed('PAGE-03')), 'known.json');
    expect(text).not.toContain('paste');
    expect(text).toContain(
      '  PAGE-01 is broken as listed, accepted until 2026-12-31 (team lists): the list page of 2019',
    );
    expect(text).toContain('  RED  PAGE-03 no longer fails: remove its entry');
    expect(deviationText(reportWith(listed('PAGE-04')), 'known.json')).toContain(
      'of known.json:\n  {"rule":"PAGE-01"',
    );
  });

  it('nothing at all where nothing is listed and nothing fails', async () => {
    const whole = await judgeSandbox({ rules: selectRules(rules, ['PAGE-01']) });
    expect(deviationText(jsonReport(whole, '', { now }), undefined)).toBe('');
  });
});

describe('the file', () => {
  async function read(text: string): Promise<readonly KnownDeviation[]> {
    const file = path.join(folder, 'known.json');
    await writeFile(file, text);
    return readKnownDeviations(file);
  }

  it('is an object with `deviations`, or just the array; comments are allowed', async () => {
    const entry = JSON.stringify(listed('PAGE-01'));
    expect(await read(`// why\n{ "$schema": "x", "deviations": [${entry},] }`)).toEqual([listed('PAGE-01')]);
    expect(await read(`[${entry}]`)).toEqual([listed('PAGE-01')]);
    expect(await read('[]')).toEqual([]);
  });

  it.each([
    [
      'no reason',
      '[{ "rule": "PAGE-01", "owner": "x", "until": "2026-12-31" }]',
      /`deviations\[0\]` `reason` is missing/,
    ],
    [
      'a typo',
      `[{ "rul": "PAGE-01", "reason": "x", "owner": "x", "until": "2026-12-31" }]`,
      /`deviations\[0\]\.rul` is not a key of a file of known deviations; did you mean `rule`\?/,
    ],
    [
      'a blank owner',
      `[${JSON.stringify(listed('PAGE-01', { owner: ' ' }))}]`,
      /`deviations\[0\]\.owner` must match/,
    ],
    [
      'another date',
      `[${JSON.stringify(listed('PAGE-01', { until: '31.12.2026' }))}]`,
      /`deviations\[0\]\.until` must match/,
    ],
    [
      'a date that does not exist',
      `[${JSON.stringify(listed('PAGE-01', { until: '2026-02-30' }))}]`,
      /is not an existing date: 2026-02-30/,
    ],
    [
      'an entry twice',
      `[${JSON.stringify(listed('PAGE-01'))},${JSON.stringify(listed('PAGE-01'))}]`,
      /PAGE-01 is listed twice/,
    ],
    [
      'a breach pinned twice',
      `[${JSON.stringify(listed('PAGE-01', { breach: 'a' }))},${JSON.stringify(listed('PAGE-01', { breach: 'a' }))}]`,
      /PAGE-01 is listed twice; keep one of its entries, or pin another `breach` in each/,
    ],
    [
      'a breach of what cannot be decided',
      `[${JSON.stringify(listed('PAGE-01', { breach: 'a', verdict: 'inconclusive' }))}]`,
      /`deviations\[0\]` has a `breach`, and a `verdict` that says that there is none/,
    ],
    [
      'another verdict',
      `[${JSON.stringify(listed('PAGE-01')).replace('{', '{"verdict":"fail",')}]`,
      /`deviations\[0\]\.verdict` must be equal to constant|`deviations\[0\]\.verdict`/,
    ],
    ['no list', '{ "deviation": [] }', /`deviations` is missing|did you mean `deviations`/],
    ['a number', '7', /the file must be object/],
  ])('with %s is refused', async (_what, text, says) => {
    await expect(read(text)).rejects.toThrow(says);
  });

  it('has a published schema that says the same', async () => {
    const manifest: unknown = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    expect(manifest).toMatchObject({
      exports: { './known-deviations.schema.json': './src/deviations/known-deviations.schema.json' },
    });
  });
});
