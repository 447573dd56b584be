/** All commands of `outreach-conformance`, once it is known that this Node.js can run them. */
import { Command, CommanderError } from 'commander';
import { clientCommand } from './client.ts';
import { compareCommand } from './compare.ts';
import { doctorCommand } from './doctor.ts';
import { explainCommand } from './explain.ts';
import { favourMemory } from './favour-memory.ts';
import { initCommand } from './init.ts';
import { judgeCommand } from './judge.ts';
import { observeCommand } from './observe.ts';
import { outliveOutput } from './outlive-output.ts';
import { restoreCommand } from './restore.ts';
import { rulesCommand } from './rules.ts';
import { serverCommand } from './server.ts';
import { guardOutputs } from '../output/guard-outputs.ts';
import type { Network } from '../http/network.ts';
import { sockets } from '../http/sockets.ts';
import { suiteVersion } from '../http/suite-version.ts';
import { ConfigurationError } from '../target/configuration-error.ts';

const help = `
Exit codes:
  0    no breach
  1    a breach, or an entry of the known deviations that no longer fits
  2    it could not be done: bad configuration, unreachable target, refused credential, nothing decided,
       a target that stopped answering as before, or an output that cannot be written
  3    no breach, but the run was cut, the target was not restored, or what --fail-on or --min-decided asks for was found
  130  stopped

Start:
  outreach-conformance init                                                asks, and writes a target file and a workflow
  outreach-conformance doctor --config outreach-conformance.jsonc          checks which parts of that file work
  outreach-conformance server --config outreach-conformance.jsonc --plan   says what a run may do, and stops
  outreach-conformance server --config outreach-conformance.jsonc          judges the target
  outreach-conformance client -- node driver.mjs                           judges a client, with your driver`;

/** In the order of the help. */
const commands = [
  initCommand,
  doctorCommand,
  serverCommand,
  clientCommand,
  judgeCommand,
  observeCommand,
  restoreCommand,
  compareCommand,
  rulesCommand,
  explainCommand,
] as const;

/** Runs the command that the arguments of this process name; resolves to the exit code. */
export async function main(): Promise<number> {
  outliveOutput();
  guardOutputs([process.stdout, process.stderr], process.env);
  favourMemory();
  return runCommandOf(process.argv.slice(2), sockets);
}

/**
 * Runs the command that these arguments name; resolves to the exit code.
 *
 * @param network - how requests reach the target
 */
export async function runCommandOf(args: readonly string[], network: Network): Promise<number> {
  let code = 0;
  const program = new Command('outreach-conformance')
    .description(
      "Checks whether an implementation of the outreach platform's API conforms to its description.",
    )
    .version(suiteVersion, '--version', 'print the version of the suite')
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(text);
      },
    });
  for (const makeCommand of commands) {
    const command = makeCommand((exit) => {
      code = exit;
    }, network);
    program.addCommand(command.exitOverride());
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const message =
      error instanceof ConfigurationError ? error.message : `a fault of the suite: ${String(error)}`;
    process.stderr.write(`outreach-conformance: ${message}\n`);
    return 2;
  }
  return code;
}
