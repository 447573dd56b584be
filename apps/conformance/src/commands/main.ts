/** All commands of `outreach-conformance`, once it is known that this Node.js can run them. */
import { Command, CommanderError } from 'commander';
import { favourMemory } from './favour-memory.ts';
import { outliveOutput } from './outlive-output.ts';
import { guardOutputs } from '@outreach-api/masking/guard-outputs';
import type { Network } from '@outreach-api/wire/network';
import { suiteVersion } from '../installation/suite-version.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

const help = `
Exit codes:
  0    no breach
  1    a breach, or an entry of the known deviations that no longer fits
  2    it could not be done: bad configuration, unreachable target, refused credential, nothing decided,
       a target that stopped answering as before, or an output that cannot be written
  3    no breach, but the run was cut, the target was not restored, or what --fail-on or --min-decided asks for was found
  130  stopped

Start:
  outreach-conformance init --url https://staging.example.com              writes a target file and a workflow
  outreach-conformance doctor --config outreach-conformance.jsonc          checks which parts of that file work
  outreach-conformance server --config outreach-conformance.jsonc --plan   says what a run may do, and stops
  outreach-conformance server --config outreach-conformance.jsonc          judges the target
  outreach-conformance client -- node driver.mjs                           judges a client, with your driver`;

/** Makes a command. @param finished - is passed the exit code */
type MakeCommand = (finished: (code: number) => void, network?: Network) => Command;

/** In the order of the help. Each is loaded when it is used: together they take most of a second. */
export const commands: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  init: async () => (await import('./init.ts')).initCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  server: async () => (await import('./server.ts')).serverCommand,
  client: async () => (await import('./client.ts')).clientCommand,
  judge: async () => (await import('./judge.ts')).judgeCommand,
  observe: async () => (await import('./observe.ts')).observeCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  compare: async () => (await import('./compare.ts')).compareCommand,
  rules: async () => (await import('./rules.ts')).rulesCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
};

/** Runs the command that the arguments of this process name; resolves to the exit code. */
export async function main(): Promise<number> {
  outliveOutput();
  guardOutputs([process.stdout, process.stderr], process.env);
  favourMemory();
  return runCommandOf(process.argv.slice(2));
}

/**
 * Runs the command that these arguments name; resolves to the exit code.
 *
 * @param network - how requests reach the target; over sockets if not set
 */
export async function runCommandOf(args: readonly string[], network?: Network): Promise<number> {
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
  for (const load of loadersFor(args)) {
    const makeCommand = await load();
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

/** The command that is named; all of them for their help, or if none is. */
function loadersFor([first = '']: readonly string[]): readonly (() => Promise<MakeCommand>)[] {
  if (first === '--version') return [];
  const named = commands[first];
  return named === undefined ? Object.values(commands) : [named];
}
