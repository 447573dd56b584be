/** `pnpm test:mutants`: changes services in small ways, one at a time, and tells which changes the suite misses. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judgeMutant } from './judge-mutant.ts';
import type { MutantJudgement } from './judgement.ts';
import { instrumented, type Mutant } from './mutants-of.ts';
import { onDisk, TryingProcess } from './processes.ts';
import { readReasons, reasonFor, staleReasons } from './reasons.ts';
import { markdown, summary } from './report-text.ts';
import { WithoutMutant } from './without-mutant.ts';
import { worlds } from './worlds.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    processes: { type: 'string', default: '2' },
    out: { type: 'string', default: 'mutants-report' },
  },
});
const began = performance.now();
const { mutants, sources } = await instrumented();
const reasons = readReasons();
const chosen = chosenOf(mutants);
const disk = onDisk(sources);
const without = new WithoutMutant(worlds());
const judgements: MutantJudgement[] = [];
const waiting = [...chosen];
mkdirSync(values.out, { recursive: true });
print(`${mutants.length} mutants, ${chosen.length} chosen`);
try {
  await Promise.all(Array.from({ length: Number(values.processes) }, tryAll));
} finally {
  disk.remove();
}
write();
print(`\n${summary(judgements)}\n${seconds()} s; the report is in ${values.out}`);
const stale = staleReasons(mutants, reasons);
for (const reason of stale) print(`reasons.json: no mutant any more for ${JSON.stringify(reason)}`);
const survived = judgements.some(({ outcome }) => outcome === 'survivor');
process.exitCode = judgements.length > 0 && !survived && stale.length === 0 ? 0 : 1;

async function tryAll(): Promise<void> {
  const trying = new TryingProcess(disk.file, null);
  try {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const judgement = await judged(mutant, trying);
      judgements.push(judgement);
      const { file, line, column } = mutant;
      const place = `${file}:${line}:${column} ${mutant.mutator}`;
      print(
        `${judgement.outcome.padEnd(11)} ${place} -> ${oneLine(mutant.replacement)} | ${oneLine(judgement.evidence)}`,
      );
      if (judgements.length % 20 === 0) write();
    }
  } finally {
    trying.end();
  }
}

/** What breaks nothing as was written down is not tried. */
async function judged(mutant: Mutant, trying: TryingProcess): Promise<MutantJudgement> {
  const reason = reasonFor(mutant, reasons);
  const evidence = `${reason?.kind}: ${reason?.why}`;
  if (reason !== undefined && reason.kind !== 'missed')
    return { mutant, outcome: 'reason', evidence, difference: null, undecided: [] };
  const judgement = await judgeMutant(mutant, { without, process: trying, sources: disk.file });
  const isMissed = judgement.outcome === 'survivor' || judgement.outcome === 'undecided';
  return reason !== undefined && isMissed ? { ...judgement, outcome: 'missed', evidence } : judgement;
}

/** In an order by chance; a sample holds the same ones as long as their lines are the same, whatever changes elsewhere. */
function chosenOf(all: readonly Mutant[]): readonly Mutant[] {
  const { file: files, only, sample, seed } = values;
  const rank = ({ file, within, mutator, original, replacement }: Mutant): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, file, within, mutator, original, replacement]))
      .digest('hex');
  const ordered = all
    .filter(({ file }) => files?.some((pattern) => file.includes(pattern)) ?? true)
    .filter(({ id }) => only?.includes(id) ?? true)
    .map((mutant) => ({ mutant, by: rank(mutant) }))
    .toSorted((a, b) => (a.by < b.by ? -1 : 1))
    .map(({ mutant }) => mutant);
  return sample === undefined ? ordered : ordered.slice(0, Number(sample));
}

function write(): void {
  const sorted = judgements.toSorted(
    (a, b) =>
      a.mutant.file.localeCompare(b.mutant.file) ||
      a.mutant.line - b.mutant.line ||
      a.mutant.column - b.mutant.column,
  );
  const heading = `${chosen.length} of ${mutants.length} mutants, seed ${values.seed}.`;
  writeFileSync(path.join(values.out, 'mutants.md'), `${markdown(sorted, heading)}\n`);
  writeFileSync(path.join(values.out, 'mutants.json'), `${JSON.stringify(sorted, null, 1)}\n`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 160);
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
