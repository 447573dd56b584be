/** `outreach-conformance client`: judges a client by a driver. */
import { Command, InvalidArgumentError } from 'commander';
import { demandOptions } from './demand-options.ts';
import { outputOptions } from './output-options.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import type { ClientOptions } from './run-client.ts';

/**
 * `outreach-conformance client`: judges a client by a driver.
 *
 * @param finished - told the exit code
 */
export function clientCommand(finished: (code: number) => void): Command {
  const selecting = excludeOption(ruleOption(new Command('client')));
  return demandOptions(outputOptions(selecting))
    .description(
      'Judge a client of any language, by a driver: a small program that makes the calls it is asked for.',
    )
    .argument('[command...]', 'the command of the driver, after --')
    .option(
      '--config <file>',
      'client file (JSON): the command, its environment, what is declared in its place',
    )
    .option('--seed <n>', 'seed of the data; without it one is chosen and printed', wholeNumber)
    .option('--path <scenario:path>', 'replay one counterexample, as a report gives it')
    .option('--concurrency <n>', 'so many drivers are at work at the same time (6)', wholeNumber)
    .option('--timeout <seconds>', 'how long a call of the driver may take at most (40)', wholeNumber)
    .option('--deployment <text>', 'which version of the client this is, e.g. a commit; shown in the report')
    .option(
      '--known-deviations <file>',
      'breaches that are accepted for a while, and rules that cannot be decided (JSON)',
    )
    .option('--quiet', 'only breaches and the counts')
    .action(async (command: readonly string[], options: ClientOptions) => {
      // It brings the sandbox, which no other command has use for.
      const { runClient } = await import('./run-client.ts');
      finished(await runClient(command, options));
    });
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(value);
}
