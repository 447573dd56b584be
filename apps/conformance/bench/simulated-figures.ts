/** Measures whole runs in simulation, where time is exact on any machine. */
import { judgeSandbox, type JudgedSandbox, type SandboxJudging } from '../test/judge-sandbox.ts';
import { changesAnotherUuid } from '../test/services/changes-another-uuid.ts';
import type { Figure } from './figure.ts';

/** The most by which a run may exceed requests × latency / concurrency, by the latency of a request and its answer. */
const mostAt = new Map([
  [50, 1.8],
  [200, 1.4],
]);
const concurrency = 8;
const short = 100;
const long = 10_000;
/** However broken a target is. */
const longestSeconds = 120;

/** For latency, for long lists, and for broken targets. */
export async function simulatedFigures(): Promise<readonly Figure[]> {
  const atLatencies: Figure[] = [];
  for (const [latencyMs, most] of mostAt) atLatencies.push(await atALatency(latencyMs, most));
  return [...atLatencies, ...(await onLongLists()), ...(await onBrokenTargets())];
}

async function atALatency(latencyMs: number, aim: number): Promise<Figure> {
  const { seconds, requests } = await judgeSandbox({ latencyMs: [latencyMs / 2, latencyMs / 2] });
  const least = (requests * latencyMs) / concurrency / 1000;
  const on = `${seconds.toFixed(1)} s at ${latencyMs} ms, in simulation, to requests × latency / concurrency`;
  return { name: 'ratio at a latency', measured: [seconds / least], unit: '', aim, on };
}

async function onLongLists(): Promise<readonly Figure[]> {
  const few = await judgeSandbox({ sandbox: { webhooks: short } });
  const many = await judgeSandbox({ sandbox: { webhooks: long } });
  const unit = '';
  const lost = decided(few).filter((id) => !decided(many).includes(id));
  const on = (what: string): string => `${what}, of ${long} webhooks to ${short}, in simulation`;
  return [
    {
      name: 'long list, requests',
      measured: [many.requests / few.requests],
      unit,
      aim: 1.5,
      on: on('whole run'),
    },
    { name: 'long list, time', measured: [many.seconds / few.seconds], unit, aim: 2, on: on('whole run') },
    { name: 'long list, rules', measured: [lost.length], unit, aim: 0, on: on('rules left undecided') },
  ];
}

function decided({ results }: JudgedSandbox): readonly string[] {
  return results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').map(({ rule }) => rule.id);
}

const broken: readonly (readonly [name: string, judging: SandboxJudging])[] = [
  ['deletions renew other uuids', { gateway: changesAnotherUuid }],
  [
    'a limit that never lifts',
    {
      twin: 'limit-never-lifts',
      sandbox: { rateLimit: { requests: 1000, perMs: 1000 } },
      allow: { flood: 7000 },
    },
  ],
];

async function onBrokenTargets(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, judging] of broken) {
    const { seconds, requests } = await judgeSandbox({ observe: true, ...judging });
    const on = `${requests} requests, broken, in simulation`;
    figures.push({ name, measured: [seconds], unit: ' s', aim: longestSeconds, on });
  }
  return figures;
}
