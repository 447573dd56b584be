/** Shows that a walk reads every record once and always ends, whatever the server's page sizes and changes. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import type { Received } from '../test/loopback-server.ts';
import { canary, pageOf, webhook } from '../test/records.ts';
import { createOutreachClient, queryBrackets, UnreadableAnswerError } from './index.ts';
import type { OutreachClient } from './index.ts';
import type { Webhook } from '@outreach-api/types';

/** The requested window, with the defaults of the description. */
function windowOf({ target }: Received): { limit: number; offset: number } {
  const { searchParams } = new URL(target, 'http://h');
  return { limit: Number(searchParams.get('limit') ?? 20), offset: Number(searchParams.get('offset') ?? 0) };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const clientOf = (baseUrl: string): OutreachClient => createOutreachClient({ baseUrl, token: canary });
const webhooks = (count: number): Webhook[] => Array.from({ length: count }, (_, number) => webhook(number));

test('every record once, for any length, page size, server maximum and start', async () => {
  let list: Webhook[] = [];
  let most = 20;
  await using server = await startLoopbackServer((received) => {
    const { limit, offset } = windowOf(received);
    return json(pageOf(list, Math.min(limit, most), offset));
  });
  const client = clientOf(server.baseUrl);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 70 }),
      fc.option(fc.integer({ min: 1, max: 80 }), { nil: undefined }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 75 }),
      async (count, limit, maximum, offset) => {
        [list, most] = [webhooks(count), maximum];
        server.received.length = 0;
        const walked = await collect(
          client.webhooks.iterate({ offset, ...(limit === undefined ? {} : { limit }) }),
        );
        expect(walked).toEqual(list.slice(offset));
        // A page starts with the last record of the previous page; if pages hold one record, that takes two of them.
        const size = Math.min(limit ?? 20, maximum);
        const rest = Math.max(0, count - offset - size);
        const fresh = Math.min(limit === undefined || limit >= 20 ? size : limit + 1, maximum) - 1;
        expect(server.received.length).toBe(1 + (fresh === 0 ? 2 * rest : Math.ceil(rest / fresh)));
      },
    ),
    { numRuns: 60 },
  );
});

test('nothing twice and always an end, while records come and go', async () => {
  const change = fc.record({ remove: fc.nat(5), add: fc.nat(5), front: fc.boolean() });
  let list: Webhook[] = [];
  let most = 20;
  let changes: { remove: number; add: number; front: boolean }[] = [];
  let added = 1000;
  let missable = 0;
  await using server = await startLoopbackServer((received) => {
    const { limit, offset } = windowOf(received);
    const page = pageOf(list, Math.min(limit, most), offset);
    const { remove, add, front } = changes.shift() ?? { remove: 0, add: 0, front: true };
    const kept = front ? list.slice(remove) : list.slice(0, Math.max(0, list.length - remove));
    const more = Array.from({ length: add }, () => webhook((added += 1)));
    list = front ? [...more, ...kept] : [...kept, ...more];
    return json(page);
  });
  const client = clientOf(server.baseUrl);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(change, { maxLength: 12 }),
      async (count, limit, maximum, script) => {
        const original = webhooks(count);
        [list, changes, most] = [original, [...script], maximum];
        server.received.length = 0;
        const walked = (await collect(client.webhooks.iterate({ limit }))).map(({ uuid }) => uuid);
        expect(new Set(walked).size).toBe(walked.length);
        // Bounded: each change sends the walk back at most once, and each record takes at most two pages.
        const everAdded = script.reduce((sum, { add }) => sum + add, 0);
        expect(server.received.length).toBeLessThanOrEqual(
          (2 * (count + everAdded) + 2) * (script.length + 1),
        );
        // Everything that is there for the whole walk is there.
        const stayed = original.filter(({ uuid }) => list.some((one) => one.uuid === uuid));
        expect(walked).toEqual(expect.arrayContaining(stayed.map(({ uuid }) => uuid)));
        missable +=
          stayed.length > 0 && script.some(({ remove }) => remove > 0) && walked.length > limit ? 1 : 0;
      },
    ),
    { numRuns: 200 },
  );
  expect(missable).toBeGreaterThan(10);
});

