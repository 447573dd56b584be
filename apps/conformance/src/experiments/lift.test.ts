import { createSandbox, serveSandbox, type SandboxOptions } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { sandboxTarget } from '../proof/judge-sandbox.ts';
import { Session } from '../session/session.ts';
import { awaitLift, patience, type Lift } from './lift.ts';

const short = { ...patience, baseDelayMs: 100, maxDelayMs: 1500, totalMs: 3000, retryAfterMaxMs: 3000 };

/** Reaches the limit of a sandbox, and backs off. */
async function liftOf(options: SandboxOptions, policy = short): Promise<Lift> {
  const sandbox = await createSandbox(options);
  const served = await serveSandbox(sandbox);
  const session = Session.open(sandboxTarget(sandbox, served.url), new AbortController().signal);
  try {
    const api = session.api.with({ impatient: true });
    while ((await api.listWebhooks()).ok);
    return await awaitLift(async () => api.listWebhooks(), policy);
  } finally {
    await session.close();
    await served.close();
    sandbox.close();
  }
}

/** Backs off from a service that refuses whatever comes within so long of the last request, and says nothing of it. */
async function liftOfBlock(blockMs: number, policy: typeof patience): Promise<Lift> {
  let last = performance.now();
  const sandbox = await createSandbox();
  const served = await serveSandbox({
    ...sandbox,
    fetch: async (request, env) => {
      const silentMs = performance.now() - last;
      last = performance.now();
      return silentMs < blockMs ? new Response(null, { status: 429 }) : sandbox.fetch(request, env);
    },
  });
  const session = Session.open(sandboxTarget(sandbox, served.url), new AbortController().signal);
  try {
    const api = session.api.with({ impatient: true });
    return await awaitLift(async () => api.listWebhooks(), policy);
  } finally {
    await session.close();
    await served.close();
    sandbox.close();
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

  it('waits at last for as long as a block lasts that each refused request begins anew', async () => {
    // All times are a twentieth: a block of 45 seconds.
    const twentieth = { ...patience, baseDelayMs: 25, maxDelayMs: 2400, totalMs: 6000 };
    expect(await liftOfBlock(2250, twentieth)).toMatchObject({ through: true, status: 200 });
    expect(await liftOfBlock(3000, twentieth)).toMatchObject({ through: false, status: 429 });
  });
});
