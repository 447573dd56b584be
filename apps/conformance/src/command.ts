#!/usr/bin/env node
/** The command `outreach-conformance`. */
import { Command, CommanderError } from 'commander';
import { compareCommand } from './commands/compare.ts';
import { explainCommand } from './commands/explain.ts';
import { favourMemory } from './commands/favour-memory.ts';
import { initCommand } from './commands/init.ts';
import { mergeCommand } from './commands/merge.ts';
import { restoreCommand } from './commands/restore.ts';
import { rulesCommand } from './commands/rules.ts';
import { serverCommand } from './commands/server.ts';
import { ConfigurationError } from './target/configuration-error.ts';

const help = `
Exit codes:
  0    no breach
  1    a breach, or an entry of the known deviations that no longer fits
  2    it could not be done: bad configuration, unreachable target, refused credential, nothing decided,
       or a target that ceased to answer as before
  3    no breach, but the run was cut, or what --fail-on or --min-decided asks for was found
  130  stopped

Start:
  outreach-conformance init                                                asks, and writes a target file and a workflow
  outreach-conformance server --config outreach-conformance.jsonc --plan   says what a run may do, and stops
  outreach-conformance server --config outreach-conformance.jsonc          judges the target`;

/** In the order of the help. */
const commands = [
  initCommand,
  serverCommand,
  restoreCommand,
  mergeCommand,
  compareCommand,
  rulesCommand,
  explainCommand,
] as const;

/** The command `outreach-conformance`. */
async function main(): Promise<number> {
  let code = 0;
  const program = new Command('outreach-conformance')
    .description("Tells whether an implementation of the outreach platform's API keeps its description.")
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(text);
      },
    });
  for (const makeCommand of commands) {
    program.addCommand(
      makeCommand((exit) => {
        code = exit;
      }),
    );
  }
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

// Whoever reads our output may stop reading (`| head`): the run goes on, and restores what it changed.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

favourMemory();
process.exitCode = await main();
