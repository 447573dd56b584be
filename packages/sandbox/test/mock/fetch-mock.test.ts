/** `@outreach-api/sandbox/fetch`: the API as a function, its data, its resets, and how it reports stray requests. */
import { expect, test } from 'vitest';
import { configuration } from '../configuration.ts';
import { mockOutreach, UnmatchedRequestsError } from '../../src/mock/mock-fetch.ts';
import type { OutreachMock } from '../../src/mock/mock-fetch.ts';

const webhook = configuration('https://crm.example.com/hook?x=1');

function ask(sandbox: OutreachMock, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
  return sandbox.fetch(`${sandbox.baseUrl}${path}`, { headers, ...init });
}

function list(sandbox: OutreachMock, query = ''): Promise<Response> {
  return ask(sandbox, `/integrations/api/webhooks${query}`);
}

/** A field of an answer's JSON object. */
async function field(response: Response, name: string): Promise<unknown> {
  return new Map<string, unknown>(Object.entries(Object(await response.json()))).get(name);
}

async function total(sandbox: OutreachMock): Promise<unknown> {
  return field(await list(sandbox), 'total');
}

test('answers, at once and with the options of a sandbox', async () => {
  using sandbox = mockOutreach({ webhooks: 3, dialect: { pageMaximum: '20' } });
  expect(await (await list(sandbox, '?limit=2')).json()).toMatchObject({
    total: 3,
    limit: 2,
    has_more: true,
  });
  expect(sandbox.record).toMatchObject([{ operation: 'webhooks.list', status: 200, query: '?limit=2' }]);
});

test('is reset to its first data, with the same credentials and an empty record', async () => {
  using sandbox = mockOutreach({ webhooks: 3, seed: 9 });
  const { token, record, deliveries } = sandbox;
  const first = sandbox.accounts[0].webhooks();
  const uuid = sandbox.createWebhook(0, webhook);
  await ask(sandbox, `/integrations/api/webhooks/${first[0]}`, { method: 'DELETE' });
  await ask(sandbox, '/integrations/api/webhooks/test', {
    method: 'POST',
    body: JSON.stringify(webhook),
  });
  expect(sandbox.accounts[0].webhooks()).toEqual([first[1], first[2], uuid]);
  expect([record.length, deliveries.length]).toEqual([2, 1]);
  sandbox.reset();
  expect(sandbox.accounts[0].webhooks()).toEqual(first);
  expect([record, deliveries]).toEqual([[], []]);
  expect(sandbox.token).toBe(token);
  expect(await total(sandbox)).toBe(3);
  expect(record).toHaveLength(1);
});

test.each(['HS256', 'HS512', 'RS256', 'ES256', 'EdDSA'] as const)(
  'keeps keys of %s good over resets, but not those that were created in between',
  async (jwtAlgorithm) => {
    using sandbox = mockOutreach({ dialect: { jwtAlgorithm } });
    const body = JSON.stringify({ name: 'made here' });
    const made = await ask(sandbox, '/id/api/jwt-tokens/create-api-key', { method: 'POST', body });
    const headers = { authorization: `Bearer ${String(await field(made, 'last_token'))}` };
    const asMade = (): Promise<Response> => ask(sandbox, '/integrations/api/webhooks', { headers });
    expect((await asMade()).status).toBe(200);
    sandbox.reset();
    expect((await list(sandbox)).status).toBe(200);
    expect((await asMade()).status).toBe(401);
  },
);

test('takes other options until the next reset', async () => {
  using sandbox = mockOutreach({ webhooks: 30, dialect: { successStatusOfDelete: '200' } });
  sandbox.use({ twin: 'default-limit-is-10', dialect: { missingCredentialStatus: '403' } });
  expect(await (await list(sandbox)).json()).toMatchObject({ limit: 10 });
  expect((await ask(sandbox, '/integrations/api/webhooks', { headers: {} })).status).toBe(403);
  const [uuid] = sandbox.accounts[0].webhooks();
  expect((await ask(sandbox, `/integrations/api/webhooks/${uuid}`, { method: 'DELETE' })).status).toBe(200);
  sandbox.reset();
  expect(await (await list(sandbox)).json()).toMatchObject({ limit: 20, total: 30 });
  expect((await ask(sandbox, '/integrations/api/webhooks', { headers: {} })).status).toBe(401);
});

