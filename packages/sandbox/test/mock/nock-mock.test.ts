/** `@outreach-api/sandbox/nock`: what is intercepted, what is refused, and what is left alone. */
import type { IncomingMessage, RequestOptions } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import axios, { create } from 'axios';
import nock from 'nock';
import { request as undiciRequest } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockOutreach, UnmatchedRequestsError } from '../../src/mock/mock-nock.ts';
import type { OutreachMock } from '../../src/mock/mock-nock.ts';

const webhooks = 'https://outreach.test/integrations/api/webhooks';

const bearer = (sandbox: OutreachMock) => ({ authorization: `Bearer ${sandbox.token}` });

function list(sandbox: OutreachMock, query = ''): Promise<Response> {
  return fetch(`${sandbox.baseUrl}/integrations/api/webhooks${query}`, { headers: bearer(sandbox) });
}

async function loopback(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function httpText(url: string, options: RequestOptions, body?: string): Promise<string> {
  const request = httpRequest(url, options).end(body);
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('no response');
  return text(response);
}

// `fetch` says "fetch failed" for every failure, and gives the reason as its cause.
const causedBy = (message: string): unknown =>
  expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringContaining(message) }) });

const nobodyMocks = 'nobody mocks this host; name it in `otherHosts` if it may be called';

const totalOf = async (response: Response): Promise<unknown> =>
  new Map<string, unknown>(Object.entries(Object(await response.json()))).get('total');

describe('is reached by', () => {
  test('the global fetch', async () => {
    using sandbox = mockOutreach({ webhooks: 2 });
    const response = await list(sandbox, '?limit=1');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toMatchObject({ total: 2, limit: 1, has_more: true });
    const body = JSON.stringify({ name: 'Ünï' });
    const made = await fetch(`${sandbox.baseUrl}/id/api/jwt-tokens/create-api-key`, {
      method: 'POST',
      body,
      headers: { ...bearer(sandbox), 'content-type': 'application/json' },
    });
    expect(await made.json()).toMatchObject({ name: 'Ünï' });
    expect(sandbox.record).toMatchObject([{ query: '?limit=1' }, { body, effect: 'created' }]);
  });

  test('axios', async () => {
    using sandbox = mockOutreach({ webhooks: 2, dialect: { compression: 'gzip', transfer: 'chunked' } });
    const api = create({ baseURL: sandbox.baseUrl, headers: bearer(sandbox) });
    const { data } = await api.get<{ total: number }>('/integrations/api/webhooks');
    expect(data.total).toBe(2);
    const [uuid] = sandbox.accounts[0].webhooks();
    expect((await api.delete(`/integrations/api/webhooks/${uuid}`)).status).toBe(204);
    sandbox.limitNext(1, { retryAfter: 3 });
    const limited = await api.get('/integrations/api/webhooks', { validateStatus: () => true });
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '3']);
  });

  test('the npm package undici', async () => {
    using sandbox = mockOutreach({ webhooks: 2, dialect: { transfer: 'chunked' } });
    const headers = { ...bearer(sandbox), 'content-type': 'application/json' };
    const listed = await undiciRequest(webhooks, { headers });
    expect(await listed.body.json()).toMatchObject({ total: 2 });
    const uuid = sandbox.createSenderProfile(0, { first_name: 'Ada', last_name: 'Okafor', label: null });
    const body = JSON.stringify({ label: 'Élan' });
    const url = `${sandbox.baseUrl}/flows/api/sender-profiles/${uuid}`;
    expect(await (await undiciRequest(url, { method: 'PUT', headers, body })).body.json()).toMatchObject({
      label: 'Élan',
    });
    await expect(undiciRequest('https://elsewhere.test/')).rejects.toThrow(nobodyMocks);
    expect(sandbox.takeUnmatched()).toHaveLength(1);
  });

  test('node:http, at a port', async () => {
    using sandbox = mockOutreach({ baseUrl: 'http://outreach.test:8080', webhooks: 0 });
    const url = `${sandbox.baseUrl}/integrations/api/webhooks`;
    expect(JSON.parse(await httpText(url, { headers: bearer(sandbox) }))).toMatchObject({ total: 0 });
  });

  test.each(['none', 'gzip'] as const)('fetch under the compression %s', async (compression) => {
    using sandbox = mockOutreach({ webhooks: 1, dialect: { compression } });
    const headers = { ...bearer(sandbox), 'accept-encoding': 'gzip' };
    expect(await (await fetch(webhooks, { headers })).json()).toMatchObject({ total: 1 });
  });

  test('several mocks, each with its own data and end', async () => {
    using first = mockOutreach({ webhooks: 1 });
    const second = mockOutreach({ webhooks: 2, baseUrl: 'https://outreach.test:8443/base' });
    const totals = await Promise.all([first, second].map(async (one) => totalOf(await list(one))));
    expect(totals).toEqual([1, 2]);
    second.close();
    expect((await list(first)).status).toBe(200);
    await expect(list(second)).rejects.toThrow(causedBy(nobodyMocks));
    expect(first.takeUnmatched()).toHaveLength(1);
  });

  test('not twice the same address', () => {
    using sandbox = mockOutreach();
    expect(() => mockOutreach()).toThrow(`${sandbox.baseUrl} is mocked already`);
  });
});

