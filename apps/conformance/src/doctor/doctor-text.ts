/** The results of `doctor`, for people. */
import type { Condition } from './conditions.ts';
import type { Decidable, Improvement } from './decidable.ts';
import type { Finding } from './finding.ts';

const mostShown = 12;

/** Which parts of the target file work, one per line. */
export function findingsText(findings: readonly Finding[]): string {
  const widest = Math.max(...findings.map(({ what }) => what.length));
  return findings
    .map(({ state, what, text }) => `  ${state.padEnd(9)}  ${what.padEnd(widest)}  ${text}`.trimEnd())
    .join('\n');
}

/** What a run decides, what that depends on, and what each thing that is not allowed or provided would add. */
export function decidableText(decidable: Decidable): string {
  const { whole, open, inPart, notAtAll, conditions, improvements } = decidable;
  const all = whole.length + open.length + inPart.length + notAtAll.length;
  const [known, shows] = [true, false].map((isKnown) => conditions.filter((one) => one.isKnown === isKnown));
  const counts = [
    `${whole.length} can be decided`,
    `${open.length} depend on what the run finds`,
    `${inPart.length} can be decided in part`,
    `${notAtAll.length} not at all`,
  ];
  return [
    `Of ${all} rules ${counts.join(', ')}.`,
    ...section('What the run must find:', (shows ?? []).map(conditionText)),
    ...section('What this target does not show:', (known ?? []).map(conditionText)),
    ...section('What would let more be decided:', improvements.map(improvementText)),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function conditionText({ what, rules }: Condition): string {
  return `  ${what}\n    ${shown(rules)}`;
}

function improvementText({ what, adds, helps }: Improvement): string {
  const parts = [
    ...(adds.length === 0 ? [] : [`${adds.length} more: ${shown(adds)}`]),
    ...(helps.length === 0 ? [] : [`together with others of these ${helps.length}: ${shown(helps)}`]),
  ];
  return `  ${what}\n${parts.map((part) => `    ${part}`).join('\n')}`;
}

function shown(ids: readonly string[]): string {
  return ids.length > mostShown ? `${ids.slice(0, mostShown).join(', ')}, …` : ids.join(', ');
}
