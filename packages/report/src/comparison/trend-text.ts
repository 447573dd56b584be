/** A trend, for people. */
import type { RuleTrend, Trend, TrendRun } from './trend.ts';

/** A letter per verdict, so that a rule and its runs fit on a line. */
const letters = { pass: '.', fail: 'F', inconclusive: '?', skipped: '-' } as const;

/** Since when each rule is broken or undecided, then the rules that were so in an earlier run. */
export function trendText({ runs, rules }: Trend): string {
  const open = rules.filter(({ newest }) => newest.verdict !== 'pass');
  const over = rules.filter((rule) => rule.newest.verdict === 'pass' && isMixed(rule));
  const steady = rules.length - open.length - over.length;
  return [
    `${runs.length} runs, the oldest first:`,
    ...runs.map((run, index) => `  ${String(index + 1).padStart(2)}  ${runLine(run)}`),
    section('Broken or undecided now', open, (rule) => openLine(rule, runs)),
    section('Passed in the newest run, but not in all', over, (rule) => overLine(rule, runs)),
    `\n${steady} of ${rules.length} rules passed in each run that judged them.`,
    '. pass  F fail  ? inconclusive  - skipped  (blank) not judged',
  ].join('\n');
}

/** A run with all that is known of it. */
export function runLine({ file, baseUrl, startedAt, deployment, undone }: TrendRun): string {
  const facts = [momentOf(startedAt), baseUrl, deployment, file].filter(
    (fact) => fact !== null && fact !== '',
  );
  return `${facts.join(', ')}${undone === null ? '' : `: not done: ${undone}`}`;
}

function section(title: string, rules: readonly RuleTrend[], line: (rule: RuleTrend) => string): string {
  return rules.length === 0
    ? `\n${title}: none`
    : [`\n${title} (${rules.length}):`, ...rules.map(line)].join('\n');
}

function openLine(rule: RuleTrend, runs: readonly TrendRun[]): string {
  const { verdict, since } = rule.newest;
  const before = rule.verdicts.slice(0, since).findLast((one) => one !== null);
  const from =
    before === undefined ? 'since the first run' : `since ${nameOf(runs, since)}, ${before} before`;
  return `  ${rule.id.padEnd(8)} ${strip(rule)}  ${verdict} ${from}: ${rule.says}`;
}

function overLine(rule: RuleTrend, runs: readonly TrendRun[]): string {
  return `  ${rule.id.padEnd(8)} ${strip(rule)}  pass since ${nameOf(runs, rule.newest.since)}: ${rule.says}`;
}

function strip({ verdicts }: RuleTrend): string {
  return verdicts.map((verdict) => (verdict === null ? ' ' : letters[verdict])).join('');
}

/** A run as a sentence names it: when it began, or its number. */
export function nameOf(runs: readonly TrendRun[], index: number): string {
  return momentOf(runs[index]?.startedAt ?? '') || `run ${index + 1}`;
}

/** To the minute, in UTC; empty if it is not known. */
function momentOf(startedAt: string): string {
  return startedAt.slice(0, 16).replace('T', ' ');
}

function isMixed({ verdicts }: RuleTrend): boolean {
  return verdicts.some((verdict) => verdict !== null && verdict !== 'pass');
}
