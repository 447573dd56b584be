/** The options that `ReportOptions` holds, for all commands that judge. */
import type { Command } from 'commander';
import { demandOptions } from './demand-options.ts';
import { outputOptions } from './output-options.ts';

/** Adds them to a command. */
export function reportOptions(command: Command): Command {
  return demandOptions(outputOptions(command))
    .option(
      '--deployment <text>',
      'which deployment or version was judged, e.g. a commit; shown in the report',
    )
    .option('--compare-with <file>', 'the JSON report of an earlier run: the page says what passed then')
    .option(
      '--known-deviations <file>',
      'breaches that are accepted for a while, and rules that cannot be decided (JSON)',
    );
}

/** Adds `--quiet` to a command that has nothing else to show less of. */
export function quietOption(command: Command): Command {
  return command.option('--quiet', 'only breaches and the counts');
}
