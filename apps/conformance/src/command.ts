#!/usr/bin/env node
/** The command `outreach-conformance`. */
import { Command, CommanderError } from 'commander';
import { restoreCommand } from './commands/restore.ts';
import { serverCommand } from './commands/server.ts';
import { ConfigurationError } from './target/configuration-error.ts';

/** The command `outreach-conformance`. */
async function main(): Promise<number> {
  let code = 0;
  const program = new Command('outreach-conformance')
    .description("Tells whether an implementation of the outreach platform's API keeps its description.")
    .addCommand(
      serverCommand((exit) => {
        code = exit;
      }),
    )
    .addCommand(
      restoreCommand((exit) => {
        code = exit;
      }),
    )
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(text);
      },
    });
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const message =
      error instanceof ConfigurationError ? error.message : `a fault of the suite: ${String(error)}`;
    process.stderr.write(`outreach-conformance: ${message}\n`);
    return 2;
  }
  return code;
}

process.exitCode = await main();
