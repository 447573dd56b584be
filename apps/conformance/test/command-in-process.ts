/** Runs the command within the test process: for tests that do not need it to be a process of its own. */
import { inRealTime } from './simulation/virtual-time.ts';
import { commands, runCommandOf } from '../src/commands/main.ts';
import { guardOutputs } from '@outreach-api/masking/guard-outputs';
import type { Network } from '@outreach-api/wire/network';
import { sockets } from '@outreach-api/wire/sockets';
import type { Ended, Surroundings } from './real-command.ts';

// Virtual time does not wait while a module is loaded.
await Promise.all(Object.values(commands).map(async (load) => load()));

type Output = 'stdout' | 'stderr';

/** The surroundings of a command that runs within the process. */
export type SurroundingsInProcess = Omit<Surroundings, 'node'>;

/**
 * Runs `outreach-conformance` with these arguments within this process, to its end. Folder, environment and outputs are
 * those of the process: nothing else may run at the same time, nor another command.
 *
 * @param network - how requests reach the target, e.g. that of a simulation
 */
export async function commandInProcess(
  args: readonly string[],
  { cwd, env = {} }: SurroundingsInProcess,
  network: Network = sockets,
): Promise<Ended> {
  const before = { cwd: process.cwd(), env: { ...process.env }, endListening: listeningAsNow() };
  const written: Record<Output, string> = { stdout: '', stderr: '' };
  const release = captured(written);
  process.chdir(cwd);
  Object.assign(process.env, env);
  try {
    guardOutputs([process.stdout, process.stderr], process.env);
    const code = await runCommandOf(args, network);
    return { code, ...written };
  } finally {
    release();
    before.endListening();
    process.chdir(before.cwd);
    for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before.env);
  }
}

/** The same, over sockets and in real time, while nothing runs in virtual time. */
export async function commandInRealTime(
  args: readonly string[],
  surroundings: SurroundingsInProcess,
): Promise<Ended> {
  return inRealTime(async () => commandInProcess(args, surroundings));
}

/** Captures what is written to the outputs from here on. Returns a function that stops this. */
function captured(written: Record<Output, string>): () => void {
  const outputs = ['stdout', 'stderr'] as const;
  const before = outputs.map((name) => Object.getOwnPropertyDescriptor(process[name], 'write'));
  for (const name of outputs) {
    process[name].write = (chunk: string | Uint8Array) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  }
  return () => {
    for (const [index, name] of outputs.entries()) {
      const own = before[index];
      if (own === undefined) Reflect.deleteProperty(process[name], 'write');
      else Object.defineProperty(process[name], 'write', own);
    }
  };
}

/** A command keeps its listeners until its process ends: returns a function that removes them. */
function listeningAsNow(): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const ofSignals = signals.map((signal) => process.listeners(signal));
  const ofExit = process.listeners('exit');
  return () => {
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (ofSignals[index]?.includes(listener) !== true) process.removeListener(signal, listener);
    for (const listener of process.listeners('exit'))
      if (!ofExit.includes(listener)) process.removeListener('exit', listener);
  };
}
