/** The options that say how much is written during a run. */
import { Option, type Command } from 'commander';

/** What {@link screenOptions} reads. */
export interface ScreenOptions {
  readonly quiet?: true;
  readonly verbose?: true;
}

/** Adds `--quiet` and `--verbose` to a command. */
export function screenOptions(command: Command): Command {
  return command
    .addOption(new Option('--quiet', 'only breaches and the counts').conflicts('verbose'))
    .option('--verbose', 'each request as a line, on the error stream');
}