describe('what nobody mocks', () => {
  test.each([
    ['PATCH', '/integrations/api/webhooks'],
    ['GET', '/nowhere'],
    ['HEAD', '/integrations/api/webhooks'],
  ])('%s %s fails, and the test with it', async (method, path) => {
    const sandbox = mockOutreach();
    const line = `${method} https://outreach.test${path}: the API has no such operation`;
    await expect(fetch(`${sandbox.baseUrl}${path}`, { method })).rejects.toThrow(causedBy(line));
    expect(() => sandbox.reset()).toThrow(`A request was not matched:\n  ${line}`);
    await expect(fetch(`${sandbox.baseUrl}${path}`, { method })).rejects.toThrow(causedBy(line));
    expect(() => sandbox.close()).toThrow(UnmatchedRequestsError);
  });

  test('fails on another host, by fetch and by node:https', async () => {
    using sandbox = mockOutreach();
    await expect(fetch('https://elsewhere.test/a?secret=1')).rejects.toThrow(causedBy(nobodyMocks));
    const [error]: Error[] = await once(httpsRequest('https://elsewhere.test/b').end(), 'error');
    expect(error?.message).toBe(`GET https://elsewhere.test/b: ${nobodyMocks}`);
    expect(sandbox.takeUnmatched().map(({ url }) => url)).toEqual([
      'https://elsewhere.test/a',
      'https://elsewhere.test/b',
    ]);
  });

  test('on loopback is reached', async () => {
    const server = await loopback();
    using sandbox = mockOutreach();
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await (await fetch(`http://${host}:${server.port}/x`)).text()).toBe('here');
    }
    expect(sandbox.unmatched).toEqual([]);
    await server.close();
  });

  test('on a host that may be called is let out', async () => {
    using sandbox = mockOutreach({ otherHosts: ['Named.invalid'] });
    await expect(fetch('http://named.invalid/')).rejects.toThrow('fetch failed');
    expect(sandbox.unmatched).toEqual([]);
    await expect(fetch('http://unnamed.invalid/')).rejects.toThrow(causedBy(nobodyMocks));
    expect(sandbox.takeUnmatched()).toHaveLength(1);
  });

  test('is let out where all may be called, but never to the mocked address', async () => {
    using sandbox = mockOutreach({ otherHosts: 'allowed' });
    await expect(fetch('http://named.invalid/')).rejects.toThrow('fetch failed');
    nock.cleanAll();
    await expect(list(sandbox)).rejects.toThrow(causedBy('was nock.cleanAll() called'));
    expect(sandbox.takeUnmatched()).toMatchObject([{ url: webhooks }]);
    sandbox.reset();
    expect((await list(sandbox)).status).toBe(200);
  });

  test('is a body on a GET, which nock loses', async () => {
    using sandbox = mockOutreach({ baseUrl: 'http://outreach.test:8080' });
    const url = `${sandbox.baseUrl}/integrations/api/webhooks`;
    const body = '{"filter":{"event":"x"}}';
    const options = { headers: { ...bearer(sandbox), 'content-length': body.length } };
    await expect(httpText(url, options, body)).rejects.toThrow('the body of a GET');
    expect(sandbox.takeUnmatched()).toHaveLength(1);
  });

  test('is anything with a method that nock does not bring', async () => {
    using sandbox = mockOutreach();
    const [error]: Error[] = await once(httpsRequest(webhooks, { method: 'REPORT' }).end(), 'error');
    expect(error?.message).toContain('is the method unusual?');
    expect(sandbox.takeUnmatched()).toMatchObject([{ method: 'REPORT', url: webhooks }]);
  });

  test.each([
    ['an unknown path', 'GET', 'https://outreach.test/nowhere'],
    ['a method that nock does not bring', 'REPORT', webhooks],
    ['another host', 'GET', 'https://elsewhere.test/'],
  ])('fails without a code that a client would try again: %s', async (_, method, url) => {
    using sandbox = mockOutreach();
    const failure: unknown = await fetch(url, { method }).catch((error: unknown) => error);
    const cause = failure instanceof TypeError ? failure.cause : undefined;
    expect(cause).toBeInstanceOf(TypeError);
    expect(cause).not.toHaveProperty('code');
    expect(sandbox.takeUnmatched()).toHaveLength(1);
  });
});

