#!/usr/bin/env node
/** The command `outreach-sandbox`: checks the Node.js version before it imports anything that needs a new one. */
import { nodeFault } from './node-fault.ts';

const fault = nodeFault(process.versions.node);
if (fault === null) {
  const { main } = await import('./main.ts');
  await main();
} else {
  process.stderr.write(`outreach-sandbox: ${fault}\n`);
  process.exitCode = 2;
}
