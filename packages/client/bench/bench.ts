/** Measures what a call of the client costs over a bare `fetch`, in one run, and what the client weighs. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createOutreachClient } from '../src/index.ts';
import { describeBundles } from './bundle.ts';

const pairs = 200;
const callsInABatch = 20;
const warmUp = 200;

/** Starts a server in a process of its own and reads from what it prints how to use it. */
async function start(file: string, ...args: string[]) {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const server = spawn(process.execPath, ['--conditions=@outreach-api/source', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    printed += String(chunk);
    const baseUrl = /listens on (\S+)/.exec(printed)?.[1];
    const token = /eyJ[\w-]*\.[\w-]+\.[\w-]+/.exec(printed)?.[0];
    const uuid = /(?:read and update\s+|key )([\da-f-]{36})/.exec(printed)?.[1];
    if (baseUrl !== undefined && token !== undefined && uuid !== undefined)
      return { baseUrl, token, uuid, stop: () => server.kill() };
  }
  throw new Error(`${file} ended before it listened`);
}

async function batchMs(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let count = 0; count < callsInABatch; count += 1) await call();
  return performance.now() - began;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

/** Compares batches of the same request in turns, each way first in every other pair: whatever slows one slows both. */
async function compare(name: string, file: string, ...args: string[]): Promise<void> {
  const { baseUrl, token, uuid, stop } = await start(file, ...args);
  const client = createOutreachClient({ baseUrl, token });
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const bare = async (): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/flows/api/sender-profiles/${uuid}`, { headers });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return await response.json();
  };
  const ours = async (): Promise<unknown> => client.senderProfiles.get(uuid);
  const times: { bare: number; ours: number }[] = [];
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    const first = pair % 2 === 0 ? await batchMs(bare) : null;
    const oursMs = await batchMs(ours);
    const bareMs = first ?? (await batchMs(bare));
    if (pair >= 0) times.push({ bare: bareMs, ours: oursMs });
  }
  stop();
  const ratio = median(times.map((pair) => pair.ours / pair.bare)).toFixed(3);
  const micros = (way: 'bare' | 'ours'): string =>
    ((median(times.map((pair) => pair[way])) / callsInABatch) * 1000).toFixed(0);
  process.stdout.write(`${name}   ${ratio} (${micros('ours')} µs to ${micros('bare')} µs)\n`);
}

process.stdout.write(
  `a call over a bare fetch, median ratio of ${pairs} pairs of ${callsInABatch} calls; aim: below 1.1\n`,
);
await compare('against the sandbox            ', '../../sandbox/src/command.ts', '--port', '0');
await compare('against a server that does none', 'same-answer-server.ts');
process.stdout.write((await describeBundles()).text);
