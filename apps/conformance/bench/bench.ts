/** Measures a whole run of the suite against as many bare requests, in one run. */
import { Agent, request } from 'undici';
import { judgeTarget } from '../src/judge-target.ts';
import { rules } from '../src/catalogue/rules.ts';
import type { Target } from '../src/target/target.ts';
import { serveApart } from './served-apart.ts';

const rounds = 5;

/** Seconds that so many requests take when nothing is done with the answers. */
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

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

const { target, close } = await serveApart();
const whole: number[] = [];
const ratios: number[] = [];
let sent = 0;
let megabytes = 0;
for (let round = 0; round < rounds; round += 1) {
  const run = await judgeTarget(target, { rules, seed: 1, runs: null, path: null });
  sent = run.requests;
  // Later rounds only add what the collector has not yet taken away.
  if (round === 0) megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  whole.push(run.seconds);
  ratios.push(run.seconds / (await bareSeconds(target, run.requests)));
}
close();
const range = (numbers: readonly number[]): string =>
  `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)} to ${Math.max(...numbers).toFixed(2)})`;
process.stdout.write(`whole run          ${range(whole)} s, ${sent} requests, ${rules.length} rules\n`);
process.stdout.write(
  `ratio to bare      ${range(ratios)} (the same number of requests with undici, same concurrency)\n`,
);
process.stdout.write(`resident memory    ${megabytes} MB at the most, in one run\n`);
