/**
 * `pnpm generators`: generates clients from the OpenAPI document as it is shipped, compiles them, and makes a call at
 * the sandbox with each. Installs the generators outside the repository, at the versions that
 * `try-generators/generators.ts` pins. What this machine lacks is skipped by name. With words as arguments, it tries
 * only generators with these words in their names.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generators, type Command, type Generator } from './try-generators/generators.ts';
import { CommandError, run, runJobs } from './try-packages/run-jobs.ts';

const root = path.join(import.meta.dirname, '..');
const calls = path.join(import.meta.dirname, 'try-generators/calls');
/** What each program prints: the page that it asks for, of all webhooks of the sandbox. */
const expected = 'listed 3 of 47';

const words = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-generators-'));
const sandbox = await startSandbox();
try {
  const jobs = generators
    .filter(({ name }) => words.every((word) => name.includes(word)))
    .map((generator) => ({ name: generator.name, run: async () => tryGenerator(generator) }));
  if (jobs.length === 0) throw new Error(`no generator is named so: ${words.join(' ')}`);
  const failed = await runJobs(jobs);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function tryGenerator({ name, generate, call }: Generator): Promise<string> {
  const missing = lacking(generate.needs);
  if (missing !== undefined) return `skipped: ${missing} is not on this machine`;
  const cwd = path.join(folder, name);
  mkdirSync(cwd);
  cpSync(path.join(calls, name), cwd, { recursive: true });
  cpSync(path.join(root, 'packages/types/generated/openapi.yaml'), path.join(cwd, 'openapi.yaml'));
  const options = { cwd, env: sandbox.env, minutes: 10 };
  for (const [program, ...args] of generate.run) await run(program, args, options);
  const missingToCall = lacking(call.needs);
  if (missingToCall !== undefined)
    return `generated; compiling and calling skipped: ${missingToCall} is not on this machine`;
  let printed = '';
  for (const [program, ...args] of call.run) printed = await run(program, args, options);
  if (!printed.includes(expected)) throw new CommandError(`the call printed no "${expected}":\n${printed}`);
  return expected;
}

/** The first of these programs that the machine does not have. */
function lacking(programs: readonly Command[]): string | undefined {
  return programs.find(([program, ...args]) => spawnSync(program, args).status !== 0)?.[0];
}

async function startSandbox(): Promise<{ env: Record<string, string>; stop: () => void }> {
  const command = path.join(root, 'packages/sandbox/src/command.ts');
  const args = ['--conditions=@outreach-api/source', command, '--port', '0', '--print', 'json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
    child.stdout.setEncoding('utf8').once('data', resolve);
  });
  const { baseUrl, token }: { baseUrl: string; token: string } = JSON.parse(line);
  return {
    env: { OUTREACH_BASE_URL: baseUrl, OUTREACH_TOKEN: token },
    stop: () => child.kill(),
  };
}