describe('beside nock itself', () => {
  afterEach(() => {
    nock.cleanAll();
  });

  test('leaves other mocks alone', async () => {
    nock('https://crm.test').get('/contacts').reply(200, { contacts: [] });
    using sandbox = mockOutreach();
    expect(await (await fetch('https://crm.test/contacts')).json()).toEqual({ contacts: [] });
    expect((await list(sandbox)).status).toBe(200);
    sandbox.reset();
    expect(nock.isDone()).toBe(true);
  });

  test('takes back what it added', async () => {
    mockOutreach().close();
    expect(nock.activeMocks()).toEqual([]);
    const server = await loopback();
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
    await server.close();
    await expect(fetch('http://named.invalid/')).rejects.toThrow('fetch failed');
  });

  test('turns it on again after nock.restore()', async () => {
    nock.restore();
    using sandbox = mockOutreach();
    expect((await list(sandbox)).status).toBe(200);
  });
});

test('answers where time stands still', async () => {
  vi.useFakeTimers();
  try {
    using sandbox = mockOutreach();
    expect((await list(sandbox)).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

// `.ci/try-packages` does the same under jest, with ticks that are faked in earnest: Node.js itself needs those of this process.
describe('where ticks are marked as faked', () => {
  const nextTick: object = Reflect.get(process, 'nextTick');
  beforeEach(() => {
    Object.assign(nextTick, { clock: {} });
  });
  afterEach(() => {
    Reflect.deleteProperty(nextTick, 'clock');
  });

  test('fetch is answered without nock', async () => {
    using sandbox = mockOutreach({ dialect: { compression: 'gzip' } });
    nock.cleanAll();
    expect(await totalOf(await list(sandbox))).toBe(47);
    await expect(fetch(`${sandbox.baseUrl}/nowhere`)).rejects.toThrow(causedBy('no such operation'));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(fetch(webhooks, { signal })).rejects.toThrow('enough');
    expect(sandbox.takeUnmatched()).toHaveLength(1);
  });

  test('what only nock can answer fails, and says why', async () => {
    const sandbox = mockOutreach();
    const why = 'fake timers hold process.nextTick, for which nock waits; leave it real';
    await expect(axios(webhooks, { headers: bearer(sandbox) })).rejects.toThrow(why);
    await expect(fetch('https://elsewhere.test/')).rejects.toThrow(causedBy(why));
    expect(() => sandbox.close()).toThrow(`GET ${webhooks}: ${why}`);
    using later = mockOutreach();
    expect((await list(later)).status).toBe(200);
  });

  test('the global fetch is put back', () => {
    const before = globalThis.fetch;
    const sandbox = mockOutreach();
    expect(globalThis.fetch).not.toBe(before);
    sandbox.close();
    expect(globalThis.fetch).toBe(before);
  });
});

test('ends with the signal of a request', async () => {
  using sandbox = mockOutreach({ latencyMs: 60_000 });
  const options = { headers: bearer(sandbox), signal: AbortSignal.timeout(50) };
  await expect(fetch(webhooks, options)).rejects.toThrow('timeout');
});

test('fails as a network does', async () => {
  using sandbox = mockOutreach();
  sandbox.answerNext(2, () => {
    throw new TypeError('the line is dead');
  });
  await expect(list(sandbox)).rejects.toThrow(causedBy('the line is dead'));
  await expect(axios(webhooks, { headers: bearer(sandbox) })).rejects.toThrow('the line is dead');
  expect(sandbox.unmatched).toEqual([]);
});
