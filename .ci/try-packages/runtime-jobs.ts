/** The client in other runtimes, and in an older Node.js: each exercises it against a sandbox on a socket. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { findChromium, openChromium } from '../../packages/chromium-for-tests/src/index.ts';
import { CommandError, run } from './run-jobs.ts';
import type { Job } from './run-jobs.ts';
import { developed, nodeVersions, olderNode } from './scratch-project.ts';
import type { ScratchProject } from './scratch-project.ts';

/** What a runtime gets to know of the sandbox, as JSON. */
type SandboxFacts = string;

/** A job for each runtime. */
export function runtimeJobs(project: ScratchProject): Job[] {
  const { folder, installed } = project;
  const byCommand = (file: string, ...args: string[]) => {
    return (facts: SandboxFacts) =>
      run(file, [...args, 'runtimes/run.mjs'], { cwd: folder, env: { SANDBOX: facts } });
  };
  const ways: [name: string, exercise: (facts: SandboxFacts) => Promise<string>][] = [
    ...[olderNode, ...nodeVersions].map((version): [string, (facts: SandboxFacts) => Promise<string>] => [
      `Node.js ${version}`,
      byCommand(project.node(version)),
    ]),
    ['Bun', byCommand(installed('bun/bin/bun.exe'))],
    // It may use the network, and nothing else of the machine.
    ['Deno', byCommand(installed('deno/deno'), 'run', '--no-prompt', '--allow-net', '--allow-env=SANDBOX')],
    ['workerd', (facts) => inWorkerd(project, facts)],
    ['Chromium', (facts) => inChromium(project, facts)],
  ];
  return ways.map(([name, exercise]) => ({
    name: `${name}, the client`,
    onlyWithAll: true,
    run: async () => {
      const output = await besideSandbox(project, exercise);
      if (!/^done$/m.test(output)) throw new CommandError(`it was not done: ${output}`);
    },
  }));
}

async function besideSandbox(
  project: ScratchProject,
  exercise: (facts: SandboxFacts) => Promise<string>,
): Promise<string> {
  const sandbox = spawn(project.node(developed), ['runtimes/host.mjs'], {
    cwd: project.folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [facts]: unknown[] = await Promise.race([once(sandbox.stdout, 'data'), once(sandbox, 'exit')]);
    if (!Buffer.isBuffer(facts)) throw new CommandError('the sandbox did not start');
    return await exercise(facts.toString().trim());
  } finally {
    sandbox.stdin.end();
  }
}

/** A worker has no `node_modules`: its imports are bundled, as for a deployment. */
async function bundled({ folder, installed }: ScratchProject, name: string): Promise<string> {
  const file = path.join(folder, 'runtimes', `${name}.bundle.js`);
  const args = [`runtimes/${name}.mjs`, '--bundle', '--format=esm', '--target=es2022', `--outfile=${file}`];
  await run(installed('esbuild/bin/esbuild'), args, { cwd: folder });
  return file;
}

async function inWorkerd(project: ScratchProject, facts: SandboxFacts): Promise<string> {
  const bundle = await bundled(project, 'worker');
  const config = path.join(project.folder, 'runtimes/workerd.capnp');
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "${path.basename(bundle)}")],
      bindings = [(name = "sandbox", json = ${JSON.stringify(facts)})],
      compatibilityDate = "2026-01-01",
    )),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
);
`,
  );
  return run(project.installed('workerd/bin/workerd'), ['test', config], { cwd: project.folder });
}

async function inChromium(project: ScratchProject, facts: SandboxFacts): Promise<string> {
  const found = findChromium();
  if (found === null) throw new CommandError('Chromium is not installed: `apt-get install chromium`');
  const script = readFileSync(await bundled(project, 'page'), 'utf8');
  // A page with an address, so that it has an origin.
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const browser = await openChromium(found);
  try {
    const page = await browser.newPage();
    const address = server.address();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction('"exercise" in globalThis');
    return String(await page.evaluate(`exercise(${facts})`));
  } finally {
    await browser.close();
    server.close();
  }
}
