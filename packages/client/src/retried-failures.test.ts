/** Shows which failures are retried, for which methods, and which last. */
import { expect, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { profile } from '../test/records.ts';
import { createVirtualTime } from '../test/virtual-time.ts';
import type { OutreachClient, OutreachClientOptions } from './index.ts';

type Call = (client: OutreachClient) => Promise<unknown>;
const calls: Record<string, Call> = {
  GET: (client) => client.senderProfiles.get('u'),
  PUT: (client) => client.senderProfiles.update('u', {}),
  DELETE: (client) => client.senderProfiles.delete('u'),
  POST: (client) => client.apiKeys.create({ name: 'CI' }),
};

/** How often a call is sent if every attempt ends as the function says. */
async function timesSent(
  end: () => Response,
  method: string,
  retry: OutreachClientOptions['retry'] = {},
): Promise<number> {
  let sent = 0;
  const fetch = async (): Promise<Response> => {
    sent += 1;
    return end();
  };
  const fast = { attempts: 3, baseDelayMs: 1, maxDelayMs: 1 };
  const client = clientOf(fetch, { retry: retry && { ...fast, ...retry } });
  await thrownBy(calls[method]?.(client) ?? Promise.resolve('no such method'));
  return sent;
}

test.each([408, 502, 503, 504])(
  '%d is tried again for GET, and for PUT and DELETE where asked',
  async (status) => {
    const end = (): Response => new Response('', { status });
    const methods = ['GET', 'PUT', 'DELETE'] as const;
    for (const method of methods) {
      expect(await timesSent(end, method)).toBe(method === 'GET' ? 3 : 1);
      expect(await timesSent(end, method, { methods })).toBe(3);
    }
    expect(await timesSent(end, 'POST', { methods })).toBe(1);
    expect(await timesSent(end, 'GET', { statuses: [] })).toBe(1);
    expect(await timesSent(end, 'GET', false)).toBe(1);
  },
);

test('a POST is never among the methods', () => {
  // @ts-expect-error a POST would act twice
  expect(() => clientOf(async () => Response.json({}), { retry: { methods: ['POST'] } })).toThrow(
    'must be of GET, PUT, DELETE',
  );
});

test('Retry-After is a floor for a 503 as well', async () => {
  const time = createVirtualTime();
  const sent: number[] = [];
  const client = clientOf(
    async () => {
      sent.push(time.now());
      return new Response('', { status: 503, headers: { 'retry-after': '20' } });
    },
    { ...time.clock, retry: { attempts: 2 } },
  );
  await time.until(thrownBy(client.senderProfiles.get('u')));
  expect(sent[0]).toBe(0);
  expect(sent[1]).toBeGreaterThanOrEqual(20_000);
});

const failure = (message: string, code?: string): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(message), code === undefined ? {} : { code }),
  });

test.each([
  ['a refused connection', failure('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED')],
  ['a reset', failure('read ECONNRESET', 'ECONNRESET')],
  ['a connection that the other side closed', failure('other side closed', 'UND_ERR_SOCKET')],
  ['a connection that takes too long', failure('Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT')],
  ['a name server that is away', failure('getaddrinfo EAI_AGAIN h', 'EAI_AGAIN')],
  ['a failure without a reason', new TypeError('fetch failed')],
  [
    'a reset in Bun',
    Object.assign(new Error('The socket connection was closed'), { code: 'ConnectionClosed' }),
  ],
  ['a lost connection in workerd', new Error('Network connection lost.')],
  [
    'a refusal in Deno',
    new TypeError(
      'error sending request for url (http://h/): client error (Connect): tcp connect error: Connection refused',
    ),
  ],
])('%s may pass', async (_, error) => {
  const end = (): never => {
    throw error;
  };
  expect(await timesSent(end, 'GET')).toBe(3);
  expect(await timesSent(end, 'POST')).toBe(1);
  expect(await timesSent(end, 'GET', { networkErrors: false })).toBe(1);
});

test.each([
  ['a name that does not exist', failure('getaddrinfo ENOTFOUND h', 'ENOTFOUND')],
  ['a blocked port', failure('bad port')],
  ['a certificate', failure('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['a mistake in the given fetch', new TypeError("Cannot read properties of undefined (reading 'fetch')")],
  ['another one', new ReferenceError('dispatcher is not defined')],
  ['a test that forbids connections', failure('Nock: Disallowed net connect for "h"', 'ENETUNREACH')],
  ['a mock without an answer', new Error('GET http://h/ was not matched')],
  ['CORS, of which a page of Chromium learns no more', new TypeError('Failed to fetch')],
  ['CORS in Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['CORS in Safari', new TypeError('Load failed')],
])('%s lasts', async (_, error) => {
  const end = (): never => {
    throw error;
  };
  expect(await timesSent(end, 'GET')).toBe(1);
});

test('a blocked port, over the real fetch', async () => {
  const client = clientOf(async (_, init) => fetch('http://127.0.0.1:1/', init), {
    retry: { baseDelayMs: 20_000 },
  });
  await expect(client.senderProfiles.get('u')).rejects.toMatchObject({ name: 'NetworkError', attempts: 1 });
});

test.each(['client', 'call'] as const)('a deadline of the %s holds for the whole call', async (place) => {
  for (const kind of ['hang', 'limited', 'token'] as const) {
    const time = createVirtualTime();
    const deadline = { deadlineMs: 10_000 };
    const client = clientOf(
      async (_, { signal }) => {
        if (kind === 'hang') await time.sleep(1e6, signal ?? undefined);
        return new Response('', { status: 429 });
      },
      {
        ...time.clock,
        retry: { attempts: 100 },
        timeoutMs: 4000,
        ...(kind === 'token' ? { token: () => new Promise<string>(() => {}), timeoutMs: 20_000 } : {}),
        ...(place === 'client' ? deadline : {}),
      },
    );
    const error = await time.until(
      thrownBy(client.senderProfiles.get('u', place === 'call' ? deadline : {})),
    );
    expect(time.now()).toBeLessThanOrEqual(10_000);
    if (kind === 'limited') expect(error).toMatchObject({ name: 'RateLimitError', gaveUp: 'time' });
    else if (kind === 'token') expect(String(error)).toContain('no answer within the deadline of 10000 ms');
    else expect(error).toMatchObject({ name: 'TimeoutError' });
  }
});

test('an abort by the caller is no deadline', async () => {
  const client = clientOf(() => new Promise(() => {}), { deadlineMs: 60_000 });
  const controller = new AbortController();
  const call = client.senderProfiles.get('u', { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
});

test('a profile that comes before the deadline is returned', async () => {
  const client = clientOf(async () => Response.json(profile), { deadlineMs: 60_000 });
  expect(await client.senderProfiles.get('u')).toEqual(profile);
});
