/** `pnpm test:proof`: proves that the suite is sound and complete, and writes the matrix of twins and rules. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { curveJobs, curveLines, curveOf } from './curve.ts';
import { findingsOf, type Finding } from './findings.ts';
import { isConforming, type JobResult } from './job.ts';
import { matrixHtml } from './matrix-html.ts';
import { faultLines } from './faults/found-faults.ts';
import { areAlike, nightLines, nightsIn } from './nights.ts';
import { budgetJobs, faultJobs, nightJobs, soundJobs, twinJobs, twinWorldJobs, worldJobs } from './plan.ts';
import { runJobs } from './run-jobs.ts';
import { undecidableLines } from './undecidable.ts';
import { undecidedIn, undecidedLines } from './undecided.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    dialects: { type: 'string', default: '300' },
    worlds: { type: 'string', default: '0' },
    nights: { type: 'string', default: '0' },
    'disturbed-by': { type: 'string', default: '' },
    'dialects-a-twin': { type: 'string', default: '3' },
    'dialects-a-budget': { type: 'string', default: '1' },
    'drawn-faults': { type: 'string', default: '0' },
    'worlds-a-twin': { type: 'string', default: '0' },
    'one-twin-in': { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    out: { type: 'string', default: 'proof-report' },
  },
});
const extent = {
  seed: Number(values.seed),
  dialects: Number(values.dialects),
  worlds: Number(values.worlds),
  nights: Number(values.nights),
  disturbedBy: values['disturbed-by'],
  dialectsATwin: Number(values['dialects-a-twin']),
  dialectsABudget: Number(values['dialects-a-budget']),
  drawnFaults: Number(values['drawn-faults']),
  worldsATwin: Number(values['worlds-a-twin']),
  oneTwinIn: Number(values['one-twin-in']),
};
const began = performance.now();
const jobs = [
  ...soundJobs(extent),
  ...worldJobs(extent),
  ...nightJobs(extent),
  ...twinJobs(extent),
  ...budgetJobs(extent),
  ...twinWorldJobs(extent),
  ...faultJobs(extent),
  // A part of the proof does without it.
  ...(extent.oneTwinIn === 1 ? curveJobs(extent.seed) : []),
].filter(
  ({ name }) =>
    values.only === undefined || values.only.some((part) => name === part || name.startsWith(`${part}-`)),
);
const came = new Map<string, JobResult>();
mkdirSync(values.out, { recursive: true });

await runJobs(jobs, (result) => {
  came.set(result.job.name, result);
  for (const finding of findingsOf(result))
    print(`${finding.kind.padEnd(12)} ${finding.job} ${finding.rule} ${finding.says.slice(0, 600)}`);
  if (came.size % 25 === 0) print(`${came.size} of ${jobs.length} runs, ${seconds()} s`);
});

// In plan order, whichever finished first: the same seed gives the same matrix.
const results = jobs.flatMap(({ name }) => came.get(name) ?? []);
const findings = results.flatMap((result) => findingsOf(result));

writeFileSync(
  path.join(values.out, 'matrix.json'),
  `${JSON.stringify({ ...extent, findings, undecided: undecidedIn(results), nights: nightsIn(results), results }, null, 1)}\n`,
);
writeFileSync(path.join(values.out, 'matrix.html'), matrixHtml(results, findings));

const count = (kind: Finding['kind']): number => findings.filter((finding) => finding.kind === kind).length;
const dialects = results.filter(({ job }) => isConforming(job)).length;
const faults = results.filter(({ job }) => job.drawnFault !== undefined).length;
print(`\nseed ${extent.seed}: ${dialects} dialects, ${count('false alarm')} false alarms`);
print(
  `${results.length - dialects - faults} runs of twins, ${count('survivor')} survived, ${count('wrong blame')} wrong blames, ${count('fault')} faults`,
);
for (const line of faultLines(results)) print(line);
for (const line of undecidableLines(results)) print(line);
for (const line of curveLines(curveOf(results))) print(line);
const nights = nightsIn(results);
for (const line of nightLines(nights)) print(line);
if (dialects > 0) print('undecided on dialects that conform, by what disturbed the run:');
for (const line of undecidedLines(results)) print(line);
print(`${seconds()} s; the matrix is in ${values.out}`);
print(
  `${results.length - new Set(findings.map(({ job }) => job)).size} passed, ${new Set(findings.map(({ job }) => job)).size} failed`,
);
process.exitCode = findings.length === 0 && results.length > 0 && areAlike(nights) ? 0 : 1;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}
