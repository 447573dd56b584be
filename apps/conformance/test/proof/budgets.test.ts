/** How the proof handles runs with small budgets, and undecided rules. */
import { dialectFrom } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import type { Verdict } from '@outreach-api/engine';
import { findingsOf } from './findings.ts';
import type { Job, JobResult } from './job.ts';
import { areAlike, nightsIn } from './nights.ts';
import { budgetJobs, nightJobs, worldJobs, type Extent } from './plan.ts';
import { undecidableLines } from './undecidable.ts';
import { undecidedIn } from './undecided.ts';

const extent: Extent = {
  seed: 1,
  dialects: 0,
  worlds: 6,
  nights: 0,
  disturbedBy: 'gateway',
  dialectsATwin: 0,
  dialectsABudget: 1,
  worldsATwin: 1,
  oneTwinIn: 1,
  drawnFaults: 0,
};

const job: Job = {
  name: 'small-x',
  seed: 1,
  twin: 'test-with-uuid-stores-its-event',
  dialect: dialectFrom({}),
  webhooks: 47,
  provisions: true,
  flood: false,
  budget: 'small',
  disturbance: 'none',
  maxRequests: null,
};

function cameTo(verdict: Verdict, of: Partial<Job> = {}): JobResult {
  const verdicts = { 'TEST-07': verdict, 'PAGE-01': 'pass' } as const;
  return { job: { ...job, ...of }, verdicts, reasons: {}, requests: 1, seconds: 1, fault: null };
}

it('a twin may be undecided with a small budget or in a disturbed world, and must not pass', () => {
  expect(findingsOf(cameTo('fail'))).toEqual([]);
  expect(findingsOf(cameTo('inconclusive'))).toEqual([]);
  expect(findingsOf(cameTo('pass'))).toMatchObject([{ kind: 'survivor', rule: 'TEST-07' }]);
  expect(findingsOf(cameTo('inconclusive', { budget: 'plenty' }))).toMatchObject([{ kind: 'survivor' }]);
  const early: Partial<Job> = { budget: 'plenty', maxRequests: 200 };
  expect(findingsOf(cameTo('pass', early))).toEqual([]);
  const disturbed: Partial<Job> = { budget: 'plenty', disturbance: 'others at work' };
  expect(findingsOf(cameTo('inconclusive', disturbed))).toEqual([]);
  expect(findingsOf(cameTo('pass', disturbed))).toMatchObject([{ kind: 'survivor' }]);
});

it('twins of keys and webhook calls are run with both small budgets, and no others', () => {
  const jobs = budgetJobs(extent);
  const ofTwin = jobs.filter(({ twin }) => twin === 'test-with-uuid-stores-its-event');
  expect(ofTwin.map(({ budget }) => budget)).toEqual(['smallest', 'small']);
  expect(jobs.some(({ twin }) => twin === 'default-limit-is-10')).toBe(false);
});

it('says how many were killed, undecided and passed', () => {
  expect(undecidableLines([cameTo('fail'), cameTo('inconclusive'), cameTo('pass')])).toEqual([
    '4 keys and 20 deliveries, 3 runs of twins: 1 killed, 1 undecided, 1 pass',
  ]);
});

it('counts what is undecided on sandboxes that conform, by disturbance and rule', () => {
  const [before, after, now, ...more] = worldJobs(extent);
  expect(new Set(more.map(({ disturbance }) => disturbance))).toEqual(
    new Set([before?.disturbance, after?.disturbance, now?.disturbance]),
  );
  const sound = { twin: null, disturbance: 'a restart' } as const;
  const results = [cameTo('inconclusive', sound), cameTo('pass', sound), cameTo('inconclusive')];
  expect(undecidedIn(results)).toEqual([{ disturbance: 'a restart', rule: 'TEST-07', times: 1, runs: 2 }]);
});

it('names the rules by which a night behind a gateway differs from a quiet one', () => {
  const [quiet, disturbed, ...more] = nightJobs({ ...extent, nights: 20 });
  expect(more).toHaveLength(38);
  if (quiet === undefined || disturbed === undefined) throw new Error('no night is planned');
  expect(disturbed).toEqual({ ...quiet, name: 'night-0', disturbance: 'a gateway that fails now and then' });
  const held = nightsIn([cameTo('pass', quiet), cameTo('pass', disturbed)]);
  expect([areAlike(held), held.differences]).toEqual([true, []]);
  const lost = nightsIn([cameTo('pass', quiet), cameTo('inconclusive', disturbed)]);
  expect([areAlike(lost), lost.differences]).toMatchObject([false, [{ night: 'night-0', rule: 'TEST-07' }]]);
});
