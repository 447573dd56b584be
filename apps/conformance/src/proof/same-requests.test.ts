/** Two runs with one seed send the same requests: timing, order and generated identifiers apart. */
import { createSandbox, serveSandbox, type Sandbox } from '@outreach-api/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeTarget } from '../judge-target.ts';
import { rules } from '../rules/rules.ts';
import { sandboxTarget } from './judge-sandbox.ts';

/** What the suite may send to a whole run, the flood apart. */
const mostRequests = 2000;

/** Each request that arrives, as text. */
function recording(sandbox: Sandbox, requests: string[]): Sandbox {
  return {
    ...sandbox,
    fetch: async (request, env = {}) => {
      const { method, headers, url } = request;
      const { pathname, search } = new URL(url);
      const body = method === 'GET' ? await textOf(env.incoming ?? []) : await request.clone().text();
      const authorization = headers.get('authorization') ?? 'none';
      requests.push(normalised(`${method} ${pathname}${search} ${authorization} ${body}`));
      return sandbox.fetch(request, method === 'GET' ? { ...env, body } : env);
    },
  };
}

async function textOf(parts: Iterable<never> | AsyncIterable<Uint8Array | string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += String(part);
  return text;
}

/** Without what is made anew for each run: credentials, uuids, ports, the run's id and the count in its addresses. */
function normalised(request: string): string {
  return decoded(request)
    .replaceAll(/(?<=Bearer )[^ ]*|\beyJ[\w.-]+/g, 'credential')
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

async function requestsOfARun(seed: number): Promise<readonly string[]> {
  const sandbox = await createSandbox({ seed: 7 });
  const requests: string[] = [];
  const served = await serveSandbox(recording(sandbox, requests));
  await judgeTarget(sandboxTarget(sandbox, served.url), { rules, seed, runs: null, path: null });
  await served.close();
  sandbox.close();
  return requests.toSorted();
}

/** What is in one list and not in the other, as often as it is. */
function missingIn(others: readonly string[], requests: readonly string[]): readonly string[] {
  const left = [...others];
  return requests.filter((request) => {
    const at = left.indexOf(request);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const seeds = [1, 2] as const;
const firstRuns: (readonly string[])[] = [];

beforeAll(async () => {
  for (const seed of seeds) firstRuns.push(await requestsOfARun(seed));
});

describe('two runs with one seed', () => {
  it.each(seeds)('send the same requests, at most 2,000 of them: seed %i', async (seed) => {
    const first = firstRuns[seeds.indexOf(seed)] ?? [];
    const second = await requestsOfARun(seed);
    expect({ only: missingIn(second, first), else: missingIn(first, second) }).toEqual({
      only: [],
      else: [],
    });
    expect(first.length).toBeGreaterThan(1000);
    expect(first.length).toBeLessThanOrEqual(mostRequests);
  });
});

it('runs with different seeds send different requests', () => {
  const [one = [], other = []] = firstRuns;
  expect(missingIn(one, other).length).toBeGreaterThan(50);
});
