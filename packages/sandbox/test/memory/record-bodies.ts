/** A sandbox that records as many bodies of a megabyte as the argument says; prints what it keeps, in megabytes. */
import { createSandbox } from '../../src/index.ts';

const sandbox = await createSandbox();
const request = {
  method: 'POST',
  headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
  body: Buffer.alloc(1_000_000, 'a'),
};
for (let sent = 0; sent < Number(process.argv[2]); sent += 1) {
  const answer = await sandbox.fetch(new Request('http://sandbox/integrations/api/webhooks/test', request));
  await answer.text();
}
globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
process.stdout.write(`${sandbox.record.length} bodies, ${Math.round((heapUsed + external) / 1e6)} MB\n`);
sandbox.close();
