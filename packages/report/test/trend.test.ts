/** A trend says since when each rule is broken or undecided. */
import { expect, it } from 'vitest';
import type { Verdict } from '@outreach-api/engine';
import { reportHolding } from './report-holding.ts';
import type { JsonReport } from '../src/json-report.ts';
import type { ReportOfFile } from '../src/comparison/compare-reports.ts';
import { trendPage } from '../src/comparison/trend-page.ts';
import { trendText } from '../src/comparison/trend-text.ts';
import { trendOf } from '../src/comparison/trend.ts';

const base = reportHolding('x');

/** A report of a night in November, with these verdicts of the first rules; null leaves a rule out. */
function night(
  day: number,
  verdicts: readonly (Verdict | null)[],
  edit: Partial<JsonReport> = {},
): ReportOfFile {
  const rules = base.rules.flatMap((rule, index) => {
    const verdict = verdicts[index] ?? null;
    return verdict === null ? [] : [{ ...rule, verdict }];
  });
  return {
    file: `${day}.json`,
    report: { ...base, startedAt: `2026-11-${day}T03:00:00.000Z`, rules, ...edit },
  };
}

const nights = [
  night(22, ['pass', 'fail', 'inconclusive']),
  night(20, ['pass', 'pass', 'pass']),
  night(21, ['pass', 'fail', 'fail'], { error: 'the target cannot be reached' }),
  night(23, ['pass', 'fail', 'pass']),
  night(24, ['pass', null, 'inconclusive']),
];

it('orders runs by their start, and leaves out the verdicts of those that were not done', () => {
  const { runs, rules } = trendOf(nights);
  expect(runs.map(({ file, undone }) => [file, undone !== null])).toEqual([
    ['20.json', false],
    ['21.json', true],
    ['22.json', false],
    ['23.json', false],
    ['24.json', false],
  ]);
  expect(rules.map(({ id, verdicts, newest }) => [id, verdicts, newest])).toEqual([
    ['AUTH-01', ['pass', null, 'pass', 'pass', 'pass'], { verdict: 'pass', since: 0 }],
    ['PAGE-06', ['pass', null, 'fail', 'fail', null], { verdict: 'fail', since: 2 }],
    ['KEY-01', ['pass', null, 'inconclusive', 'pass', 'inconclusive'], { verdict: 'inconclusive', since: 4 }],
  ]);
});

it('keeps the order of the files if a report does not say when its run began', () => {
  const [first, second] = [night(24, ['pass']), night(20, ['pass'], { startedAt: '' })];
  expect(trendOf([first, second]).runs.map(({ file }) => file)).toEqual(['24.json', '20.json']);
});

it('says in words since when', () => {
  const text = trendText(trendOf(nights));
  expect(text).toContain('PAGE-06  . FF   fail since 2026-11-22 03:00, pass before: The sentence of PAGE-06');
  expect(text).toContain('KEY-01   . ?.?  inconclusive since 2026-11-24 03:00, pass before: ');
  expect(text).toContain('1 of 3 rules passed in each run that judged them.');
  expect(text).toContain('21.json: not done: the target cannot be reached');
});

it('is a page with a line per rule and a cell per run, the broken first, in which no text takes effect', () => {
  const page = trendPage(
    trendOf([...nights, night(25, ['pass'], { target: { baseUrl: '<script>alert(1)</script>' } })]),
  );
  const rows = [...page.matchAll(/<tr><th scope="row"><span class="id">([\w-]+)<.*?<\/tr>/g)];
  expect(rows.map(([, id]) => id)).toEqual(['PAGE-06', 'KEY-01', 'AUTH-01']);
  for (const [row] of rows) expect(row.match(/class="cell"/g)).toHaveLength(6);
  expect(page).not.toContain('<script>alert');
});
