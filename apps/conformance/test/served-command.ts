/** Runs the command as a process of its own on a served sandbox, from a folder of its own: for the suite's own tests. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, serveSandbox, type Sandbox } from '@outreach-api/sandbox';
import { runCommand, type Ended, type Surroundings } from './real-command.ts';

/** A served sandbox, and a folder from which commands are run on it. */
export interface ServedPlace {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly folder: string;
  /** Runs a command to its end. Its environment has the key of the first account, and no GitHub variables. */
  readonly run: (args: readonly string[], surroundings?: Omit<Surroundings, 'cwd'>) => Promise<Ended>;
  /** Reads a file of the folder. */
  readonly read: (file: string) => Promise<string>;
  /** Writes a file of the folder, as JSON unless it is text. */
  readonly write: (file: string, content: unknown) => Promise<void>;
}

/** Works with a served sandbox and a temporary folder. */
export async function serveCommands<Result>(work: (place: ServedPlace) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outreach-served-'));
  const sandbox = await createSandbox();
  const served = await serveSandbox(sandbox);
  const own = { OUTREACH_TOKEN: sandbox.accounts[0].token, GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' };
  try {
    return await work({
      sandbox,
      url: served.url,
      folder,
      run: async (args, { env = {}, ...others } = {}) =>
        runCommand(args, { cwd: folder, env: { ...own, ...env }, ...others }),
      read: async (file) => readFile(path.join(folder, file), 'utf8'),
      write: async (file, content) =>
        writeFile(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content)),
    });
  } finally {
    await served.close();
    sandbox.close();
    await rm(folder, { recursive: true });
  }
}
