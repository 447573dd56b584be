/** Shows that the calls of a client share a limit that one of them ran into. */
import { expect, test } from 'vitest';
import { canary, profile } from '../test/records.ts';
import { createVirtualTime, seededRandom } from '../test/virtual-time.ts';
import { createOutreachClient } from './index.ts';
import type { OutreachClientOptions } from './index.ts';

/** A client in virtual time whose first answers are rate-limited, with the header. */
function limitedClient(limited: number, retryAfter: string, options: Partial<OutreachClientOptions> = {}) {
  const time = createVirtualTime();
  const sent: { uuid: string; at: number }[] = [];
  let [underWay, mostUnderWay] = [0, 0];
  const client = createOutreachClient({
    ...time.clock,
    random: seededRandom(1),
    baseUrl: 'http://outreach.invalid',
    token: canary,
    async fetch(url) {
      sent.push({ uuid: url.replace(/.*\//, ''), at: time.now() });
      const isLimited = sent.length <= limited;
      mostUnderWay = Math.max(mostUnderWay, (underWay += 1));
      await time.sleep(isLimited ? 10 : 8000);
      underWay -= 1;
      return isLimited
        ? new Response('', { status: 429, headers: { 'retry-after': retryAfter } })
        : Response.json(profile);
    },
    timeoutMs: 100_000,
    ...options,
  });
  return { time, sent, client, mostUnderWay: () => mostUnderWay };
}

const names = Array.from({ length: 30 }, (_, index) => `call-${index}`);

test('while a Retry-After runs the others wait, then go in order, few at a time, and not all at once', async () => {
  const { time, sent, client, mostUnderWay } = limitedClient(1, '30', {
    retry: { totalMs: 3e6, spreadMs: 100 },
  });
  const first = client.senderProfiles.get('first');
  await time.until(time.sleep(11));
  const others = names.map((name) => client.senderProfiles.get(name));
  await time.until(Promise.all([first, ...others]));
  const [limited, ...later] = sent;
  expect(limited).toEqual({ uuid: 'first', at: 0 });
  for (const { at } of later) expect(at).toBeGreaterThan(30_000);
  // The call that was limited started first, so it goes first.
  expect(later.map(({ uuid }) => uuid)).toEqual(['first', ...names]);
  expect(mostUnderWay()).toBeLessThanOrEqual(8);
  for (const [index, { at }] of later.slice(1).entries())
    expect(at - (later[index]?.at ?? 0)).toBeGreaterThan(0);
});

test('an option turns it off', async () => {
  const { time, sent, client } = limitedClient(1, '30', { shareLimit: false });
  const first = client.senderProfiles.get('first');
  await time.until(time.sleep(11));
  const other = client.senderProfiles.get('other');
  await time.until(Promise.all([first, other]));
  expect(sent.map(({ uuid }) => uuid)).toEqual(['first', 'other', 'first']);
  expect(sent[1]?.at).toBe(11);
  expect(sent[2]?.at).toBeGreaterThan(30_000);
});

test.each(['0', '3600'])(
  'a Retry-After of %s s, for which nobody waits, holds no other call back',
  async (seconds) => {
    const { time, sent, client } = limitedClient(1, seconds, { retry: { attempts: 1 } });
    await expect(time.until(client.senderProfiles.get('first'))).rejects.toMatchObject({
      name: 'RateLimitError',
    });
    await time.until(client.senderProfiles.get('second'));
    expect(sent).toEqual([
      { uuid: 'first', at: 0 },
      { uuid: 'second', at: 10 },
    ]);
  },
);

test('a call that waits for its turn ends at once by its signal, and the next one goes', async () => {
  const { time, sent, client } = limitedClient(1, '30');
  const first = client.senderProfiles.get('first');
  await time.until(time.sleep(11));
  const controller = new AbortController();
  const second = client.senderProfiles.get('second', { signal: controller.signal });
  const third = client.senderProfiles.get('third');
  controller.abort('changed my mind');
  await expect(time.until(second)).rejects.toMatchObject({
    name: 'AbortError',
    cause: 'changed my mind',
    attempts: 0,
  });
  expect(time.now()).toBe(11);
  await time.until(Promise.all([first, third]));
  expect(sent.map(({ uuid }) => uuid)).toEqual(['first', 'first', 'third']);
});

test('a client that knows its own rate comes back at half of it, and forgets the limit in some minutes', async () => {
  const time = createVirtualTime();
  const sent: number[] = [];
  const client = createOutreachClient({
    ...time.clock,
    random: seededRandom(1),
    baseUrl: 'http://outreach.invalid',
    token: canary,
    async fetch() {
      sent.push(time.now());
      await time.sleep(100);
      return sent.length === 100
        ? new Response('', { status: 429, headers: { 'retry-after': '1' } })
        : Response.json(profile);
    },
  });
  const work = async (): Promise<void> => {
    while (time.now() < 1_000_000) await client.senderProfiles.get('one');
  };
  await time.until(work());
  const within = (from: number, to: number): number => sent.filter((at) => at >= from && at < to).length;
  expect(within(0, 9000)).toBe(90);
  expect(within(11_000, 21_000)).toBeGreaterThan(20);
  expect(within(11_000, 21_000)).toBeLessThan(60);
  expect(within(900_000, 910_000)).toBe(100);
});

test.each([
  [1, 2000],
  [5, 400],
  [10, 200],
])(
  'a client alone that is limited after %d calls is back within %d ms of the Retry-After',
  async (taken, ms) => {
    const time = createVirtualTime();
    const sent: number[] = [];
    const client = createOutreachClient({
      ...time.clock,
      random: () => 0.999,
      baseUrl: 'http://outreach.invalid',
      token: canary,
      async fetch() {
        sent.push(time.now());
        return sent.length === taken + 1
          ? new Response('', { status: 429, headers: { 'retry-after': '1' } })
          : Response.json(profile);
      },
    });
    for (let made = 0; made <= taken; made += 1) await time.until(client.senderProfiles.get('one'));
    expect(sent).toHaveLength(taken + 2);
    expect(sent.at(-1)).toBeGreaterThan(1000);
    expect(sent.at(-1)).toBeLessThanOrEqual(1001 + ms);
  },
);
