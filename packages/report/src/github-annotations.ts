/** Breaches as annotations of a GitHub workflow run. */
import { isAccepted } from './deviations/judge-deviations.ts';
import { isOfUndecided } from './deviations/unlisted.ts';
import { harmless, withoutCommands } from '@outreach-api/masking/harmless-text';
import { oneLine } from './breach-text.ts';
import type { JsonReport, ReportedRule } from './json-report.ts';
import { changesInWords } from './left-to-restore.ts';
import { counted } from './plural.ts';

const longestMessage = 1000;

/**
 * Workflow commands, one per line: an error for a run that could not be done, for each breach, each red entry of the
 * known deviations and what is left on the target, and one for all undecided rules if they turn the run red; a warning
 * for each accepted breach. GitHub shows the first ten errors and the first ten warnings of a step.
 */
export function githubAnnotations({
  rules,
  deviations,
  restore,
  error = null,
  unlisted = [],
}: JsonReport): string {
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
  const left =
    restore == null
      ? ''
      : command(
          'error',
          `${changesInWords(restore)} left on the target`,
          `Restore what can be: ${restore.command} (${restore.changes.join('; ')})`,
        );
  return [undone, left, ...broken, ...faults, ...red, undecidedCommand(unlisted)].join('');
}

/** One for all of them: GitHub shows ten. */
function undecidedCommand(unlisted: NonNullable<JsonReport['unlisted']>): string {
  const undecided = unlisted.filter(isOfUndecided);
  if (undecided.length === 0) return '';
  const title = `${counted(undecided.length, 'rule is', 'rules are')} undecided`;
  const ids = undecided.map(({ rule }) => rule).join(', ');
  return command(
    'error',
    `${title} and not listed as such`,
    `${ids}. Provide what they lack, or list them in the known deviations: the job summary and the log have the entries to paste, with the reasons.`,
  );
}

function breachCommand({ id, says, breach, docs }: ReportedRule, isKnown: boolean): string {
  const about = docs === undefined ? '' : `; about: ${docs}`;
  return command(
    isKnown ? 'warning' : 'error',
    `${id}: ${says}`,
    `expected ${breach?.expected ?? ''}; actual ${breach?.actual ?? ''}${about}`,
  );
}

function command(level: 'error' | 'warning', title: string, message: string): string {
  const property = escaped(oneLine(title, longestMessage)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${escaped(oneLine(message, longestMessage))}\n`;
}

/** As the GitHub Actions toolkit escapes data; there is only one kind of line end. */
function escaped(text: string): string {
  return withoutCommands(harmless(text)).replaceAll('%', '%25').replaceAll('\n', '%0A');
}
