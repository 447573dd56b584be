import type { Sandbox, SandboxOptions } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { systemClock } from '@outreach-api/engine';
import { simulate, type SimulatedSandbox } from '../../../test/simulation/simulate.ts';
import { sandboxTarget } from '../../../test/judge-sandbox.ts';
import type { Api } from '../../session/api.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { Session } from '../../session/session.ts';
import { awaitLift, patience } from './lift.ts';
import type { Lift } from './limits-seen.ts';

const short = { ...patience, baseDelayMs: 100, maxDelayMs: 1500, totalMs: 3000, retryAfterMaxMs: 3000 };

/** Reaches the limit of a sandbox, and backs off. */
async function liftOf(options: SandboxOptions, policy = short): Promise<Lift> {
  return simulate({ seed: 1, sandbox: options }, async (simulated) =>
    withApi(simulated, async (api) => {
      while ((await api.listWebhooks()).ok);
      return awaitLift(systemClock, async () => api.listWebhooks(), policy);
    }),
  );
}

/** What stands before a service answers in its place; null if it lets a request through. */
type Answering = (silentMs: number, nowMs: number) => number | null;

async function liftBehind(statusOf: Answering, policy: typeof patience): Promise<Lift> {
  let last = 0;
  const before =
    (sandbox: Sandbox): Sandbox['fetch'] =>
    async (request, env) => {
      const silentMs = performance.now() - last;
      last = performance.now();
      const status = statusOf(silentMs, last);
      return status === null ? sandbox.fetch(request, env) : new Response(null, { status });
    };
  return simulate({ seed: 1, before }, async (simulated) =>
    withApi(simulated, async (api) => awaitLift(systemClock, async () => api.listWebhooks(), policy)),
  );
}

/** Backs off from a service that refuses every request within a fixed time of the last one, without saying so. */
async function liftOfBlock(blockMs: number, policy: typeof patience): Promise<Lift> {
  return liftBehind((silentMs) => (silentMs < blockMs ? 429 : null), policy);
}

/** Backs off from a limit of a second, behind a gateway that answers 503 where nothing was sent for a while. */
async function liftOfSleeper(idleMs: number): Promise<Lift> {
  return liftBehind((silentMs, nowMs) => (nowMs < 1000 ? 429 : silentMs > idleMs ? 503 : null), short);
}

async function withApi<Result>(
  { sandbox, network, url }: SimulatedSandbox,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  const target = sandboxTarget(sandbox, url);
  const session = Session.open(target, new AbortController().signal, new Secrets(), network);
  try {
    return await work(session.api.with({ impatient: true }));
  } finally {
    await session.close();
  }
}

describe('waiting for a limit to lift', () => {
  it.each(['none', 'seconds', 'date', 'draft'] as const)(
    'gets through where the headers are %s',
    async (rateLimitHeaders) => {
      const lift = await liftOf({ rateLimit: { requests: 5, perMs: 1000 }, dialect: { rateLimitHeaders } });
      expect(lift).toMatchObject({ through: true, status: 200, announcedLonger: false });
    },
  );

  it('gives up on a limit that never lifts, though it says that it will', async () => {
    const lift = await liftOf({ rateLimit: { requests: 5, perMs: 1000 }, twin: 'limit-never-lifts' });
    expect(lift).toMatchObject({ through: false, status: 429, announcedLonger: false });
  });

  it.each(['seconds', 'date', 'draft'] as const)(
    'knows a wait that is announced to be longer than its patience (%s)',
    async (rateLimitHeaders) => {
      const lift = await liftOf({
        rateLimit: { requests: 5, perMs: 3_600_000 },
        dialect: { rateLimitHeaders },
      });
      expect(lift).toMatchObject({ through: false, status: 429, announcedLonger: true });
    },
  );

  it('has the patience of our client: 120 seconds', () => {
    expect(patience).toMatchObject({ totalMs: 120_000, factor: 2 });
  });

  it('repeats a request that a gateway answers while it wakes the service up', async () => {
    expect(await liftOfSleeper(400)).toMatchObject({ through: true, status: 200 });
    expect(await liftOfSleeper(0)).toMatchObject({ through: false, status: 503 });
  });

  it('waits at last for as long as a block lasts that each refused request begins again', async () => {
    // All times are scaled to a twentieth: a block of 45 seconds.
    const twentieth = { ...patience, baseDelayMs: 25, maxDelayMs: 2400, totalMs: 6000 };
    expect(await liftOfBlock(2250, twentieth)).toMatchObject({ through: true, status: 200 });
    expect(await liftOfBlock(3000, twentieth)).toMatchObject({ through: false, status: 429 });
  });
});
