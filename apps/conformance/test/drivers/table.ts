/** The results of all clients as a Markdown table. */
import type { ReportedRule } from '@outreach-api/report/json-report';
import type { Judged } from './judging.ts';

/** The ids of the rules that any of the runs judged, in order. */
export function rulesOf(all: readonly Judged[]): readonly string[] {
  return [...new Set(all.flatMap(({ report }) => report?.rules.map(({ id }) => id) ?? []))].toSorted();
}

/** The verdict on a rule of one client. */
export function verdictOn(id: string, { report }: Judged): ReportedRule | undefined {
  return report?.rules.find((rule) => rule.id === id);
}

/** Why a verdict is not a pass, in words; empty if it is. */
export function whyOf({ breach, reason }: Pick<ReportedRule, 'breach' | 'reason'>): string {
  return breach === null ? (reason ?? '') : `expected ${breach.expected}; actual ${breach.actual}`;
}

/** One row per client, one column per rule; verdicts other than pass are explained below. */
export function tableOf(all: readonly Judged[]): string {
  const ids = rulesOf(all);
  const lines = [
    rowOf(['client', 'versions', ...ids]),
    rowOf(Array.from({ length: ids.length + 2 }, () => '---')),
    ...all.map((judged) =>
      rowOf([
        judged.driver.name,
        judged.versions,
        ...ids.map((id) => verdictOn(id, judged)?.verdict ?? 'not judged'),
      ]),
    ),
    '',
    ...all.flatMap(explained),
  ];
  return `${lines.join('\n')}\n`;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function explained({ driver, report, fault }: Judged): readonly string[] {
  if (report === null) return [`- ${driver.name}: not judged: ${inOneLine(fault ?? '')}`];
  return report.rules
    .filter(({ verdict }) => verdict !== 'pass')
    .map((rule) => `- ${driver.name}, ${rule.id} ${rule.verdict}: ${inOneLine(whyOf(rule))}`);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
