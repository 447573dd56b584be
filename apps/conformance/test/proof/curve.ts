/** How soon a run finds what is broken: what runs that end after so many requests have found and decided. */
import { dialectFrom, twins } from '@outreach-api/sandbox';
import { derivedSeed } from '@outreach-api/engine';
import { lines, markup, nothing, type Markup } from '@outreach-api/report/markup';
import { curveTwins } from './curve-twins.ts';
import type { Job, JobResult } from './job.ts';

/** The maximum number of requests of a run (`--max-requests`), for each point of the curve. */
export const curveRequests = [100, 200, 400, 800] as const;

/** A point of the curve. */
export interface CurvePoint {
  readonly maxRequests: number;
  /** How many of the twins were found. */
  readonly found: number;
  readonly twins: number;
  /** The twins whose broken rule passed: it should have stayed undecided. */
  readonly passed: readonly string[];
  /** How many rules were decided on a sandbox that conforms. */
  readonly decided: number;
  readonly rules: number;
}

/** The runs of the curve: of a sandbox that conforms, and of each of its twins, once for each maximum. */
export function curveJobs(seed: number): readonly Job[] {
  return curveRequests.flatMap((maxRequests) =>
    [null, ...curveTwins].map((twin) => ({
      name: `first-${maxRequests}-of-${twin ?? 'none'}`,
      seed: derivedSeed(seed, `first of ${twin ?? 'none'}`),
      twin,
      dialect: dialectFrom({}),
      webhooks: 47,
      provisions: true,
      flood: false,
      budget: 'plenty',
      disturbance: 'none',
      maxRequests,
    })),
  );
}

const broken = new Map<string, string>(twins.map(({ name, breaks }) => [name, breaks]));

/** The verdict on the statement that the twin of a run breaks. */
function verdictOn({ job, verdicts }: JobResult): string | undefined {
  return verdicts[broken.get(job.twin ?? '') ?? ''];
}

/** The points of the curve, as far as its runs are among these. */
export function curveOf(results: readonly JobResult[]): readonly CurvePoint[] {
  return curveRequests.flatMap((maxRequests): readonly CurvePoint[] => {
    const runs = results.filter(({ job }) => job.maxRequests === maxRequests);
    const conforming = runs.find(({ job }) => job.twin === null);
    if (conforming === undefined) return [];
    const ofTwins = runs.filter(({ job }) => job.twin !== null);
    const verdicts = Object.values(conforming.verdicts);
    return [
      {
        maxRequests,
        found: ofTwins.filter((run) => verdictOn(run) === 'fail').length,
        twins: ofTwins.length,
        passed: ofTwins.flatMap((run) => (verdictOn(run) === 'pass' ? [run.job.twin ?? ''] : [])),
        decided: verdicts.filter((verdict) => verdict === 'pass' || verdict === 'fail').length,
        rules: verdicts.length,
      },
    ];
  });
}

/** A line for each point. */
export function curveLines(points: readonly CurvePoint[]): readonly string[] {
  return points.map(({ maxRequests, found, twins: all, decided, rules, passed }) => {
    const blind = passed.length === 0 ? '' : `; passed: ${passed.join(', ')}`;
    return `after ${maxRequests} requests: ${found} of ${all} twins found, ${decided} of ${rules} rules decided${blind}`;
  });
}

const width = 560;
const height = 260;
const [left, bottom] = [44, height - 34];

/** Where a share is drawn, from top to bottom. */
function y(share: number): number {
  return Math.round(bottom - (bottom - 16) * share);
}

/** The curve as SVG: the shares of twins found and rules decided, over the requests. Empty if there are no points. */
export function drawnCurve(points: readonly CurvePoint[]): Markup {
  if (points.length === 0) return nothing;
  const most = Math.max(...points.map(({ maxRequests }) => maxRequests));
  const x = (requests: number): number => Math.round(left + ((width - left - 20) * requests) / most);
  const path = (share: (point: CurvePoint) => number): string =>
    [`${x(0)},${y(0)}`, ...points.map((point) => `${x(point.maxRequests)},${y(share(point))}`)].join(' ');
  const across = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      markup`<path d="M${left} ${y(share)}H${x(most)}" stroke="currentColor" stroke-opacity="0.2"/><text x="${left - 6}" y="${y(share)}" dy="0.32em" text-anchor="end">${share * 100} %</text>`,
  );
  const along = points.map(
    ({ maxRequests }) =>
      markup`<text x="${x(maxRequests)}" y="${bottom + 16}" text-anchor="middle">${maxRequests}</text>`,
  );
  return markup`<figure><svg role="img" aria-label="${curveLines(points).join('; ')}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="12" fill="currentColor">
${lines([...across, ...along])}
<polyline points="${path(({ found, twins: all }) => found / all)}" fill="none" stroke="#c43" stroke-width="2"/>
<polyline points="${path(({ decided, rules }) => decided / rules)}" fill="none" stroke="#27c" stroke-width="2" stroke-dasharray="6 4"/>
</svg><figcaption>After so many requests: twins found (solid), rules decided (dashed)</figcaption></figure>
<ul>${curveLines(points).map((line) => markup`<li>${line}</li>`)}</ul>`;
}
