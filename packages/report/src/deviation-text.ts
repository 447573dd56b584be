/** What a run reports about known deviations, for people. */
import { isOfUndecided } from './deviations/unlisted.ts';
import type { JsonReport } from './json-report.ts';

type Listing = Pick<JsonReport, 'deviations' | 'unlisted'>;

/**
 * The state of each known deviation, and the entries to paste for what is not listed. Empty if there is neither.
 *
 * @param file - where known deviations were read from; undefined if no file was given
 */
export function deviationText(report: Listing, file: string | undefined): string {
  const { deviations, unlisted = [] } = report;
  const judged = deviations.flatMap(({ red, says, pin }) => [
    `  ${red ? 'RED  ' : ''}${says}`,
    ...(pin === undefined
      ? []
      : [`    any breach of it is accepted; for this one only, add ${pinLine(pin)}`]),
  ]);
  return [
    ...(judged.length === 0 ? [] : ['\nKnown deviations:', ...judged]),
    ...(unlisted.length === 0 ? [] : pasteLines(report, file)),
  ].join('\n');
}

/** What to do about what is not listed, without saying where. */
export function whatToList({ unlisted = [] }: Listing): string {
  const undecided = unlisted.filter(isOfUndecided).length;
  if (undecided === 0)
    return `To accept ${unlisted.length === 1 ? 'it as a known deviation' : 'them as known deviations'} for now`;
  const rules = undecided === 1 ? 'the rule that is' : `the ${undecided} rules that are`;
  const also = undecided === unlisted.length ? '' : ', and what is broken';
  return `Let ${rules} undecided be decided (each says what it lacks); or, to accept that${also}`;
}

function pinLine(pin: string): string {
  return `"breach": ${JSON.stringify(pin)}`;
}

function pasteLines(report: Listing, file: string | undefined): readonly string[] {
  const what = whatToList(report);
  const entries = entryLines(report);
  if (file !== undefined) return [`\n${what}, paste into \`deviations\` of ${file}:`, ...indented(entries)];
  return [
    `\n${what}, write a file and give it as --known-deviations FILE:`,
    '  { "deviations": [',
    ...indented(indented(entries)),
    '  ] }',
  ];
}

/** The entries as they appear in the file, one per line. */
export function entryLines({ deviations, unlisted = [] }: Listing): readonly string[] {
  return unlisted.map((entry, index) => {
    const own = deviations.filter(({ rule }) => rule === entry.rule);
    // One rule cannot be listed both as broken and as undecided.
    const replaces = isOfUndecided(entry) ? own.length > 0 : own.some(isOfUndecided);
    const comma = index < unlisted.length - 1 ? ',' : '';
    return `${JSON.stringify(entry)}${comma}${replaces ? ` // instead of the entry that ${entry.rule} has` : ''}`;
  });
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
