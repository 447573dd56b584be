import { expect, it } from 'vitest';
import { brokenClients } from '../../../test/clients/broken-clients.ts';
import { judgeInProcess } from '../../../test/clients/in-process.ts';
import { conformingClients } from '../../../test/clients/conforming-clients.ts';
import { policy, smallClient } from '../../../test/clients/small-client.ts';

it.for(conformingClients)('finds no breach in: $name', async ({ client, declares = {} }) => {
  const { results } = await judgeInProcess(client, declares);
  expect(
    results.filter(({ verdict }) => verdict === 'fail').map(({ rule, breach }) => [rule.id, breach]),
  ).toEqual([]);
  expect(results.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

it('are at least 40', () => {
  expect(brokenClients.length).toBeGreaterThanOrEqual(40);
});

it.for(brokenClients)(
  'finds a breach of $breaks in: $name',
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
