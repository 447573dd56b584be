/** Measures whole runs over sockets, each against as many bare requests. */
import { Agent, request } from 'undici';
import { judgeTarget } from '../src/judge-target.ts';
import { rules } from '../src/catalogue/rules.ts';
import type { Target } from '../src/target/target.ts';
import type { Figure } from './figure.ts';
import { serveApart } from './served-apart.ts';

const rounds = 5;
/** A whole run hardly reaches it, but a flood soon does. */
const limit = '500/1';

/** For whole runs without the flood, and for one with it, on a sandbox in a separate process. */
export async function servedFigures(): Promise<readonly Figure[]> {
  return [...(await withoutFlood()), await withFlood()];
}

async function withoutFlood(): Promise<readonly Figure[]> {
  const seconds: number[] = [];
  const ratios: number[] = [];
  let sent = 0;
  let megabytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    // A sandbox of its own: a run waits for profiles to rest that another has just restored.
    const { target, close } = await serveApart();
    const run = await judgeTarget(target, { rules, seed: 1, runs: null, path: null });
    sent = run.requests;
    // Later rounds only add what the garbage collector has not freed yet.
    if (round === 0) megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    seconds.push(run.seconds);
    ratios.push(run.seconds / (await bareSeconds(target, run.requests)));
    close();
  }
  const on = `a sandbox over sockets, ${rules.length} rules, without the flood`;
  const bare = 'the same number of requests with undici, same concurrency';
  return [
    { name: 'whole run', measured: seconds, unit: ' s', aim: 4, on },
    { name: 'its requests', measured: [sent], unit: '', aim: 900, on },
    { name: 'ratio to bare requests', measured: ratios, unit: '', aim: 4, on: bare },
    { name: 'resident memory', measured: [megabytes], unit: ' MB', aim: null, on: 'at the most, in one run' },
  ];
}

async function withFlood(): Promise<Figure> {
  const { target, close } = await serveApart(['--rate-limit', limit]);
  const allowed = { ...target, allow: { ...target.allow, flood: 7000 } };
  const run = await judgeTarget(allowed, { rules, seed: 1, runs: null, path: null });
  close();
  const on = `${run.requests} requests, on a limit of ${limit} in the account`;
  return { name: 'whole run with the flood', measured: [run.seconds], unit: ' s', aim: 10, on };
}

/** Seconds that this many requests take if nothing is done with the answers. */
async function bareSeconds(
  { baseUrl, token, requests: { concurrency } }: Target,
  count: number,
): Promise<number> {
  const dispatcher = new Agent({ connections: concurrency });
  const began = performance.now();
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { body } = await request(`${baseUrl}/integrations/api/webhooks`, {
        dispatcher,
        headers: { authorization: `Bearer ${token}` },
      });
      await body.text();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await dispatcher.close();
  return (performance.now() - began) / 1000;
}