describe('deleting what the walk brought is safe', () => {
  test.each([
    [undefined, 20],
    [1, 20],
    [7, 20],
    [50, 20],
    [100, 100],
    [undefined, 1],
  ])('limit %o, at most %d a page', async (limit, most) => {
    let list = webhooks(100);
    await using server = await startLoopbackServer((received) => {
      if (received.method === 'DELETE') {
        list = list.filter(({ uuid }) => !received.target.endsWith(uuid));
        return { status: 204 };
      }
      const { limit: asked, offset } = windowOf(received);
      return json(pageOf(list, Math.min(asked, most), offset));
    });
    const client = clientOf(server.baseUrl);
    const query = limit === undefined ? {} : { limit };
    for await (const { uuid } of client.webhooks.iterate(query)) await client.webhooks.delete(uuid);
    expect(list).toEqual([]);
    expect(server.received.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(
      2 * Math.ceil(100 / Math.min(limit ?? 20, most)) + 1,
    );
  });

  test('every other one, while somebody else deletes and adds', async () => {
    let list = webhooks(100);
    let added = 1000;
    const stays = new Set(list.map(({ uuid }) => uuid));
    await using server = await startLoopbackServer((received) => {
      if (received.method === 'DELETE') {
        list = list.filter(({ uuid }) => !received.target.endsWith(uuid));
        return { status: 204 };
      }
      const { limit, offset } = windowOf(received);
      const page = pageOf(list, limit, offset);
      // As many come as go: the total reveals nothing.
      const gone = list[added % 5];
      stays.delete(gone?.uuid ?? '');
      list = [...list.filter((one) => one !== gone), webhook((added += 1))];
      return json(page);
    });
    const client = clientOf(server.baseUrl);
    const walked = new Set<string>();
    for await (const { uuid } of client.webhooks.iterate({ limit: 10 })) {
      walked.add(uuid);
      if (walked.size % 2 === 0) await client.webhooks.delete(uuid);
    }
    expect(stays.size).toBeGreaterThan(25);
    for (const uuid of stays) expect(walked).toContain(uuid);
  });
});

describe('it ends', () => {
  test('where an empty page says that more follows', async () => {
    await using server = await startLoopbackServer(() =>
      json({ ...pageOf([], 20, 0), total: 9, has_more: true }),
    );
    expect(await collect(clientOf(server.baseUrl).webhooks.iterate())).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  test('where has_more is false, also when total says otherwise', async () => {
    await using server = await startLoopbackServer(() =>
      json({ ...pageOf(webhooks(2), 20, 0), total: 9, has_more: false }),
    );
    expect(await collect(clientOf(server.baseUrl).webhooks.iterate())).toEqual(webhooks(2));
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['a server that overlooks the offset', { offset: 0, total: 50 }],
    ['one that claims to heed it', { total: 50 }],
    ['one that also claims an endless list', { total: 1e9 }],
    ['one that states no total', { total: null }],
  ])('with an error for %s', async (_, claims) => {
    await using server = await startLoopbackServer((received) =>
      json({ ...pageOf(webhooks(5), 5, 0), offset: windowOf(received).offset, has_more: true, ...claims }),
    );
    const walked: Webhook[] = [];
    const walk = async (): Promise<void> => {
      for await (const item of clientOf(server.baseUrl).webhooks.iterate({ limit: 5 })) walked.push(item);
    };
    await expect(walk()).rejects.toThrow(UnreadableAnswerError);
    expect(walked).toEqual(webhooks(5));
    expect(server.received.length).toBeLessThanOrEqual(101);
  });

  test('when the reader leaves: no further page is asked for', async () => {
    await using server = await startLoopbackServer((received) => {
      const { limit, offset } = windowOf(received);
      return json(pageOf(webhooks(30), limit, offset));
    });
    for await (const item of clientOf(server.baseUrl).webhooks.iterate({ limit: 5 })) {
      if (item.uuid === webhook(7).uuid) break;
    }
    expect(server.received.map((sent) => windowOf(sent).offset)).toEqual([0, 4]);
  });
});

test('page by page when asked; each walk starts again; filter and limit go along', async () => {
  await using server = await startLoopbackServer((received) => {
    const { limit, offset } = windowOf(received);
    return json(pageOf(webhooks(5), limit, offset));
  });
  const walk = clientOf(server.baseUrl).webhooks.iterate({
    limit: 2,
    filter: { request_method: 'POST' },
    filterPlacement: queryBrackets,
  });
  const pages = await collect(walk.pages());
  expect(pages.map(({ data, has_more }) => [data.length, has_more])).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ]);
  expect(await collect(walk)).toEqual(webhooks(5));
  expect(server.received).toHaveLength(6);
  for (const { target } of server.received) {
    expect(new URL(target, 'http://h').searchParams.get('filter[request_method]')).toBe('POST');
    expect(target).toMatch(/limit=[23]&/);
  }
});

test.each([
  ['no list', {}],
  ['data that is no array', { data: {}, has_more: false }],
  ['has_more that is a word', { data: [], has_more: 'no' }],
  ['a record that is none', { data: [null], has_more: false }],
  ['a record without uuid', { data: [{}], has_more: false }],
])('a walk over %s is an error', async (_, page) => {
  await using server = await startLoopbackServer(() => json(page));
  await expect(collect(clientOf(server.baseUrl).webhooks.iterate())).rejects.toThrow(UnreadableAnswerError);
});
