#!/usr/bin/env node
/** The command `outreach-conformance`: checks the Node.js version before it imports anything that needs a new one. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { endProcess } from './commands/end-process.ts';
import { nodeFault } from './commands/node-fault.ts';
import { packageFolder } from './installation/package-folder.ts';

async function start(): Promise<number> {
  const manifest = readFileSync(new URL('package.json', packageFolder), 'utf8');
  const { engines }: { engines: { node: string } } = JSON.parse(manifest);
  const fault = nodeFault(engines.node, process.versions.node);
  if (fault !== null) throw new Error(fault);
  // Saves a fifth of the time until the first request.
  module.enableCompileCache();
  const { main } = await import('./commands/main.ts');
  return main();
}

start().then(endProcess, async (error: unknown) => {
  process.stderr.write(`outreach-conformance: ${error instanceof Error ? error.message : String(error)}\n`);
  return endProcess(2);
});
