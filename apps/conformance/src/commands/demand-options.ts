/** The options that say what must be decided, for all commands whose exit code reflects a run. */
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Adds `--fail-on`, and the options that `Demands` holds, to a command. */
export function demandOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit 3 if any rule is undecided and not listed among the known deviations',
      ).choices(['inconclusive']),
    )
    .option('--min-decided <n>', 'exit 3 if fewer rules than these pass or fail', positiveInteger);
}

/** Reads a whole number of at least 1. */
export function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(value);
}
