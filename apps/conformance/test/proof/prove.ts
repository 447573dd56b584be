/** `pnpm test:proof`: proves that the suite is sound and complete, and writes the matrix of twins and rules. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { curveJobs, curveLines, curveOf } from './curve.ts';
import { findingsOf, type Finding } from './findings.ts';
import { isConforming, type JobResult } from './job.ts';
import { matrixHtml } from './matrix-html.ts';
import { faultLines } from './faults/found-faults.ts';
import { areAlike, nightLines, nightsIn } from './nights.ts';
import {
  budgetJobs,
  faultJobs,
  nightJobs,
  soundJobs,
  twinJobs,
  twinWorldJobs,
  worldJobs,
  type Extent,
} from './plan.ts';
import { runJobs } from './run-jobs.ts';
import { undecidableLines } from './undecidable.ts';
import { undecidedIn, undecidedLines } from './undecided.ts';

const values = new Command('test:proof')
  .description('proves that the suite is sound and complete, and writes the matrix of twins and rules')
  .option('--seed <number>', 'from which all is drawn', whole, 1)
  .option('--dialects <number>', 'dialects without a twin', whole, 300)
  .option('--worlds <number>', 'dialects without a twin, each in a world with a disturbance', whole, 0)
  .option(
    '--nights <number>',
    'pairs of runs, one of them behind a gateway that fails now and then',
    whole,
    0,
  )
  .option('--disturbed-by <text>', 'only disturbances whose names contain this', '')
  .option('--dialects-a-twin <number>', 'dialects for each twin', whole, 3)
  .option('--dialects-a-budget <number>', 'dialects for each small budget of a twin', whole, 1)
  .option('--drawn-faults <number>', 'faults drawn from a table in place of a twin', whole, 0)
  .option('--worlds-a-twin <number>', 'worlds with a disturbance for each twin', whole, 0)
  .option('--one-twin-in <number>', 'only one in this many twins', whole, 1)
  .option('--only <name>', 'only jobs of this name, or whose names begin with it; may be repeated', collected)
  .option('--out <folder>', 'where the matrix is written', 'proof-report')
  .allowExcessArguments(false)
  .parse()
  .opts<Extent & { readonly only?: readonly string[]; readonly out: string }>();
const { only, out, ...extent } = values;
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
  ({ name }) => only === undefined || only.some((part) => name === part || name.startsWith(`${part}-`)),
);
const came = new Map<string, JobResult>();
mkdirSync(out, { recursive: true });

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
  path.join(out, 'matrix.json'),
  `${JSON.stringify({ ...extent, findings, undecided: undecidedIn(results), nights: nightsIn(results), results }, null, 1)}\n`,
);
writeFileSync(path.join(out, 'matrix.html'), matrixHtml(results, findings));

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
print(`${seconds()} s; the matrix is in ${out}`);
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

function whole(text: string): number {
  const read = Number(text);
  if (text === '' || !Number.isInteger(read)) throw new InvalidArgumentError('It must be a whole number.');
  return read;
}

function collected(name: string, names: readonly string[] = []): readonly string[] {
  return [...names, name];
}
