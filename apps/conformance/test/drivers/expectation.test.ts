/** Shows what counts as a difference, on a report with PAGE-06 and DEL-01 failed, KEY-01 undecided, RATE-01 skipped. */
import { describe, expect, it } from 'vitest';
import { drivers } from './driver.ts';
import { differencesOf, isUndecided, readExpectations, type Expectations } from './expectation.ts';
import { judgedHolding } from './judged-holding.ts';

const expectedOfKy = {
  'PAGE-06': { verdict: 'fail', because: 'x' },
  'DEL-01': { verdict: 'fail', because: 'x' },
  'KEY-01': { verdict: 'inconclusive', because: 'x' },
  'RATE-01': { verdict: 'skipped', because: 'x' },
} as const;
const asFound: Expectations = { ky: expectedOfKy };

describe('a difference', () => {
  it('is absent if every verdict is the expected one', () => {
    expect(differencesOf(judgedHolding('a text'), asFound)).toEqual([]);
  });

  it('is a rule that does not pass although nothing else is expected', () => {
    const differences = differencesOf(judgedHolding('a text'), {
      ky: { 'PAGE-06': expectedOfKy['PAGE-06'] },
    });
    expect(differences.map((one) => one.split(' (')[0])).toEqual([
      'ky: KEY-01 is inconclusive',
      'ky: DEL-01 is fail',
      'ky: RATE-01 is skipped',
    ]);
  });

  it('is a rule that passes although it was expected not to', () => {
    const expected = {
      ky: { ...expectedOfKy, 'AUTH-01': { verdict: 'fail', because: 'it is broken' } },
    } as const;
    expect(differencesOf(judgedHolding('a text'), expected)).toEqual([
      'ky: AUTH-01 is pass (), not fail (it is broken)',
    ]);
  });

  it('is a rule that is expected but was not judged', () => {
    const expected = { ky: { ...expectedOfKy, 'CLI-77': { verdict: 'fail', because: 'x' } } } as const;
    expect(differencesOf(judgedHolding('a text'), expected)).toEqual([
      'ky: CLI-77 is expected, but is not a rule of the run',
    ]);
  });

  it('is a client that could not be judged', () => {
    const missing = { ...judgedHolding('a text'), report: null, fault: 'go is not on this machine' };
    expect(differencesOf(missing, asFound)).toEqual(['ky: not judged: go is not on this machine']);
  });
});

it('is judged again if it is unexpectedly undecided', () => {
  expect(isUndecided(judgedHolding('a text'), asFound)).toBe(false);
  expect(isUndecided(judgedHolding('a text'), {})).toBe(true);
});

it('is expected only of existing drivers, each with its reason', () => {
  const expectations = readExpectations();
  const names = drivers.map(({ name }) => name);
  expect(Object.keys(expectations).filter((name) => !names.includes(name))).toEqual([]);
  const reasons = Object.values(expectations).flatMap((rules) =>
    Object.values(rules).map(({ because }) => because),
  );
  expect(reasons.filter((because) => because.trim() === '')).toEqual([]);
});
