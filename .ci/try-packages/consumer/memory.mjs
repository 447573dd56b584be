/** Makes many calls with a signal of the client and one of the call, which outlive them; prints `done` if memory is flat. */
import process from 'node:process';
import { createOutreachClient } from '@outreach-api/client';

const calls = 100_000;
const mostGrownBytes = 5_000_000;

const [ofClient, ofCalls] = [new AbortController(), new AbortController()];
const client = createOutreachClient({
  baseUrl: 'http://outreach.invalid',
  token: 'a-key-of-a-consumer',
  signal: ofClient.signal,
  fetch: async () => Response.json({ uuid: 'u' }),
});

/** @param {number} count */
async function call(count) {
  for (let made = 0; made < count; made += 1)
    await client.senderProfiles.get('u', { signal: ofCalls.signal });
}

function usedBytes() {
  if (globalThis.gc === undefined) throw new Error('run it with --expose-gc');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

// What is compiled and cached comes first.
await call(calls / 10);
const before = usedBytes();
await call(calls);
const grown = usedBytes() - before;
console.log(`${calls} calls, ${grown} bytes more`);
if (grown > mostGrownBytes) throw new Error(`memory grows: ${grown} bytes in ${calls} calls`);
console.log('done');
