import { expect, it } from 'vitest';
import { judgeInProcess } from '../test/clients/in-process.ts';
import { policy, smallClient } from '../test/clients/small-client.ts';

it('passes a client that keeps the description in every statement, and leaves nothing undecided', async () => {
  const { results } = await judgeInProcess(smallClient(), { backoff: policy });
  expect(results.map(({ rule, verdict, reason }) => [rule.id, verdict, reason])).toEqual(
    ['CLI-01', 'CLI-02', 'CLI-03', 'CLI-04', 'CLI-05', 'CLI-06', 'CLI-07', 'CLI-08'].map((id) => [
      id,
      'pass',
      null,
    ]),
  );
});
