/** Shows what the options of a client and of a call do, and which forms they accept. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { canary, profile } from '../test/records.ts';
import { createOutreachClient } from './index.ts';
import type { ClientRetry, OutreachClientOptions, RequestEvent, ResponseEvent } from './index.ts';
import { version } from './version.ts';

/** What one call of a client with these options sends. */
async function sentWith(
  options: Partial<OutreachClientOptions>,
  call: Parameters<ReturnType<typeof clientOf>['senderProfiles']['get']>[1] = {},
) {
  const sent: { url: string; init: RequestInit }[] = [];
  const client = clientOf(async (url, init) => {
    sent.push({ url, init });
    return Response.json(profile);
  }, options);
  await client.senderProfiles.get('u', call);
  const [{ url, init } = expect.unreachable('nothing was sent')] = sent;
  return { url, init, headers: new Headers(init.headers) };
}

describe('the base address', () => {
  test('may be an URL object', async () => {
    const { url } = await sentWith({ baseUrl: new URL('https://outreach.invalid/proxy/') });
    expect(url).toBe('https://outreach.invalid/proxy/flows/api/sender-profiles/u');
  });

  test.each([
    ['/', '/flows/api/sender-profiles/u'],
    ['/proxy/', '/proxy/flows/api/sender-profiles/u'],
  ])('may be the path %s where a fetch of its own is given', async (baseUrl, url) => {
    expect((await sentWith({ baseUrl })).url).toBe(url);
  });

  test('may be a path in a page, and nowhere else', () => {
    const make = () => createOutreachClient({ baseUrl: '/proxy', token: canary });
    expect(make).toThrow('in a page, also a path');
    vi.stubGlobal('location', { origin: 'https://page.invalid' });
    try {
      expect(make).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test.each([
    '',
    'proxy',
    '//other.invalid',
    'file:///x',
    'https://h/?a=1',
    'https://h/#a',
    'https://a@h/',
    'https:///',
  ])('may not be %j', (baseUrl) => {
    expect(() => clientOf(async () => Response.json({}), { baseUrl })).toThrow('baseUrl must be');
  });
});

test('an option that is undefined counts as not given, in the types as well', async () => {
  const call = {
    signal: undefined,
    timeoutMs: undefined,
    deadlineMs: undefined,
    headers: undefined,
    fetchOptions: undefined,
    retry: undefined,
  };
  const rest = {
    onRequest: undefined,
    onResponse: undefined,
    onRetry: undefined,
    filterPlacement: undefined,
  };
  const clock = { now: undefined, sleep: undefined, random: undefined, shareLimit: undefined };
  const { url } = await sentWith({ ...call, ...rest, ...clock }, call);
  expect(url).toBe('http://outreach.invalid/flows/api/sender-profiles/u');
  await sentWith({
    retry: { attempts: undefined, budget: undefined, methods: undefined, spreadMs: undefined },
  });
});

describe('the User-Agent', () => {
  test('names the package and its version', async () => {
    expect((await sentWith({})).headers.get('user-agent')).toBe(`outreach-api-client/${version}`);
    const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    expect(manifest).toMatchObject({ version });
  });

  test('may be another', async () => {
    const { headers } = await sentWith({ headers: { 'User-Agent': 'my-app' } });
    expect(headers.get('user-agent')).toBe('my-app');
  });

  test('is not sent by a page, where CORS would ask about it', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' });
    try {
      expect((await sentWith({})).headers.has('user-agent')).toBe(false);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

test('what fetch takes besides is handed on; what the client sets stays', async () => {
  const wrong = JSON.parse('{"method":"POST","redirect":"follow"}');
  const { init } = await sentWith(
    { fetchOptions: { cache: 'no-store', next: { revalidate: 1 }, ...wrong } },
    { fetchOptions: { credentials: 'omit', next: { revalidate: 2 } } },
  );
  expect(init).toMatchObject({
    method: 'GET',
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    next: { revalidate: 2 },
  });
});

test('hooks are called for each attempt, and neither of them shows a credential', async () => {
  const requests: RequestEvent[] = [];
  const responses: ResponseEvent[] = [];
  const retries: ClientRetry[] = [];
  const answers = [
    () => new Response('', { status: 503, headers: { 'x-request-id': 'r1' } }),
    () => {
      throw new TypeError('fetch failed');
    },
    () => Response.json(profile, { headers: { 'x-request-id': 'r3' } }),
  ];
  const client = clientOf(async () => answers.shift()?.() ?? Response.error(), {
    onRequest: (event) => requests.push(event),
    onResponse: (event) => responses.push(event),
    onRetry: (event) => retries.push(event),
  });
  await client.senderProfiles.get(canary);
  const request = { method: 'GET', url: 'http://outreach.invalid/flows/api/sender-profiles/[credential]' };
  expect(requests).toEqual([1, 2, 3].map((attempt) => ({ request, attempt })));
  expect(responses).toMatchObject([
    { request, attempt: 1, status: 503, requestId: 'r1', error: null },
    { request, attempt: 2, status: null, requestId: null, error: { name: 'NetworkError', attempts: 2 } },
    { request, attempt: 3, status: 200, requestId: 'r3', error: null },
  ]);
  expect(retries).toMatchObject([
    { request, attempt: 1, status: 503, requestId: 'r1', retryAfterMs: null },
    { request, attempt: 2, status: null, requestId: null, retryAfterMs: null },
  ]);
  expect(JSON.stringify([requests, responses, retries])).not.toContain('CANARY');
});

test.each([
  ['x-request-id', 'a'],
  ['request-id', 'b'],
  ['x-correlation-id', 'c'],
])('an error shows the id of the request in %s', async (name, id) => {
  const client = clientOf(async () => new Response('', { status: 404, headers: { [name]: id } }));
  expect(await thrownBy(client.senderProfiles.get('u'))).toMatchObject({ requestId: id, attempts: 1 });
});

test.each([
  [{ deadlineMs: 0 }, 'deadlineMs must be'],
  [{ retry: { spreadMs: -1 } }, 'retry.spreadMs must be'],
  [{ retry: { attempts: 2 ** 31 } }, 'retry.attempts must be'],
])('%o is refused', (options, message) => {
  expect(() => clientOf(async () => Response.json({}), options)).toThrow(message);
});

describe('an option that does not exist is refused, with those that begin alike or else all', () => {
  const wrong = (text: string) => JSON.parse(text);
  const client = clientOf(async () => Response.json(profile));
  test.each([
    ['{"timeout":1}', 'there is no option timeout; did you mean timeoutMs?'],
    ['{"retries":3}', 'there is no option retries; did you mean retry?'],
    ['{"onretry":1}', 'did you mean onRequest or onResponse or onRetry?'],
    ['{"url":"x"}', 'there is no option url; the options are signal, timeoutMs, '],
    ['{"retry":{"maxDelay":1}}', 'retry: there is no option maxDelay; did you mean maxDelayMs?'],
    ['{"retry":{"limit":1}}', 'retry: there is no option limit; the options are attempts, '],
    ['{"retry":true}', 'retry must be an object'],
    ['{"retry":null}', 'retry must be an object'],
    ['{"signal":{}}', 'signal must be an AbortSignal: controller.signal'],
  ])('%s', async (text, message) => {
    expect(() => clientOf(async () => Response.json({}), wrong(text))).toThrow(message);
    expect(() => client.with(wrong(text))).toThrow(message);
    if (!/url|onretry/.test(text))
      await expect(client.senderProfiles.get('u', wrong(text))).rejects.toThrow(message);
  });

  test.each(['baseUrl', 'token', 'shareLimit', 'now', 'sleep', 'random'])(
    '%s, of a call or in `with`',
    async (name) => {
      const given = wrong(`{"${name}":1}`);
      expect(() => client.with(given)).toThrow(`there is no option ${name}`);
      await expect(client.senderProfiles.get('u', given)).rejects.toThrow(`there is no option ${name}`);
    },
  );

  test('a budget of a call: it is that of all calls', async () => {
    const given = wrong('{"retry":{"budget":1}}');
    await expect(client.senderProfiles.get('u', given)).rejects.toThrow('there is no option budget');
  });

  test('what is undefined', async () => {
    const given = { ...wrong('{}'), timeout: undefined };
    expect(await client.senderProfiles.get('u', given)).toEqual(profile);
  });

  test.each([
    ['a controller', { signal: new AbortController() }, 'signal must be an AbortSignal: controller.signal'],
    ['null', { signal: null }, 'signal must be an AbortSignal'],
    ['a signal in place of options', new AbortController().signal, 'there is no option'],
    ['null in place of options', null, 'options must be an object'],
    ['a text in place of options', 'x', 'options must be an object'],
  ])('%s', async (_, given, message) => {
    // @ts-expect-error JavaScript may pass anything
    await expect(client.senderProfiles.get('u', given)).rejects.toThrow(message);
  });
});

test.each<[string, unknown[], string]>([
  ['nothing', [], 'options must be an object'],
  ['a text', ['http://outreach.invalid'], 'options must be an object'],
  ['no token', [{ baseUrl: 'http://outreach.invalid' }], 'token is missing'],
  ['an empty token', [{ baseUrl: 'http://outreach.invalid', token: '' }], 'token is missing'],
  ['no address', [{ token: canary }], 'baseUrl must be'],
])('createOutreachClient says what it lacks: given %s', (_, given, message) => {
  expect(() => Reflect.apply(createOutreachClient, undefined, given)).toThrow(new RegExp(`^${message}`));
});
