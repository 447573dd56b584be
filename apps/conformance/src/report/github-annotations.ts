/** Breaches as annotations of a GitHub workflow run. */
import { isAccepted } from '../deviations/judge-deviations.ts';
import { oneLine } from './breach-text.ts';
import type { JsonReport, ReportedRule } from './json-report.ts';

const longestMessage = 1000;

/**
 * Workflow commands, one a line: an error for each run that could not be done, each breach and each red entry of the known deviations, a warning for
 * each breach that is accepted. GitHub shows the first ten errors and the first ten warnings of a step.
 */
export function githubAnnotations({ rules, deviations, error = null }: JsonReport): string {
  const undone = error === null ? '' : command('error', 'The run could not be done', error);
  const broken = rules.map((rule) =>
    rule.breach === null ? '' : breachCommand(rule, isAccepted(rule.id, deviations)),
  );
  const faults = rules.map(({ id, fault, reason }) =>
    fault ? command('error', `${id}: a fault of the suite`, reason ?? '') : '',
  );
  const red = deviations.map((entry) =>
    entry.red ? command('error', `known deviation ${entry.rule}`, entry.says) : '',
  );
  return [undone, ...broken, ...faults, ...red].join('');
}

function breachCommand({ id, says, breach }: ReportedRule, isKnown: boolean): string {
  return command(
    isKnown ? 'warning' : 'error',
    `${id}: ${says}`,
    `expected ${breach?.expected ?? ''}; actual ${breach?.actual ?? ''}`,
  );
}

function command(level: 'error' | 'warning', title: string, message: string): string {
  const property = escaped(oneLine(title, longestMessage)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${escaped(oneLine(message, longestMessage))}\n`;
}

/** As the toolkit of GitHub Actions escapes data. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
