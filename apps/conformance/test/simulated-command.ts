/** Runs commands within the process on a simulated sandbox, from a folder of their own: for the suite's own tests. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulate, type SimulatedSandbox, type Simulation } from './simulation/simulate.ts';
import { commandInProcess } from './command-in-process.ts';
import type { Ended } from './real-command.ts';

/** In memory if possible: the files need not survive the machine, and each line of a ledger is synced. */
const folders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A simulated sandbox, and a folder from which commands are run on it. */
export interface CommandPlace extends SimulatedSandbox {
  readonly folder: string;
  /** Runs a command to its end. Its environment has the key of the first account, and no GitHub variables. */
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ended>;
  /** Reads a file of the folder. */
  readonly read: (file: string) => Promise<string>;
  /** Writes a file of the folder, as JSON unless it is text. */
  readonly write: (file: string, content: unknown) => Promise<void>;
}

/** Works with a sandbox within the process, under virtual time, and a temporary folder. */
export async function simulateCommands<Result>(
  simulation: Simulation,
  work: (place: CommandPlace) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(folders, 'outreach-commands-'));
  try {
    return await simulate(simulation, async (simulated) =>
      work({ ...simulated, ...placeIn(folder, simulated) }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function placeIn(
  folder: string,
  { sandbox, network }: SimulatedSandbox,
): Omit<CommandPlace, keyof SimulatedSandbox> {
  const ofPlace = { OUTREACH_TOKEN: sandbox.accounts[0].token, GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' };
  return {
    folder,
    run: async (args, env = {}) =>
      commandInProcess(args, { cwd: folder, env: { ...ofPlace, ...env } }, network),
    read: async (file) => readFile(path.join(folder, file), 'utf8'),
    write: async (file, content) =>
      writeFile(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content)),
  };
}
