/** The curve of finds over requests. */
import { dialectFrom, twins } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import type { Verdict } from '@outreach-api/engine';
import { curveTwins } from './curve-twins.ts';
import { curveJobs, curveLines, curveOf, curveRequests, drawnCurve } from './curve.ts';
import type { JobResult } from './job.ts';
import { undecidedIn } from './undecided.ts';

const all = new Map<string, (typeof twins)[number]>(twins.map((twin) => [twin.name, twin]));
const broken = (twin: string | null): string => all.get(twin ?? '')?.breaks ?? 'PAGE-01';

function cameTo(verdictOf: (twin: string | null) => Verdict): readonly JobResult[] {
  return curveJobs(1).map((job) => ({
    job,
    verdicts: { [broken(job.twin)]: verdictOf(job.twin), 'RATE-01': 'skipped' },
    reasons: {},
    requests: 1,
    seconds: 1,
    fault: null,
  }));
}

it('is made of thirty twins of many sections that show in the default dialect and without a flood', () => {
  const drawn = curveTwins.map((name) => all.get(name));
  expect(new Set(drawn).size).toBe(30);
  expect(new Set(curveTwins.map((name) => broken(name).split('-')[0])).size).toBeGreaterThanOrEqual(10);
  for (const twin of drawn) {
    expect(twin?.needs).not.toContain('flood');
    expect(dialectFrom({})).toMatchObject(twin?.under ?? {});
  }
});

it('counts the twins found and the rules decided at each maximum, and names twins that pass', () => {
  const [seen, missed] = curveTwins;
  const results = cameTo((twin) => (twin === seen ? 'fail' : twin === missed ? 'pass' : 'inconclusive'));
  const points = curveOf(results);
  expect(points.map(({ maxRequests }) => maxRequests)).toEqual([...curveRequests]);
  expect(points[0]).toEqual({
    maxRequests: 100,
    found: 1,
    twins: 30,
    passed: [missed],
    decided: 0,
    rules: 2,
  });
  expect(curveLines(points)[0]).toBe(
    `after 100 requests: 1 of 30 twins found, 0 of 2 rules decided; passed: ${missed}`,
  );
  expect(drawnCurve(points).markup).toContain('<svg role="img"');
});

it('its runs are no part of what else the proof says', () => {
  expect(undecidedIn(cameTo(() => 'inconclusive'))).toEqual([]);
  expect(curveOf([])).toEqual([]);
  expect(drawnCurve([])).toEqual({ markup: '' });
});
