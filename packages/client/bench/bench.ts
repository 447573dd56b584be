/**
 * Measures what a call costs over a bare `fetch`, for this client and others in one run, and how large the client is.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { paths } from '@outreach-api/types';
import { create } from 'axios';
import ky from 'ky';
import ky1 from 'ky-1';
import createOpenapiClient from 'openapi-fetch';
import { createOutreachClient } from '../src/index.ts';
import type { CallOptions } from '../src/index.ts';
import { canary, profile } from '../test/records.ts';
import { describeBundles } from './bundle.ts';

const rounds = 200;
const callsInABatch = 20;
const warmUp = 60;

/** Starts a server in a separate process and reads from its output how to use it. */
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

/** What a batch takes: time, and CPU time of this process, which a busy machine disturbs less. */
interface Cost {
  ms: number;
  cpuMs: number;
}

async function costOfBatch(call: () => Promise<unknown>): Promise<Cost> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  for (let count = 0; count < callsInABatch; count += 1) await call();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

/** Where a request goes: to a server, or to a function in this process in place of `fetch`. */
interface Target {
  baseUrl: string;
  token: string;
  uuid: string;
  fetch?: typeof fetch;
}

/** Each way to make the same request and to read its JSON. */
function waysTo({ baseUrl, token, uuid, fetch = globalThis.fetch }: Target) {
  const path = '/flows/api/sender-profiles/{uuid}';
  const url = `${baseUrl}${path.replace('{uuid}', uuid)}`;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const ours = createOutreachClient({ baseUrl, token, fetch });
  const { signal } = new AbortController();
  const withSignal = ours.with({ signal: new AbortController().signal });
  const all = {
    timeoutMs: 5000,
    deadlineMs: 9000,
    headers: { 'x-trace': '1' },
    fetchOptions: { cache: 'no-store' },
    retry: { attempts: 2 },
    signal,
  } satisfies CallOptions;
  const openapi = createOpenapiClient<paths>({ baseUrl, headers, fetch });
  const [kyClient, ky1Client] = [ky.create({ headers, fetch }), ky1.create({ headers, fetch })];
  const axiosClient = create({ headers, adapter: 'fetch', env: { fetch } });
  return {
    'bare fetch': async () => {
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      return await response.json();
    },
    'this client': async () => ours.senderProfiles.get(uuid),
    '  with a timeout': async () => ours.senderProfiles.get(uuid, { timeoutMs: 5000 }),
    '  with a header': async () => ours.senderProfiles.get(uuid, { headers: { 'x-trace': '1' } }),
    '  with a retry': async () => ours.senderProfiles.get(uuid, { retry: { attempts: 2 } }),
    '  with a signal': async () => ours.senderProfiles.get(uuid, { signal }),
    '  with two signals': async () => withSignal.senderProfiles.get(uuid, { signal }),
    '  with all of it': async () => withSignal.senderProfiles.get(uuid, all),
    'openapi-fetch': async () => (await openapi.GET(path, { params: { path: { uuid } } })).data,
    'ky 2': async () => kyClient.get(url).json(),
    'ky 1': async () => ky1Client.get(url).json(),
    axios: async () => (await axiosClient.get<unknown>(url)).data,
  };
}

/** Compares batches in turns, each way equally often at each place of a round: whatever slows one slows all. */
async function compare(name: string, target: Target): Promise<void> {
  const ways = Object.entries<() => Promise<unknown>>(waysTo(target));
  const costs: Cost[][] = ways.map(() => []);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const place of ways.keys()) {
      const index = (place + round + warmUp * ways.length) % ways.length;
      const cost = await costOfBatch(ways[index]?.[1] ?? (async () => {}));
      if (round >= 0) costs[index]?.push(cost);
    }
  }
  process.stdout.write(`${name}\n`);
  for (const [index, [way]] of ways.entries()) {
    const columns = (['ms', 'cpuMs'] as const).map((unit) => {
      const own = (costs[index] ?? []).map((cost) => cost[unit]);
      const bare = (costs[0] ?? []).map((cost) => cost[unit]);
      const ratio = median(own.map((ms, round) => ms / (bare[round] ?? Number.NaN)));
      const micros = (median(own) / callsInABatch) * 1000;
      return `${ratio.toFixed(3)} ${micros.toFixed(0).padStart(5)} µs`;
    });
    process.stdout.write(`  ${way.padEnd(18)} ${columns.join('   ')}\n`);
  }
}

/** Compares the ways against a server in a process of its own. */
async function compareAgainst(name: string, file: string, ...args: string[]): Promise<void> {
  const { stop, ...target } = await start(file, ...args);
  await compare(name, target);
  stop();
}

process.stdout.write(
  `a call over a bare fetch: time, then time of processors; medians of ${rounds} rounds of ${callsInABatch} calls each\n`,
);
await compareAgainst('against the sandbox', '../../sandbox/src/command.ts', '--port', '0');
await compareAgainst('against a server that does no work', 'same-answer-server.ts');
const body = JSON.stringify(profile);
const answer = async () => new Response(body, { headers: { 'content-type': 'application/json' } });
const [baseUrl, token] = ['http://outreach.invalid', canary];
await compare('in this process', { baseUrl, token, uuid: profile.uuid, fetch: answer });
process.stdout.write((await describeBundles()).text);
