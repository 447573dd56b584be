import { expect, it } from 'vitest';
import { brokenClients } from '../../../test/clients/broken-clients.ts';
import { judgeInProcess } from '../../../test/clients/in-process.ts';
import { policy, smallClient } from '../../../test/clients/small-client.ts';

it('are at least 40', () => {
  expect(brokenClients.length).toBeGreaterThanOrEqual(40);
});

it.for(brokenClients)(
  '$breaks is broken by: $name',
  async ({ breaks, habits, also = [], declares = policy }) => {
    const { results } = await judgeInProcess(
      smallClient(habits),
      declares === null ? {} : { backoff: declares },
    );
    const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
    expect(failed).toContain(breaks);
    expect([breaks, ...also]).toEqual(expect.arrayContaining(failed));
  },
);
