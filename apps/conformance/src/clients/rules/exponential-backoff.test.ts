import { expect, it } from 'vitest';
import { judgeInProcess, type ClientUnderTest } from '../../../test/clients/in-process.ts';
import { policy, smallClient, statedMs } from '../../../test/clients/small-client.ts';
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

const { retryAfterMax: _, ...silent } = policy;
const deaf = smallClient({
  waitMs: (attempt) => (attempt >= 6 ? null : policy.base * 2 ** (attempt - 1)),
});

it.each([
  ['fails', 'declare that they obey `Retry-After`', { ...policy, attempts: 6, retryAfterMax: null }, 'fail'],
  ['fails', 'declare that they obey it for a minute', { ...policy, attempts: 6 }, 'fail'],
  ['passes', 'declare nothing about it', { ...silent, attempts: 6 }, 'pass'],
  ['leaves undecided', 'declare nothing at all', null, 'inconclusive'],
])('%s clients that do not read `Retry-After` if they %s', async (_does, _how, backoff, expected) => {
  const declaration = backoff === null ? {} : { backoff };
  const { results, observations } = await judgeInProcess(deaf, declaration, [exponentialBackoff]);
  expect(results.map(({ verdict }) => verdict)).toEqual([expected]);
  expect(observations).toContainEqual({
    id: 'CLI-90',
    question: 'Does it wait for `Retry-After: 45`?',
    answer: 'it retries earlier',
  });
});

it('judges the dates in `Retry-After` of clients that declare that they read only seconds by their own waits', async () => {
  const inSeconds = smallClient({
    waitMs: (attempt, retryAfter) => {
      if (attempt >= 6) return null;
      const stated = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : 0;
      return Math.max(stated > 60_000 ? 0 : stated, policy.base * 2 ** (attempt - 1));
    },
  });
  const verdictOf = async (declared: object) => {
    const backoff = { ...policy, attempts: 6, ...declared };
    const { results } = await judgeInProcess(inSeconds, { backoff }, [exponentialBackoff]);
    return results.map(({ verdict }) => verdict);
  };
  expect(await verdictOf({ retryAfterDates: false })).toEqual(['pass']);
  expect(await verdictOf({})).toEqual(['fail']);
});

/** Retries immediately if `Retry-After: 0` allows it, and otherwise waits as it declares. */
const atOnceOnZero = (jitter: () => number): ClientUnderTest =>
  smallClient({
    waitMs: (attempt, retryAfter) => {
      const stated = statedMs(retryAfter);
      if (attempt >= 6 || stated > 60_000) return null;
      return retryAfter === '0' ? 0 : Math.max(stated, jitter() * policy.base * 2 ** (attempt - 1));
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