test('limits as many requests as asked, without effect, and then no more', async () => {
  using sandbox = mockOutreach({ webhooks: 2 });
  const [uuid] = sandbox.accounts[0].webhooks();
  sandbox.limitNext(2, { retryAfter: 7, operation: 'webhooks.delete' });
  const statuses: unknown[] = [];
  for (const path of ['', `/${uuid}`, `/${uuid}`]) {
    const method = path === '' ? 'GET' : 'DELETE';
    const response = await ask(sandbox, `/integrations/api/webhooks${path}`, { method });
    statuses.push([response.status, response.headers.get('retry-after')]);
  }
  expect(statuses).toEqual([
    [200, null],
    [429, '7'],
    [429, '7'],
  ]);
  expect([await total(sandbox), sandbox.pendingAnswers]).toEqual([2, 0]);
  expect(sandbox.record.map(({ effect }) => effect)).toEqual(['none', 'none', 'none', 'none']);
});

test('leaves Retry-After out of a burst unless it is given, whatever the dialect', async () => {
  using sandbox = mockOutreach({ dialect: { rateLimitHeaders: 'draft' } });
  sandbox.limitNext(2);
  const bare = await list(sandbox);
  expect([bare.status, bare.headers.get('retry-after'), bare.headers.get('ratelimit')]).toEqual([
    429,
    null,
    null,
  ]);
  expect(sandbox.pendingAnswers).toBe(1);
  sandbox.reset();
  expect((await list(sandbox)).status).toBe(200);
  sandbox.limitNext(1, { retryAfter: new Date('2030-01-01T00:00:00Z') });
  expect((await list(sandbox)).headers.get('retry-after')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
  expect(() => sandbox.limitNext(0)).toThrow('must be a whole number above 0, or Infinity; not 0');
  expect(() => sandbox.limitNext(1, { retryAfter: -1 })).toThrow('must be seconds, 0 or more');
});

test('gives answers that a test makes up, and fails as a network does', async () => {
  using sandbox = mockOutreach();
  sandbox.answerNext(1, async (request) => Response.json({ saw: request.url }, { status: 503 }));
  sandbox.answerNext(1, () => {
    throw new TypeError('the line is dead');
  });
  sandbox.answerNext(1, () => Response.error());
  const made = await list(sandbox);
  expect([made.status, await field(made, 'saw')]).toEqual([
    503,
    `${sandbox.baseUrl}/integrations/api/webhooks`,
  ]);
  await expect(list(sandbox)).rejects.toThrow('the line is dead');
  await expect(list(sandbox)).rejects.toThrow('fetch failed');
  expect((await list(sandbox)).status).toBe(200);
  expect(sandbox.record.map(({ status }) => status)).toEqual([503, 0, 0, 200]);
});

test('keeps what it was sent', async () => {
  using sandbox = mockOutreach();
  const uuid = sandbox.createSenderProfile(0, { first_name: 'Ada', last_name: 'Okafor', label: null });
  const body = JSON.stringify({ label: 'Élan' });
  await ask(sandbox, `/flows/api/sender-profiles/${uuid}`, { method: 'PUT', body });
  expect(sandbox.record).toMatchObject([{ operation: 'senderProfiles.update', body, effect: 'updated' }]);
  expect(sandbox.snapshot().senderProfiles.find((one) => one.uuid === uuid)).toMatchObject({ label: 'Élan' });
});

test('makes sender profiles with whatever fields a test needs', async () => {
  using sandbox = mockOutreach();
  const given = {
    first_name: 'Ada',
    last_name: 'Okafor',
    label: null,
    status: 'needs_login',
    mailbox_uuid: '3b241101-e2bb-4255-8caf-4136c566a962',
    linkedin_server_id: 7,
    linkedin_browser_uuid: '3b241101-e2bb-4255-8caf-4136c566a963',
    linkedin_account_uuid: '3b241101-e2bb-4255-8caf-4136c566a964',
    assignee_user_id: 1002,
  };
  const uuid = sandbox.createSenderProfile(0, given);
  const shown = await ask(sandbox, `/flows/api/sender-profiles/${uuid}`);
  expect(await shown.json()).toMatchObject({ uuid, ...given });
});

test.each([{ seed: 1 }, { seed: 9, webhooks: 3 }])(
  'makes the same records again after a reset: %o',
  (options) => {
    using sandbox = mockOutreach(options);
    const made = (): string[] => [
      sandbox.createWebhook(0, webhook),
      sandbox.createSenderProfile(1, { first_name: 'Ada', last_name: 'Okafor', label: null }),
      sandbox.createWebhook(1, webhook),
    ];
    const first = made();
    const all = [...sandbox.snapshot().webhooks, ...sandbox.snapshot().senderProfiles];
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(all.length);
    sandbox.reset();
    expect(made()).toEqual(first);
    sandbox.use({ webhooks: 0 });
    expect(made()).toEqual(first);
    sandbox.use({ seed: 77 });
    expect(made()).not.toEqual(first);
  },
);

test('plays the targets of webhooks, and shows what they were sent', async () => {
  const seen: string[] = [];
  using sandbox = mockOutreach({
    onDelivery: async (request) => {
      seen.push(await request.text());
      return new Response('made up', { status: 418 });
    },
  });
  const body = JSON.stringify(webhook);
  const response = await ask(sandbox, '/integrations/api/webhooks/test', { method: 'POST', body });
  expect(await response.json()).toEqual({ status: 418, body: 'made up' });
  expect(sandbox.deliveries).toEqual([{ method: 'POST', url: webhook.target_url, body: seen[0] }]);
  expect(JSON.parse(seen[0] ?? '')).toMatchObject({ event: webhook.event });
  expect(sandbox.record).toMatchObject([{ effect: 'delivered' }]);
});

test.each([
  ['POST', '/integrations/api/webhooks', 'the API has no such operation'],
  ['GET', '/integrations/api/webhook', 'the API has no such operation'],
])('does not take %s %s, and says so at the reset too', async (method, path, reason) => {
  const sandbox = mockOutreach();
  const line = `${method} https://outreach.test${path}: ${reason}`;
  await expect(ask(sandbox, `${path}?secret=1`, { method })).rejects.toThrow(new TypeError(line));
  expect(sandbox.unmatched).toEqual([{ method, url: `https://outreach.test${path}`, reason }]);
  expect(() => sandbox.reset()).toThrow(UnmatchedRequestsError);
  sandbox.reset();
  await expect(ask(sandbox, path, { method })).rejects.toThrow(line);
  expect(() => sandbox.close()).toThrow(`A request was not matched:\n  ${line}`);
  sandbox.close();
});

test('does not take a request to another host', async () => {
  using sandbox = mockOutreach({ baseUrl: 'https://api.example.com/outreach/' });
  expect(sandbox.baseUrl).toBe('https://api.example.com/outreach');
  expect((await list(sandbox)).status).toBe(200);
  for (const url of [
    'https://other.example.com/x',
    'https://api.example.com/other',
    'https://api.example.com/outreachx',
  ]) {
    await expect(sandbox.fetch(url)).rejects.toThrow(
      `GET ${url}: the mock answers for ${sandbox.baseUrl} only`,
    );
  }
  expect(sandbox.takeUnmatched()).toHaveLength(3);
});

test('answers what it does not know as the service would, if asked to', async () => {
  using sandbox = mockOutreach({ onUnmatchedRequest: 'answer' });
  expect((await ask(sandbox, '/nowhere')).status).toBe(404);
});

test('sends a body under a base URL with a path', async () => {
  using sandbox = mockOutreach({ baseUrl: 'https://gateway.example.com/outreach' });
  const body = JSON.stringify({ name: 'n' });
  const response = await ask(sandbox, '/id/api/jwt-tokens/create-api-key', { method: 'POST', body });
  expect(await response.json()).toMatchObject({ name: 'n' });
});

test('ends with the signal of a request', async () => {
  using sandbox = mockOutreach({ latencyMs: 60_000 });
  const signal = AbortSignal.timeout(20);
  const path = '/integrations/api/webhooks';
  await expect(ask(sandbox, path, { signal })).rejects.toThrow(
    expect.objectContaining({ name: 'TimeoutError' }),
  );
  await expect(ask(sandbox, path, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

test('answers nothing once it is closed', async () => {
  const sandbox = mockOutreach();
  sandbox.close();
  await expect(list(sandbox)).rejects.toThrow('the mock of https://outreach.test is closed');
  expect(() => sandbox.reset()).toThrow('closed');
});

test.each(['outreach.test', 'ftp://outreach.test', 'https://outreach.test/?a=1', 'https://outreach.test/#a'])(
  'has no address %s',
  (baseUrl) => {
    expect(() => mockOutreach({ baseUrl })).toThrow(`baseUrl must be an http or https URL`);
  },
);
