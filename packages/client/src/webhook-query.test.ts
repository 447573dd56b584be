/** Shows that a filter arrives over real HTTP as it was meant. */
import type { Webhook } from '@outreach-api/types';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { canary, pageOf } from '../test/records.ts';
import { anyOf, createOutreachClient, queryBrackets, queryJson } from './index.ts';

describe('a filter arrives', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 20 });

  test('in each placement, whatever text it holds', async () => {
    await using server = await startLoopbackServer(() => json(pageOf([], 20, 0)));
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      filterPlacement: queryJson,
    });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (event, method) => {
        const filter = { event, request_method: anyOf(method, 'POST'), target_url: { '<=': event } };
        await client.webhooks.list({ limit: 3, filter });
        const asJson = new URL(server.received.at(-1)?.target ?? '', server.baseUrl).searchParams;
        expect(asJson.get('limit')).toBe('3');
        expect(JSON.parse(asJson.get('filter') ?? '')).toEqual(filter);
        await client.webhooks.list({ filter, filterPlacement: queryBrackets });
        const inBrackets = new URL(server.received.at(-1)?.target ?? '', server.baseUrl).searchParams;
        expect([...inBrackets]).toEqual([
          ['filter[event]', event],
          ['filter[request_method][]', method],
          ['filter[request_method][]', 'POST'],
          ['filter[target_url][<=]', event],
        ]);
      }),
    );
  });

  test('with a space that is no plus, also for servers that read plus as plus', async () => {
    await using server = await startLoopbackServer(() => json(pageOf([], 20, 0)));
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      filterPlacement: queryBrackets,
    });
    await client.webhooks.list({ filter: { event: 'a b+c' } });
    expect(server.received[0]?.target).toBe('/integrations/api/webhooks?filter%5Bevent%5D=a%20b%2Bc');
  });

  test('on further fields where the caller says that they are there', async () => {
    await using server = await startLoopbackServer(() => json(pageOf([], 20, 0)));
    const client = createOutreachClient({
      baseUrl: server.baseUrl,
      token: canary,
      filterPlacement: queryJson,
    });
    // @ts-expect-error `deliveries` is not documented
    await client.webhooks.list({ filter: { deliveries: { '>': 3 } } });
    await client.webhooks.list<Webhook & { deliveries: number }>({ filter: { deliveries: { '>': 3 } } });
    expect(new Set(server.received.map(({ target }) => target)).size).toBe(1);
  });
});
