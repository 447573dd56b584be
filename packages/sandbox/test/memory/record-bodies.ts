/** A sandbox that records as many bodies of a megabyte as the argument says; prints what they add, in megabytes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSandbox } from '../../src/index.ts';

/** Bytes in use, once what nobody refers to is gone: memory outside the heap is freed some turns after its owner. */
async function bytesInUse(): Promise<number> {
  for (let collections = 0; collections < 10; collections += 1) {
    globalThis.gc?.();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const sandbox = await createSandbox();
const request = {
  method: 'POST',
  headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
  body: Buffer.alloc(1_000_000, 'a'),
};
const before = await bytesInUse();
for (let sent = 0; sent < Number(process.argv[2]); sent += 1) {
  const answer = await sandbox.fetch(new Request('http://sandbox/integrations/api/webhooks/test', request));
  await answer.text();
}
const added = (await bytesInUse()) - before;
process.stdout.write(`${sandbox.record.length} bodies, ${Math.round(added / 1e6)} MB\n`);
sandbox.close();
