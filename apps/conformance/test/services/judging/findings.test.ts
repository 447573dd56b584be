/** Shows what fails the tests of services, on a report in which PAGE-06 and DEL-01 fail and KEY-01 is undecided. */
import { expect, it } from 'vitest';
import { reportHolding } from '@outreach-api/report/test/report-holding';
import { findingsOf } from './findings.ts';
import type { Judged } from './judge-service.ts';
import { services, type PlantedDefect } from './service.ts';

function judged(defect: PlantedDefect | null): Judged {
  const [service] = services;
  if (service === undefined) throw new TypeError('there is no service');
  return {
    service,
    defect,
    seed: 1,
    gateway: false,
    part: 'all but RATE',
    report: reportHolding('a text'),
    changed: [],
    fault: null,
  };
}

/** The kind of each finding, and the rule that it is about. */
const kindsOf = (one: Judged): readonly string[] =>
  findingsOf(one).map((finding) => /: (\D+: [A-Z]+-\d\d|could not be judged)/.exec(finding)?.[1] ?? finding);

it('is each rule that fails on a service without a defect', () => {
  expect(kindsOf(judged(null))).toEqual(['false alarm: PAGE-06', 'false alarm: DEL-01']);
});

it('is a profile of the owner that has changed', () => {
  const [, , last] = findingsOf({ ...judged(null), changed: ['North is now South'] });
  expect(last).toBe('fastapi-plain-seed-1: not as it was: North is now South');
});

it('is absent if a defect is found', () => {
  expect(findingsOf(judged({ name: 'x', rule: 'PAGE-06', alsoBreaks: ['DEL-01'] }))).toEqual([]);
});

it('is a defect that also fails a rule whose statement it does not break', () => {
  expect(kindsOf(judged({ name: 'x', rule: 'PAGE-06' }))).toEqual(['wrong blame: DEL-01']);
});

it('is a defect that its rule does not find', () => {
  const missed = judged({ name: 'x', rule: 'KEY-01', alsoBreaks: ['PAGE-06', 'DEL-01'] });
  expect(kindsOf(missed)).toEqual(['missed: KEY-01']);
});

it('is a run that could not be done', () => {
  expect(kindsOf({ ...judged(null), report: null, fault: 'exit 2' })).toEqual(['could not be judged']);
});
