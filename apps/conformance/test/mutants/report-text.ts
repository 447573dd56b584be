/** The results of all mutants, for people: a summary in words, and a Markdown page by file. */
import { outcomes, type MutantJudgement, type MutantOutcome } from './judgement.ts';

/** The number of mutants with each outcome. */
export type Counts = Readonly<Record<MutantOutcome, number>>;

/** Counts outcomes. */
export function countsOf(judgements: readonly MutantJudgement[]): Counts {
  const count = (outcome: MutantOutcome): number =>
    judgements.filter((judgement) => judgement.outcome === outcome).length;
  return {
    killed: count('killed'),
    red: count('red'),
    undecided: count('undecided'),
    equal: count('equal'),
    'not reached': count('not reached'),
    open: count('open'),
    reason: count('reason'),
    missed: count('missed'),
    survivor: count('survivor'),
  };
}

/** The counts in words, with the share of killed mutants among all that break something. */
export function summary(judgements: readonly MutantJudgement[]): string {
  const counts = countsOf(judgements);
  const { killed, red } = counts;
  const breaking = breakingIn(counts);
  const shown = outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
  return [
    `${judgements.length} mutants: ${shown}`,
    `of the ${breaking} that are neither equal, open, out of reach nor broken by nothing for a written reason: ${share(killed, breaking)} killed, ${share(killed + red, breaking)} killed or red`,
  ].join('\n');
}

/** How many break something, whether noticed or not. */
function breakingIn({ killed, red, undecided, missed, survivor }: Counts): number {
  return killed + red + undecided + missed + survivor;
}

function share(count: number, all: number): string {
  return all === 0 ? '-' : `${((100 * count) / all).toFixed(1)} %`;
}

/** All outcomes except the plain ones, by file. */
export function markdown(judgements: readonly MutantJudgement[], heading: string): string {
  const files = [...new Set(judgements.map(({ mutant }) => mutant.file))].toSorted();
  const parts = files.map((file) =>
    fileSection(
      file,
      judgements.filter(({ mutant }) => mutant.file === file),
    ),
  );
  const rows = files.map((file) =>
    row(
      file,
      judgements.filter(({ mutant }) => mutant.file === file),
    ),
  );
  const table = [
    `| file | ${outcomes.join(' | ')} | killed or red, of what breaks something |`,
    `|---|${outcomes.map(() => '--:|').join('')}--:|`,
    ...rows,
    row('**all**', judgements),
  ];
  return [`# Mutants`, heading, '```text\n' + summary(judgements) + '\n```', table.join('\n'), ...parts].join(
    '\n\n',
  );
}

function row(name: string, judgements: readonly MutantJudgement[]): string {
  const counts = countsOf(judgements);
  const cells = outcomes.map((outcome) => counts[outcome]);
  return `| ${[name, ...cells, share(counts.killed + counts.red, breakingIn(counts))].join(' | ')} |`;
}

const shownInFull: readonly MutantOutcome[] = ['survivor', 'missed', 'undecided', 'red'];

function fileSection(file: string, judgements: readonly MutantJudgement[]): string {
  const shown = outcomes
    .toSorted((a, b) => Number(shownInFull.includes(b)) - Number(shownInFull.includes(a)))
    .flatMap((outcome) =>
      judgements
        .filter((judgement) => judgement.outcome === outcome)
        .map((judgement) => (shownInFull.includes(outcome) ? inFull(judgement) : inALine(judgement))),
    );
  return [`## ${file}`, ...shown].join('\n\n').replaceAll(/\n\n(?=- )/g, '\n');
}

function inALine({ mutant, outcome, evidence }: MutantJudgement): string {
  const { line, column, original, replacement } = mutant;
  return `- ${outcome}: ${line}:${column} ${code(oneLine(original, 60))} → ${code(oneLine(replacement, 60))}: ${oneLine(evidence, 200)}`;
}

function inFull({ mutant, outcome, evidence, difference, undecided }: MutantJudgement): string {
  const { line, column, mutator, original, replacement } = mutant;
  const lines = [
    `- **${outcome}**: line ${line}, column ${column}, ${mutator}: ${oneLine(evidence, 400)}`,
    ...diff(original, replacement),
    ...(difference === null
      ? []
      : [
          `  - first difference: ${code(oneLine(difference.asked, 200))}`,
          `    - without: ${code(oneLine(difference.without, 400))}`,
          `    - with: ${code(oneLine(difference.withMutant, 400))}`,
        ]),
    ...undecided.map((text) => `  - undecided: ${oneLine(text, 300)}`),
  ];
  return lines.join('\n');
}

function diff(original: string, replacement: string): readonly string[] {
  return [`  - ${code(oneLine(original, 300))}`, `  - ${code(oneLine(replacement, 300))}`];
}

function oneLine(text: string, longest: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= longest ? flat : `${flat.slice(0, longest)}…`;
}

function code(text: string): string {
  return text === '' ? '(nothing)' : `\`\` ${text.replaceAll('``', "''")} \`\``;
}
