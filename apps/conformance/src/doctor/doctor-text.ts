/** The results of `doctor`, for people. */
import type { Decidable, Wish } from './decidable.ts';
import type { Finding } from './finding.ts';

const mostShown = 12;

/** Which parts of the target file work, one per line. */
export function findingsText(findings: readonly Finding[]): string {
  const widest = Math.max(...findings.map(({ what }) => what.length));
  return findings
    .map(({ state, what, text }) => `  ${state.padEnd(9)}  ${what.padEnd(widest)}  ${text}`.trimEnd())
    .join('\n');
}

/** What can be decided, and what each thing that is not allowed or provided would add. */
export function decidableText({ whole, inPart, notAtAll, wishes }: Decidable): string {
  const all = whole.length + inPart.length + notAtAll.length;
  return [
    `Of ${all} rules ${whole.length} can be decided, ${inPart.length} in part, ${notAtAll.length} not at all.`,
    ...(wishes.length === 0 ? [] : ['', 'What more would be decided with:', ...wishes.map(wishText)]),
  ].join('\n');
}

function wishText({ what, adds, helps }: Wish): string {
  const parts = [
    ...(adds.length === 0 ? [] : [`${adds.length} more: ${shown(adds)}`]),
    ...(helps.length === 0 ? [] : [`together with others of these ${helps.length}: ${shown(helps)}`]),
  ];
  return `  ${what}\n${parts.map((part) => `    ${part}`).join('\n')}`;
}

function shown(ids: readonly string[]): string {
  return ids.length > mostShown ? `${ids.slice(0, mostShown).join(', ')}, …` : ids.join(', ');
}
