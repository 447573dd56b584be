/** Readers of test results can read the JUnit file, whatever a target says. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'test-results-parser';
import { expect, it } from 'vitest';
import { reportHolding } from './report-holding.ts';
import type { JsonReport } from '../src/json-report.ts';
import { junitXml } from '../src/junit.ts';

async function read(report: JsonReport): Promise<ReturnType<typeof parse>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outreach-junit-'));
  const file = path.join(folder, 'junit.xml');
  await writeFile(file, junitXml(report));
  const result = parse({ type: 'junit', files: [file] });
  await rm(folder, { recursive: true });
  return result;
}

/** The name of each suite, and the results of its cases: a known breach is skipped. */
function statusesOf({ suites }: ReturnType<typeof parse>): readonly (readonly string[])[] {
  return suites.map(({ name, cases }) => [name, ...cases.map(({ status }) => status)]);
}

it('has a suite for each part of the description and a case for each rule, with its outcome', async () => {
  const result = await read(reportHolding('`has_more` is true'));
  expect(result.failed).toBe(3);
  expect(statusesOf(result)).toEqual([
    ['The run', 'PASS'],
    ['Every operation', 'PASS'],
    ['Lists', 'FAIL'],
    ['API keys', 'FAIL'],
    ['Webhooks', 'SKIP'],
    ['Rate limit', 'SKIP'],
    ['Known deviations', 'PASS', 'FAIL'],
  ]);
  for (const suite of result.suites)
    expect(suite.skipped).toBe(suite.cases.filter(({ status }) => status === 'SKIP').length);
  const undecided = result.suites[3]?.cases[0];
  expect(undecided?.failure).toContain('inconclusive, and not listed as such: could not have seen');
  expect(undecided?.stack_trace).toContain('"rule":"KEY-01","verdict":"inconclusive"');
  const failed = result.suites[2]?.cases[0];
  expect(failed?.name).toBe('PAGE-06 The sentence of PAGE-06 about `has_more`.');
  expect(failed?.failure).toBe('expected `has_more` is true; actual `has_more` is true');
  expect(failed?.stack_trace).toContain('replay    outreach-conformance server --rule PAGE-06');
});

it.each([
  ['markup', `</failure></testcase><testcase name="x"/><!-- ]]> & " '`],
  ['control characters', 'a\u0000b\u0001c\u001Bd\uFFFE'],
  ['half a character', 'a\uD800b'],
])('is well formed and has the same cases where a target answers %s', async (_, text) => {
  const result = await read(reportHolding(text));
  expect(statusesOf(result)).toEqual(statusesOf(await read(reportHolding('ordinary'))));
  expect(junitXml(reportHolding(text))).not.toMatch(/(?![\t\n\r])\p{Cc}|\uFFFE|\p{Surrogate}/u);
});
