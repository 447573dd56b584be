/** `pnpm test:mutants`: changes services in small ways, one at a time, and reports which changes the suite misses. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judgeMutant } from './judge-mutant.ts';
import type { MutantJudgement } from './judgement.ts';
import { keptJudgements, type KeptJudgement } from './kept-judgements.ts';
import { instrumented, nameOf, type Mutant } from './mutants-of.ts';
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
    continue: { type: 'boolean', default: false },
    again: { type: 'string', multiple: true, default: [] },
  },
});
const began = performance.now();
const { mutants, sources } = await instrumented();
const reasons = readReasons();
const chosen = chosenOf(mutants);
const disk = onDisk(sources);
const without = new WithoutMutant(worlds());
const kept: KeptJudgement = values.continue
  ? keptJudgements(path.join(values.out, 'mutants.json'), ['reason', 'missed', ...values.again])
  : () => undefined;
const judgements: MutantJudgement[] = chosen.flatMap((mutant) => known(mutant) ?? []);
const keptCount = judgements.length;
const waiting = chosen.filter((mutant) => !judgements.some((judgement) => judgement.mutant === mutant));
mkdirSync(values.out, { recursive: true });
print(`${mutants.length} mutants, ${chosen.length} chosen, ${keptCount} known already`);
try {
  await Promise.all(Array.from({ length: Number(values.processes) }, tryAll));
} finally {
  disk.remove();
}
write();
print(`\n${summary(judgements)}\n${seconds()} s; the report is in ${values.out}`);
const stale = staleReasons(mutants, reasons);
for (const reason of stale) print(`reasons.json: no mutant matches ${JSON.stringify(reason)} any more`);
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

/** What is known without trying: the recorded reason why it breaks nothing, or the result in an earlier report. */
function known(mutant: Mutant): MutantJudgement | undefined {
  const judgement = kept(mutant);
  const reason = reasonFor(mutant, reasons);
  if (reason !== undefined && reason.kind !== 'missed')
    return {
      mutant,
      outcome: 'reason',
      evidence: `${reason.kind}: ${reason.why}`,
      difference: null,
      undecided: [],
    };
  return judgement === undefined ? undefined : withReason(judgement);
}

async function judged(mutant: Mutant, trying: TryingProcess): Promise<MutantJudgement> {
  return withReason(await judgeMutant(mutant, { without, process: trying, sources: disk.file }));
}

/** A survivor with a recorded reason is missed. */
function withReason(judgement: MutantJudgement): MutantJudgement {
  const reason = reasonFor(judgement.mutant, reasons);
  const isMissed = judgement.outcome === 'survivor' || judgement.outcome === 'undecided';
  return reason?.kind === 'missed' && isMissed
    ? { ...judgement, outcome: 'missed', evidence: `missed: ${reason.why}` }
    : judgement;
}

/**
 * In random order; a sample contains the same mutants as long as their lines stay the same, whatever changes elsewhere.
 */
function chosenOf(all: readonly Mutant[]): readonly Mutant[] {
  const { file: files, only, sample, seed } = values;
  const rank = (mutant: Mutant): string =>
    createHash('sha256')
      .update(seed + nameOf(mutant))
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
  const heading = `${sorted.length} judged of ${mutants.length} mutants, seed ${values.seed}; ${keptCount} of them were known before.`;
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
