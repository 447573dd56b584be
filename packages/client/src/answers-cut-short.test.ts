/** Shows over real HTTP that status and headers decide, whatever becomes of the body, and that nothing stays open. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { thrownBy } from '../test/fakes.ts';
import { canary, profile } from '../test/records.ts';
import { sleepInTicks } from '../test/sleep-in-ticks.ts';
import { createVirtualTime } from '../test/virtual-time.ts';
import { createOutreachClient } from './index.ts';

type Body = 'cut' | 'stalled';

/** A server that starts a body and breaks it off, or never ends it. */
async function startServer(status: number, headers: [string, string][], body: Body) {
  const at: number[] = [];
  const server = createServer((_, response) => {
    at.push(Date.now());
    response.writeHead(status, [['content-length', '100'], ...headers].flat());
    response.write('{"half":');
    if (body === 'cut') setImmediate(() => response.socket?.resetAndDestroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { at, baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

const bodies: Body[] = ['cut', 'stalled'];

test.each(bodies.flatMap((body) => [401, 404, 422, 429, 500, 503].map((status) => ({ status, body }))))(
  'a $status keeps its status where the body is $body, and says so',
  async ({ status, body }) => {
    const { at, baseUrl } = await startServer(status, [['x-request-id', 'r7']], body);
    const retry = { attempts: 2, baseDelayMs: 1 };
    const client = createOutreachClient({
      baseUrl,
      token: canary,
      retry,
      timeoutMs: 200,
      sleep: sleepInTicks,
    });
    const error = await thrownBy(client.senderProfiles.get(profile.uuid));
    expect(error).toMatchObject({ status, body: '', requestId: 'r7', attempts: at.length });
    expect(String(error)).toContain(`answered ${status}`);
    expect(String(error)).toContain('its body broke off');
    expect(at).toHaveLength(status === 429 || status === 503 ? 2 : 1);
  },
);

test.each(bodies)('a 2xx whose body is %s: the error shows the status', async (body) => {
  const { baseUrl, at } = await startServer(201, [], body);
  const client = createOutreachClient({ baseUrl, token: canary, timeoutMs: 200, sleep: sleepInTicks });
  const error = await thrownBy(client.apiKeys.create({ name: 'CI' }));
  expect(error).toMatchObject({ name: body === 'cut' ? 'NetworkError' : 'TimeoutError', status: 201 });
  expect(at).toHaveLength(1);
});

test.each([
  ['where the body breaks off', [['retry-after', '0.4']], 'cut'],
  ['where the body stalls', [['retry-after', '0.4']], 'stalled'],
  ['where it comes twice', [['retry-after', '0.2'], ['retry-after', '0.4']], 'cut'], // oxfmt-ignore
] as const)('Retry-After is kept to %s', async (_, headers, body) => {
  const { at, baseUrl } = await startServer(
    429,
    headers.map(([name, value]) => [name, value]),
    body,
  );
  const retry = { attempts: 2, baseDelayMs: 1 };
  const client = createOutreachClient({
    baseUrl,
    token: canary,
    retry,
    timeoutMs: 2000,
    sleep: sleepInTicks,
  });
  const error = await thrownBy(client.senderProfiles.get(profile.uuid, { timeoutMs: 700 }));
  expect(error).toMatchObject({ name: 'RateLimitError', attempts: 2, retryAfterMs: 400 });
  // The clock of this machine has whole milliseconds.
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(399);
});

test('a call that got through waits no longer for the stalled body of an attempt before', async () => {
  const time = createVirtualTime();
  let waits = 0;
  let sent = 0;
  const client = createOutreachClient({
    now: time.now,
    async sleep(ms, signal) {
      waits += 1;
      await time.sleep(ms, signal).finally(() => (waits -= 1));
    },
    baseUrl: 'http://outreach.invalid',
    token: canary,
    async fetch() {
      sent += 1;
      return sent === 1 ? new Response(new ReadableStream(), { status: 429 }) : Response.json(profile);
    },
  });
  await time.until(client.senderProfiles.get(profile.uuid));
  await Promise.resolve();
  expect({ sent, waits }).toEqual({ sent: 2, waits: 0 });
  expect(time.now()).toBeLessThan(500);
});
