/** The options that select rules. */
import type { Command } from 'commander';

/** Adds `--rule` to a command. */
export function ruleOption(command: Command): Command {
  return command.option(
    '--rule <id|group>',
    'only this rule or group; may be given several times',
    append,
    [],
  );
}

/** Adds `--exclude` to a command. */
export function excludeOption(command: Command): Command {
  return command.option(
    '--exclude <id|group>',
    'not this rule or group; may be given several times',
    append,
    [],
  );
}

function append(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
