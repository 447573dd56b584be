/** `outreach-conformance client`: judges a client by a driver. */
import { Command, InvalidArgumentError } from 'commander';
import { excludeOption, ruleOption } from './rule-options.ts';
import { runClient, type ClientOptions } from './run-client.ts';
import { quietOption, reportOptions } from './report-options.ts';

/**
 * `outreach-conformance client`: judges a client by a driver.
 *
 * @param finished - is passed the exit code
 */
export function clientCommand(finished: (code: number) => void): Command {
  const selecting = excludeOption(ruleOption(new Command('client')));
  return quietOption(reportOptions(selecting))
    .description(
      'Judge a client in any language by a driver: a small program that makes the requested calls.',
    )
    .argument('[command...]', 'the command of the driver, after --')
    .option(
      '--config <file>',
      'client file (JSON): the command, its environment, what is declared in its place',
    )
    .option('--seed <n>', 'seed of the data; without it one is chosen and printed', wholeNumber)
    .option('--path <scenario:path>', 'replay one counterexample, as a report gives it')
    .option(
      '--history <file>',
      'write everything that the client did, to judge it again (`judge`), without credentials',
    )
    .option('--concurrency <n>', 'how many drivers work at the same time (6)', wholeNumber)
    .option('--timeout <seconds>', 'how long a call of the driver may take at most (40)', wholeNumber)
    .action(async (command: readonly string[], options: ClientOptions) => {
      finished(await runClient(command, options));
    });
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(value);
}
