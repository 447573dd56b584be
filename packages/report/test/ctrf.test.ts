/** Readers of the Common Test Report Format accept the file, whatever a target says. */
import { parse, validate } from 'ctrf';
import { expect, it } from 'vitest';
import { reportHolding } from './report-holding.ts';
import { ctrfReport } from '../src/ctrf.ts';

it('fits the schema, whatever a target says', () => {
  for (const text of ['`has_more` is true', '\u0000\u001B[2J\u202E', '<script>', ''])
    expect(validate(JSON.parse(ctrfReport(reportHolding(text))))).toMatchObject({ valid: true, errors: [] });
});

it('has a test for each rule: undecided is `other`, not allowed is `skipped`, a known breach too', () => {
  const { results } = parse(ctrfReport({ ...reportHolding('x'), unlisted: [], deviations: [] }));
  expect(results.tests.map(({ name, status, rawStatus }) => [name.slice(0, 7), status, rawStatus])).toEqual([
    ['what ca', 'passed', undefined],
    ['AUTH-01', 'passed', 'pass'],
    ['PAGE-06', 'failed', 'fail'],
    ['KEY-01 ', 'other', 'inconclusive'],
    ['DEL-01 ', 'failed', 'fail'],
    ['RATE-01', 'skipped', 'skipped'],
  ]);
  expect(results.summary).toMatchObject({ tests: 6, passed: 2, failed: 2, skipped: 1, other: 1 });
  expect(results.tests[2]).toMatchObject({ suite: ['Lists'], message: 'expected x; actual x' });
  const known = parse(ctrfReport(reportHolding('x'))).results.tests.find(({ name }) =>
    name.startsWith('DEL-01 '),
  );
  expect(known).toMatchObject({ status: 'skipped', rawStatus: 'fail' });
});
