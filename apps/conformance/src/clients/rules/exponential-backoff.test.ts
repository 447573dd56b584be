import { expect, it } from 'vitest';
import { judgeInProcess, type ClientUnderTest } from '../../../test/clients/in-process.ts';
import { policy, smallClient, toldMs } from '../../../test/clients/small-client.ts';
import { randomOf } from '../../../test/clients/simulated-retries.ts';
import { exponentialBackoff } from './exponential-backoff.ts';

it('passes clients that declare that they follow only their own waits, also with full jitter', async () => {
  const random = randomOf(1);
  const client = smallClient({
    waitMs: (attempt) => (attempt >= 6 ? null : random() * policy.base * 2 ** (attempt - 1)),
  });
  const backoff = { ...policy, factor: 2, jitter: 'full', attempts: 6, retryAfterMax: 0 };
  const { results } = await judgeInProcess(client, { backoff }, [exponentialBackoff]);
  expect(results.map(({ rule, verdict, unseen }) => [rule.id, verdict, unseen])).toEqual([
    ['CLI-03', 'pass', []],
  ]);
});

it('fails them if they do not declare that', async () => {
  const client = smallClient({
    waitMs: (attempt) => (attempt >= 6 ? null : policy.base * 2 ** (attempt - 1)),
  });
  const backoff = { ...policy, factor: 2, attempts: 6, retryAfterMax: null };
  const { results } = await judgeInProcess(client, { backoff }, [exponentialBackoff]);
  expect(results.map(({ verdict }) => verdict)).toEqual(['fail']);
});

/** Retries immediately if `Retry-After: 0` allows it, and otherwise waits as it declares. */
const atOnceOnZero = (jitter: () => number): ClientUnderTest =>
  smallClient({
    waitMs: (attempt, retryAfter) => {
      const told = toldMs(retryAfter);
      if (attempt >= 6 || told > 60_000) return null;
      return retryAfter === '0' ? 0 : Math.max(told, jitter() * policy.base * 2 ** (attempt - 1));
    },
  });

it.for(['none', 'full'])(
  'is undecided about clients that retry immediately on `Retry-After: 0`: jitter %s',
  async (jitter) => {
    const backoff = { ...policy, jitter, attempts: 6 };
    const client = atOnceOnZero(jitter === 'full' ? randomOf(2) : () => 1);
    const { results } = await judgeInProcess(client, { backoff }, [exponentialBackoff]);
    expect(results).toMatchObject([
      {
        verdict: 'inconclusive',
        reason: expect.stringMatching(/both ways: with `Retry-After: 0` .* what would decide it/),
      },
    ]);
  },
);

it('fails them if they declare that they follow only their own waits', async () => {
  const client = smallClient({
    waitMs: (attempt, retryAfter) =>
      attempt >= 6 ? null : retryAfter === '0' ? 0 : policy.base * 2 ** (attempt - 1),
  });
  const backoff = { ...policy, attempts: 6, retryAfterMax: 0 };
  const { results } = await judgeInProcess(client, { backoff }, [exponentialBackoff]);
  expect(results.map(({ verdict }) => verdict)).toEqual(['fail']);
});
