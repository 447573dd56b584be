/** Runs the command as a process of its own, from source: for the suite's own tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../src/command.ts', import.meta.url));

/** How a process exited, and what it wrote. */
export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface UnderWay {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has written to standard error so far. */
  stderr(): string;
}

/** The surroundings in which a command runs. */
export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of Node itself. */
  readonly node?: readonly string[];
  /** Starts it from a shell that runs this script; `"$@"` in it is the command. */
  readonly shell?: string;
}

/** Starts `outreach-conformance` with these arguments. */
export function startCommand(
  args: readonly string[],
  { cwd, env = {}, node = [], shell = 'exec "$@"' }: Surroundings,
): UnderWay {
  const line = [process.execPath, ...node, '--conditions=@outreach-api/source', command, ...args];
  const child = spawn('sh', ['-c', shell, 'sh', ...line], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
  return { child, ended, stderr: () => stderr };
}

/**
 * Waits until something holds while a command is running, and returns it.
 *
 * @throws Error if the command exits before
 */
export async function untilHolds<Held>(run: UnderWay, held: () => Held | false | null): Promise<Held> {
  for (;;) {
    const now = held();
    if (now !== null && now !== false) return now;
    if (run.child.exitCode !== null || run.child.signalCode !== null)
      throw new Error(`the command exited before: ${(await run.ended).stderr}`);
    await wait(1);
  }
}

/** Runs a command to its end. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  return startCommand(args, surroundings).ended;
}

/** What a command wrote, without the lines that appear every 10 s: their number depends on the machine. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^(?:.* · \d+ of \d+ rules · |reaching the target · ).*\n/gm, '');
}
