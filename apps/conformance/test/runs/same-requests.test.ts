/** Two runs with one seed send the same requests, apart from timing, order and generated identifiers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { simulate, type Simulation } from '../simulation/simulate.ts';
import type { Answerer } from '../simulation/simulated-network.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { sandboxTarget } from '../judge-sandbox.ts';

/** The most requests of a whole run, without the flood. */
const mostRequests = 2000;

/** A request that arrives, as text. */
async function textOf(request: Request, { body = '' }: Parameters<Answerer>[1]): Promise<string> {
  const { method, headers, url } = request;
  const { pathname, search } = new URL(url);
  const authorization = headers.get('authorization') ?? 'none';
  const sent = method === 'GET' ? body : await request.clone().text();
  return normalised(`${method} ${pathname}${search} ${authorization} ${sent}`);
}

/** Without what is new in each run: credentials, uuids, ports, the run's id and the count in its addresses. */
function normalised(request: string): string {
  return decoded(request)
    .replaceAll(/(?<=(?:Bearer|Basic) )[^ ]*|\beyJ[\w.-]+/g, 'credential')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'uuid')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
    .replaceAll(/\b((?:outreach-)?conformance|disposable|run)([ -])[0-9a-f]{8}(?:-\d+)?\b/g, '$1$2id');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param chance - the seed of latencies, uuids and everything else that differs from run to run */
async function requestsOfARun(seed: number, chance: number): Promise<readonly string[]> {
  const requests: string[] = [];
  const before: Simulation['before'] = (sandbox) => async (request, env) => {
    requests.push(await textOf(request, env));
    return sandbox.fetch(request, env);
  };
  const simulation = { seed: chance, sandbox: { seed: 7 }, before };
  await simulate(simulation, async ({ sandbox, network, url }) =>
    judgeTarget(sandboxTarget(sandbox, url), { rules, seed, runs: null, path: null, network }),
  );
  return requests.toSorted();
}

/** What is in one list and not in the other, with multiplicity. */
function missingIn(others: readonly string[], requests: readonly string[]): readonly string[] {
  const left = [...others];
  return requests.filter((request) => {
    const at = left.indexOf(request);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Each page of the list once: how often one is requested depends on what else is in progress. */
function listedOnce(requests: readonly string[]): readonly string[] {
  const isPage = (request: string): boolean => request.startsWith('GET /integrations/api/webhooks');
  return requests.filter((request, at) => !isPage(request) || requests.indexOf(request) === at);
}

const seeds = [1, 2] as const;
const firstRuns: (readonly string[])[] = [];

beforeAll(async () => {
  for (const seed of seeds) firstRuns.push(await requestsOfARun(seed, seed));
});

describe('two runs with one seed', () => {
  it.each(seeds)('send the same requests, at most 2,000 of them: seed %i', async (seed) => {
    const first = firstRuns[seeds.indexOf(seed)] ?? [];
    const second = await requestsOfARun(seed, seed + 100);
    const [one, other] = [listedOnce(first), listedOnce(second)];
    expect({ only: missingIn(other, one), else: missingIn(one, other) }).toEqual({
      only: [],
      else: [],
    });
    expect(first.length).toBeGreaterThan(700);
    expect(first.length).toBeLessThanOrEqual(mostRequests);
  });
});

it('runs with different seeds send different requests', () => {
  const [one = [], other = []] = firstRuns;
  expect(missingIn(one, other).length).toBeGreaterThan(10);
});
