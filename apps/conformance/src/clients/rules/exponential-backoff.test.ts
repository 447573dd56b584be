import { expect, it } from 'vitest';
import { judgeInProcess } from '../../../test/clients/in-process.ts';
import { policy, smallClient } from '../../../test/clients/small-client.ts';
import { randomOf } from '../../../test/clients/simulated-retries.ts';
import { exponentialBackoff } from './exponential-backoff.ts';

it('passes clients that go by their own waits alone, and say so, also with full jitter', async () => {
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

it('fails them where they do not say so', async () => {
  const client = smallClient({
    waitMs: (attempt) => (attempt >= 6 ? null : policy.base * 2 ** (attempt - 1)),
  });
  const backoff = { ...policy, factor: 2, attempts: 6, retryAfterMax: null };
  const { results } = await judgeInProcess(client, { backoff }, [exponentialBackoff]);
  expect(results.map(({ verdict }) => verdict)).toEqual(['fail']);
});
