/** The options that select rules. */
import { Option, type Command } from 'commander';

/** Adds `--rule` to a command. */
export function ruleOption(command: Command): Command {
  return command.addOption(
    new Option('--rule <id|group>', 'only this rule or group; may be given several times')
      .argParser(append)
      .default([], 'all'),
  );
}

/** Adds `--exclude` to a command. */
export function excludeOption(command: Command): Command {
  return command.addOption(
    new Option('--exclude <id|group>', 'not this rule or group; may be given several times')
      .argParser(append)
      .default([], 'none'),
  );
}

function append(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
