/** Shows that a client with other options shares the limit, the budget and the token, and keeps the rest. */
import { expect, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { profile } from '../test/records.ts';
import { createVirtualTime } from '../test/virtual-time.ts';

test('other options hold for all of its calls, and for no call of the first client', async () => {
  const sent: RequestInit[] = [];
  const client = clientOf(
    async (_, init) => {
      sent.push(init);
      return Response.json(profile);
    },
    { headers: { 'x-a': 'first', 'x-b': 'first' } },
  );
  const other = client.with({ headers: { 'x-a': 'other' }, fetchOptions: { cache: 'no-store' } });
  await other.senderProfiles.get('u', { headers: { 'x-c': 'call' } });
  await other.with({ headers: { 'x-b': 'third' } }).senderProfiles.get('u');
  await client.senderProfiles.get('u');
  expect(sent).toMatchObject([
    { cache: 'no-store', headers: { 'x-a': 'other', 'x-b': 'first', 'x-c': 'call' } },
    { cache: 'no-store', headers: { 'x-a': 'other', 'x-b': 'third' } },
    { headers: { 'x-a': 'first', 'x-b': 'first' } },
  ]);
});

test('any of the signals ends a call: of the client, of `with`, of the call', async () => {
  const controllers = [0, 1, 2].map(() => new AbortController());
  const [first, second, third] = controllers.map(({ signal }) => signal);
  const client = clientOf(async () => new Promise<Response>(() => {}), { signal: first });
  for (const index of [2, 1, 0]) {
    const call = client.with({ signal: second }).senderProfiles.get('u', { signal: third });
    controllers[index]?.abort(`signal ${index}`);
    expect(await thrownBy(call)).toMatchObject({ name: 'AbortError', cause: `signal ${index}` });
    if (index === 2) controllers[2] = new AbortController();
  }
});

test('a limit that one of them met holds for the other', async () => {
  const time = createVirtualTime();
  const sentAt: number[] = [];
  const client = clientOf(
    async () => {
      sentAt.push(time.now());
      return sentAt.length === 1
        ? new Response('', { status: 429, headers: { 'retry-after': '5' } })
        : Response.json(profile);
    },
    { ...time.clock, retry: { baseDelayMs: 1, spreadMs: 0 } },
  );
  await time.until(client.senderProfiles.get('u', { retry: false }).catch(() => {}));
  await time.until(client.with({ timeoutMs: 1000 }).senderProfiles.get('u'));
  expect(sentAt[1]).toBeGreaterThanOrEqual(5000);
});

test('the budget of retries is one', async () => {
  let sent = 0;
  const client = clientOf(
    async () => {
      sent += 1;
      return new Response('', { status: 503 });
    },
    { retry: { budget: 1, attempts: 2, baseDelayMs: 1, maxDelayMs: 1 }, now: () => 0 },
  );
  await thrownBy(client.senderProfiles.get('u'));
  // The failed call gave one back.
  await thrownBy(client.with({ timeoutMs: 1000 }).senderProfiles.get('u', { retry: { attempts: 4 } }));
  expect(sent).toBe(4);
});
