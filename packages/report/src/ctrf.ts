/** A report in the Common Test Report Format (CTRF), as its dashboards and chat notifiers read it. */
import { harmlessJson } from '@outreach-api/masking/harmless-text';
import type { JsonReport } from './json-report.ts';
import { targetInWords } from './target-in-words.ts';
import { testSuites, type TestCase } from './test-cases.ts';

/** The version of the format. */
const specVersion = '0.0.0';

/**
 * How a case ended, in the words of the format. What could not be decided is `other`, which its readers count apart
 * from what was skipped on purpose.
 */
const statuses = { passed: 'passed', failure: 'failed', error: 'failed' } as const;

/** A report in the Common Test Report Format: a test for each rule, in the suites of the description. */
export function ctrfReport(report: JsonReport): string {
  const { deployment, seconds, seed, startedAt, target, version } = report;
  const start = Date.parse(startedAt) || 0;
  const tests = testSuites(report).flatMap(({ title, cases }) => cases.map((one) => testOf(title, one)));
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  return `${harmlessJson(
    {
      reportFormat: 'CTRF',
      specVersion,
      generatedBy: `@outreach-api/conformance ${version}`,
      results: {
        tool: { name: 'outreach-conformance', version },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: 0,
          other: count('other'),
          start,
          stop: start + Math.round(seconds * 1000),
        },
        environment: {
          appName: targetInWords(target),
          ...(deployment === undefined ? {} : { appVersion: deployment }),
        },
        tests,
        extra: { seed },
      },
    },
    2,
  )}\n`;
}

function testOf(suite: string, one: TestCase) {
  const verdict = one.rule?.verdict;
  const status =
    one.outcome !== 'skipped' ? statuses[one.outcome] : verdict === 'inconclusive' ? 'other' : 'skipped';
  return {
    name: one.name,
    status,
    duration: Math.round(one.seconds * 1000),
    suite: [suite],
    ...(one.outcome === 'passed' ? {} : { message: one.message }),
    ...('text' in one && one.text !== undefined ? { trace: one.text } : {}),
    ...(verdict === undefined ? {} : { rawStatus: verdict }),
  };
}
