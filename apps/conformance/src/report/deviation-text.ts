/** What a run has to say of known deviations, for people. */
import type { JsonReport, ReportedRule } from './json-report.ts';
import type { KnownDeviation } from '../deviations/known-deviation.ts';

/** How long the entry to paste accepts a breach. */
const daysGiven = 30;
const longestReason = 160;
const dayMs = 86_400_000;

/**
 * What came of each known deviation, and for each breach that is not listed the entry to paste. Nothing where there is
 * neither.
 *
 * @param file - where known deviations were read from; undefined where no file was given
 * @param undecidedToo - whether rules that could not be decided are to be listed, too (`--fail-on inconclusive`)
 */
export function deviationText(
  report: JsonReport,
  file: string | undefined,
  now: Date,
  undecidedToo = false,
): string {
  const { deviations, rules } = report;
  const judged = deviations.flatMap(({ red, says, pin }) => [
    `  ${red ? 'RED  ' : ''}${says}`,
    ...(pin === undefined
      ? []
      : [`    any breach of it is accepted; for this one only, add ${pinLine(pin)}`]),
  ]);
  const unlisted = rules.filter(({ id, verdict }) => {
    const own = deviations.filter(({ rule }) => rule === id);
    if (verdict === 'fail') return own.every(({ state }) => state === 'otherwise' || state === 'decided');
    return undecidedToo && verdict === 'inconclusive' && own.length === 0;
  });
  const entries = unlisted.map((rule) => JSON.stringify(entryFor(rule, now)));
  return [
    ...(judged.length === 0 ? [] : ['\nKnown deviations:', ...judged]),
    ...(entries.length === 0 ? [] : pasteLines(entries, file)),
  ].join('\n');
}

function pinLine(pin: string): string {
  return `"breach": ${JSON.stringify(pin)}`;
}

function pasteLines(entries: readonly string[], file: string | undefined): readonly string[] {
  const what = entries.length === 1 ? 'it as a known deviation' : 'them as known deviations';
  if (file !== undefined)
    return [`\nTo accept ${what} for now, paste into \`deviations\` of ${file}:`, ...indented(entries)];
  return [
    `\nTo accept ${what} for now, write a file and give it as --known-deviations FILE:`,
    '  { "deviations": [',
    ...indented(entries).map((line) => `  ${line}`),
    '  ] }',
  ];
}

function indented(entries: readonly string[]): readonly string[] {
  return entries.map((entry, index) => `  ${entry}${index < entries.length - 1 ? ',' : ''}`);
}

function entryFor({ id, verdict, breach, reason }: ReportedRule, now: Date): KnownDeviation {
  const why = (breach?.actual ?? reason ?? '').replaceAll(/\s+/g, ' ').slice(0, longestReason).trim();
  return {
    rule: id,
    ...(verdict === 'inconclusive' ? { verdict } : {}),
    ...(breach?.fingerprint === undefined ? {} : { breach: breach.fingerprint }),
    reason: why === '' ? 'say why it is accepted' : why,
    owner: 'say who mends it',
    until: new Date(now.getTime() + daysGiven * dayMs).toISOString().slice(0, 10),
  };
}
