import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Unmet } from '@outreach-api/engine';
import { portOf } from '../../test/port-of.ts';
import { completeTarget } from '../target/target.ts';
import { Session } from './session.ts';

const arrived: string[] = [];
const held: (() => void)[] = [];
let isHolding = false;
/** Holds each request until it is released, so that simultaneous arrivals can be counted. */
const server = createServer((request, response) => {
  arrived.push(request.url ?? '');
  const answer = (): void => void response.end('{}');
  if (isHolding) held.push(answer);
  else answer();
});

beforeEach(async () => {
  arrived.length = 0;
  held.length = 0;
  isHolding = true;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function opened(requests: { concurrency?: number; maxPerSecond?: number }): Session {
  const target = completeTarget({ baseUrl: `http://127.0.0.1:${portOf(server)}`, token: 'a.b.c', requests });
  return Session.open(target, new AbortController().signal);
}

const list = async ({ api }: Session): Promise<number> => (await api.listWebhooks()).status;

/** Releases the arrivals once there are this many. */
async function letGo(count: number): Promise<void> {
  while (held.length < count) await once(server, 'request');
  isHolding = false;
  for (const answer of held) answer();
}

it('sends none before all can be sent', async () => {
  const session = opened({});
  const ready = Promise.withResolvers<void>();
  const all = session.simultaneously([
    list,
    list,
    async (own) => {
      await ready.promise;
      return list(own);
    },
  ]);
  await new Promise((resolve) => void setTimeout(resolve, 100));
  expect(arrived).toEqual([]);
  ready.resolve();
  await letGo(3);
  expect(await Promise.all(all)).toEqual([200, 200, 200]);
  await session.close();
});

it('goes without one that comes to nothing, and sends what comes later by itself', async () => {
  const session = opened({});
  const unmet = new Unmet('no budget is left');
  const both = Promise.allSettled(
    session.simultaneously([
      async (own) => [await list(own), await list(own)],
      async () => {
        throw unmet;
      },
    ]),
  );
  await letGo(1);
  expect(await both).toEqual([
    { status: 'fulfilled', value: [200, 200] },
    { status: 'rejected', reason: unmet },
  ]);
  await session.close();
});

it('sends as many at once as may be under way, the others after them', async () => {
  const session = opened({ concurrency: 2 });
  const all = session.simultaneously([list, list, list]);
  await letGo(2);
  expect(await Promise.all(all)).toEqual([200, 200, 200]);
  await session.close();
});

it('sends them together, and not one by one as others end', async () => {
  const session = opened({ concurrency: 3 });
  const before = [list(session.beginRun()), list(session.beginRun())];
  while (held.length < 2) await once(server, 'request');
  const all = session.simultaneously([list, list, list]);
  const [first, second] = held.splice(0);
  first?.();
  await before[0];
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(held).toEqual([]);
  second?.();
  await letGo(3);
  expect(await Promise.all(all)).toEqual([200, 200, 200]);
  await Promise.all(before);
  await session.close();
});

it('does not wait for long for others to end', async () => {
  const session = opened({ concurrency: 2 });
  const before = list(session.beginRun());
  while (held.length < 1) await once(server, 'request');
  const all = session.simultaneously([list, list]);
  await letGo(2);
  expect(await Promise.all([before, ...all])).toEqual([200, 200, 200]);
  await session.close();
});

it('keeps to so many in a second on the whole, whatever meets', async () => {
  isHolding = false;
  const session = opened({ maxPerSecond: 20 });
  const began = performance.now();
  for (const count of [1, 4, 1, 3, 1, 25, 1])
    await Promise.all(session.simultaneously(Array.from({ length: count }, () => list)));
  expect(arrived).toHaveLength(36);
  expect(performance.now() - began).toBeGreaterThanOrEqual((35 * 1000) / 20);
  await session.close();
});
