/** The options that say what a run may leave behind and how long it may take. */
import { InvalidArgumentError, type Command } from 'commander';
import { positiveInteger } from './demand-options.ts';

/** Where ledgers are kept unless `--ledger` is given, in the working folder. */
export const defaultLedgerFolder = '.outreach-conformance';

/** What {@link safetyOptions} reads. */
export interface SafetyOptions {
  readonly plan?: true;
  readonly ledger: string;
  readonly maxMinutes?: number;
  readonly maxRequests?: number;
  readonly waitForTarget?: number;
}

/** `--wait-for-target`, as `Command.option` takes it. */
export const waitOption = [
  '--wait-for-target <seconds>',
  'wait up to this long for a target that does not answer yet',
  positiveInteger,
] as const;

/** Adds `--plan`, `--ledger`, `--wait-for-target`, `--max-minutes` and `--max-requests` to a command. */
export function safetyOptions(command: Command): Command {
  return ledgerOption(command, 'where to record, as it happens, what the run does to the target')
    .option('--plan', 'print what the run may do to the target, and exit; nothing is sent')
    .option(...waitOption)
    .option('--max-minutes <n>', 'end the run after this many minutes; what was decided counts', minutes)
    .option(
      '--max-requests <n>',
      'end the run before it sends more requests than this, except to restore',
      requests,
    );
}

/** Adds `--ledger` to a command. */
export function ledgerOption(command: Command, description: string): Command {
  return command.option('--ledger <folder>', description, defaultLedgerFolder);
}

/** Fewer would not be enough to check the target. */
const leastRequests = 10;

function requests(value: string): number {
  const number = positiveInteger(value);
  if (number < leastRequests) throw new InvalidArgumentError(`It must be at least ${leastRequests}.`);
  return number;
}

function minutes(value: string): number {
  const number = Number(value);
  if (!/^\d{1,5}(?:\.\d{1,3})?$/.test(value) || number <= 0 || number > 10_000)
    throw new InvalidArgumentError('It must be a number of minutes above 0, at most 10000.');
  return number;
}
