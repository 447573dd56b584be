/** Builds services and starts them, each as a process of its own. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { folderOf, servicesFolder, type Command, type Service } from './service.ts';

/** How many requests each account may send. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** What its owner knows about an account of a service. */
export interface ServiceAccount {
  readonly token: string;
  readonly expired_token: string;
  readonly sender_profiles: readonly string[];
}

/** A listening service. */
export interface RunningService {
  readonly url: string;
  readonly accounts: readonly [ServiceAccount, ServiceAccount];
  stop(): Promise<void>;
}

/** The options with which a service is started. */
export interface Start {
  readonly defect: string | null;
  readonly rateLimit: RateLimit;
}

/** Runs the commands that prepare a service for its start. @throws Error if a command fails */
export async function build(service: Service): Promise<void> {
  for (const command of service.build) await run(command, folderOf(service));
}

async function run([program, ...args]: Command, cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve, reject) => {
    child.once('close', resolve).once('error', reject);
  });
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} in ${cwd} ended with ${String(code)}`);
}

/** Starts a service, in a time zone far from UTC, and waits until it says that it is listening. */
export async function start(service: Service, { defect, rateLimit }: Start): Promise<RunningService> {
  const [program, ...args] = service.start;
  const seed: unknown = JSON.parse(readFileSync(path.join(servicesFolder, 'seed.json'), 'utf8'));
  const child = spawn(program, args, {
    cwd: folderOf(service),
    env: { ...process.env, TZ: 'Asia/Kolkata', DEFECT: defect ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const kill = (): void => {
    child.kill();
  };
  process.once('exit', kill);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve()).once('error', reject);
  });
  child.stdin.end(JSON.stringify(Object.assign({}, seed, { rateLimit })));
  const line = await readyLine(child.stdout);
  // Its later output is not read, but must not fill up the pipe.
  child.stdout.resume();
  if (line === null) {
    await ended;
    throw new Error(`${service.name} ended before it was ready`);
  }
  const ready: Pick<RunningService, 'url' | 'accounts'> = JSON.parse(line);
  return {
    ...ready,
    stop: async () => {
      process.removeListener('exit', kill);
      kill();
      await ended;
    },
  };
}

/** The line in which a service says that it is listening; null if it exits without one. */
async function readyLine(stdout: Readable): Promise<string | null> {
  for await (const line of createInterface(stdout)) if (line.startsWith('{')) return line;
  return null;
}
