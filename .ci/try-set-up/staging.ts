/** A sandbox that acts as a staging environment, started with its installed command. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Project } from './empty-project.ts';

/** What the sandbox recorded about a request. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly effect: string;
}

/** A running sandbox, and what it prints for its users. */
export interface Staging {
  readonly url: string;
  readonly token: string;
  /** Another user of the same account. */
  readonly colleagueToken: string;
  readonly senderProfiles: readonly string[];
  requests(): Promise<readonly SeenRequest[]>;
  snapshot(): Promise<unknown>;
  stop(): void;
}

/** Starts a sandbox with its installed command. */
export async function startSandbox(project: Project, args: readonly string[]): Promise<Staging> {
  const command = path.join(project.folder, 'node_modules/@outreach-api/sandbox/dist/command.js');
  const child = spawn(process.execPath, [command, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.once('exit', (code) => {
      reject(new Error(`the sandbox ended with ${code}`));
    });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (printed.includes('A first use')) resolve(printed);
    });
  });
  const url = /listens on (\S+)/.exec(text)?.[1] ?? '';
  const [token = '', colleagueToken = ''] = text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
  const control = async (route: string): Promise<unknown> =>
    (await fetch(`${url}/_sandbox/${route}`, { headers: { authorization: `Bearer ${token}` } })).json();
  return {
    url,
    token,
    colleagueToken,
    senderProfiles: /to read and update +(.+)/.exec(text)?.[1]?.split(' ') ?? [],
    requests: async () => seenIn(await control('requests')),
    snapshot: async () => control('snapshot'),
    stop: () => {
      child.kill();
    },
  };
}

function seenIn(record: unknown): readonly SeenRequest[] {
  if (!Array.isArray(record)) throw new Error('the sandbox gave no record');
  return record.map((one: Readonly<Record<string, unknown>>) => ({
    method: String(one['method']),
    path: String(one['path']),
    body: String(one['body']),
    effect: String(one['effect']),
  }));
}
