/** A comparison of two reports, for people. */
import type {
  ComparedReport,
  Comparison,
  LoneObservation,
  LoneRule,
  ObservationChange,
  VerdictChange,
} from './comparison.ts';
import { counted } from '../plural.ts';

const longestReason = 160;
/** The JSON of a comparison has them all. */
const mostQuestions = 6;

/** A comparison of two reports, for people: drift first, then what only one of them contains. */
export function comparisonText(comparison: Comparison): string {
  const { before, after, verdicts, observations, rules, questions, drift, differences } = comparison;
  const sections = [
    section('Verdicts that changed', verdicts.filter(isDrift).map(verdictLine)),
    section('Observations that changed', observationLines(observations.filter(isDrift))),
    section('In one report only (no drift)', [
      ...verdicts.filter(isOwnWait).map(verdictLine),
      ...observationLines(observations.filter(isOwnWait)),
      ...rules.vanished.map((rule) => loneRuleLine(rule, 'first')),
      ...rules.appeared.map((rule) => loneRuleLine(rule, 'second')),
      ...questions.vanished.map((one) => loneObservationLine(one, 'first')),
      ...questions.appeared.map((one) => loneObservationLine(one, 'second')),
    ]),
  ];
  const sum =
    differences === 0
      ? 'No difference.'
      : `${counted(drift, 'change')} of the target, ${differences - drift} in one report only.`;
  return [`first   ${head(before)}`, `second  ${head(after)}`, ...sections, '', sum].join('\n');
}

function isDrift({ drift }: { readonly drift: boolean }): boolean {
  return drift;
}

function isOwnWait({ drift }: { readonly drift: boolean }): boolean {
  return !drift;
}

function head({ file, baseUrl, startedAt }: ComparedReport): string {
  return `${file}: ${baseUrl}${startedAt === '' ? '' : `, ${startedAt}`}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? `\n${title}: none` : [`\n${title} (${lines.length}):`, ...lines].join('\n');
}

function verdictLine({ id, says, before, after, reason }: VerdictChange): string {
  const why = reason === null ? says : reason;
  return `  ${id.padEnd(8)} ${before} → ${after}: ${oneLine(why)}`;
}

/** Questions whose answers changed alike mostly have one cause: they share a line. */
function observationLines(changes: readonly ObservationChange[]): readonly string[] {
  const alike = Map.groupBy(changes, ({ changed }) => changed);
  return [...alike].map(([changed, members]) => {
    const ids = [...new Set(members.map(({ id }) => id))].join(', ');
    const shown = members.slice(0, mostQuestions).map(({ question }) => question);
    const more = members.length > mostQuestions ? [`and ${members.length - mostQuestions} more`] : [];
    return `  ${ids.padEnd(8)} ${[...shown, ...more].join('; ')}: ${changed}`;
  });
}

function loneRuleLine({ id, says, verdict }: LoneRule, which: string): string {
  return `  ${id.padEnd(8)} only in the ${which} report, ${verdict}: ${oneLine(says)}`;
}

function loneObservationLine({ id, question, answer }: LoneObservation, which: string): string {
  return `  ${id.padEnd(8)} only in the ${which} report: ${question}: ${answer}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
}
