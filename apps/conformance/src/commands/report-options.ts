/** The options that `ReportOptions` holds, for all commands that judge. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { demandOptions } from './demand-options.ts';
import { outputOptions } from './output-options.ts';

/** Adds them to a command. */
export function reportOptions(command: Command): Command {
  return demandOptions(outputOptions(command))
    .option(
      '--deployment <text>',
      'which deployment or version was judged, e.g. a commit; shown in the report',
    )
    .addOption(
      new Option(
        '--docs-url <url>',
        'address of the site of the statements; reports link to the page of each',
      )
        .env('OUTREACH_DOCS_URL')
        .argParser(siteAddress),
    )
    .option('--compare-with <file>', 'the JSON report of an earlier run: the page says what passed then')
    .option(
      '--known-deviations <file>',
      'breaches that are accepted for a while, and rules that cannot be decided (JSON)',
    );
}

/** An empty variable, as an unset one of a workflow is, names no site. */
function siteAddress(value: string): string {
  if (value === '') return value;
  const { protocol, username, password } = URL.parse(value) ?? {};
  if (/^https?:$/.test(protocol ?? '') && `${username}${password}` === '') return value;
  throw new InvalidArgumentError('It must be an http or https address without a password.');
}

/** Adds `--quiet` to a command that has nothing else to show less of. */
export function quietOption(command: Command): Command {
  return command.option('--quiet', 'only breaches and the counts');
}
