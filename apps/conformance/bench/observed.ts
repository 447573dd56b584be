/** Measures what `observe` adds to a request, and that it keeps up with 1,000 per second, in one run. */
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@outreach-api/engine';
import { RecordingJudge } from '../src/judge-recording.ts';
import { JudgingQueue } from '../src/recordings/proxy/judging-queue.ts';
import { ObservingProxy } from '../src/recordings/proxy/observing-proxy.ts';
import { serveApart } from './served-apart.ts';

const rounds = 2000;
const perSecond = 1000;
const seconds = 10;

/** Milliseconds until a complete answer has come. */
async function ask(agent: Agent, baseUrl: string, token: string, limit: number): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    const url = `${baseUrl}/integrations/api/webhooks?limit=${limit}`;
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      buffer(answer).then(() => {
        resolve();
      }, reject);
    }).on('error', reject);
  });
  return performance.now() - began;
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}

function inWords(numbers: readonly number[]): string {
  return `${quantile(numbers, 0.5).toFixed(2)} ms at the median, ${quantile(numbers, 0.99).toFixed(2)} ms at p99`;
}

const { target, close } = await serveApart();
const judge = new RecordingJudge({
  baseUrl: target.baseUrl,
  from: 'a measurement',
  since: performance.now(),
  mostKept: 2000,
});
let dropped = 0;
const queue = new JudgingQueue({
  clock: systemClock,
  judge: (exchange) => {
    const passing = exchange.passing();
    if (passing !== null) judge.add(passing);
  },
  drop: () => {
    dropped += 1;
  },
});
const proxy = new ObservingProxy({
  upstream: new URL(target.baseUrl),
  limitEvery: null,
  clock: systemClock,
  onExchange: (exchange) => {
    queue.add(exchange);
  },
  onRefused: () => undefined,
});
const observedUrl = await proxy.listen('127.0.0.1', 0);

// In turns, so that whatever else the machine does affects both alike.
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const [direct, observed]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  direct.push(await ask(agent, target.baseUrl, target.token, 5 + (round % 5)));
  observed.push(await ask(agent, observedUrl, target.token, 5 + (round % 5)));
}
const added = quantile(observed, 0.5) - quantile(direct, 0.5);
process.stdout.write(`direct             ${inWords(direct)}\n`);
process.stdout.write(`observed           ${inWords(observed)}\n`);
process.stdout.write(`observe adds       ${added.toFixed(2)} ms at the median\n`);

await queue.settled();
const began = performance.now();
const cpuBefore = process.cpuUsage();
const underLoad: Promise<number>[] = [];
for (let sent = 0; sent < perSecond * seconds;) {
  const due = ((performance.now() - began) / 1000) * perSecond;
  for (; sent < Math.min(due, perSecond * seconds); sent += 1)
    underLoad.push(ask(agent, observedUrl, target.token, 1 + (sent % 20)));
  await wait(1);
}
const took = await Promise.all(underLoad);
const lasted = (performance.now() - began) / 1000;
await queue.settled();
const judgedBy = (performance.now() - began) / 1000;
const cpu = process.cpuUsage(cpuBefore);
const cpuSeconds = (cpu.user + cpu.system) / 1_000_000;
const asked = `${took.length} requests in ${lasted.toFixed(1)} s, ${(took.length / lasted).toFixed(0)} a second`;
process.stdout.write(`under load         ${asked}: ${inWords(took)}\n`);
process.stdout.write(
  `judged             ${judge.run({ startedAt: new Date(), seconds: 0 }).requests} after ${judgedBy.toFixed(1)} s, ${dropped} dropped\n`,
);
process.stdout.write(`CPU                ${cpuSeconds.toFixed(1)} s, the client's among it\n`);
process.stdout.write(
  `resident memory    ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at the most\n`,
);
agent.destroy();
await proxy.close();
close();
