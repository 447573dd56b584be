/** Shows what each of the seven operations sends over real HTTP, and what it returns. */
import nock from 'nock';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { apiKey, canary, pageOf, profile, webhook } from '../test/records.ts';
import { createOutreachClient, queryJson, UnreadableAnswerError } from './index.ts';
import type { WebhookPage } from './index.ts';
import type { SenderProfile } from '@outreach-api/types';

const uuid = profile.uuid;
const full = {
  event: 'sender_profile_sent_email',
  request_method: 'POST',
  target_url: 'https://example.com/hook',
};

describe('each operation', () => {
  test.each([
    {
      name: 'apiKeys.create',
      run: (c: Client) => c.apiKeys.create({ name: 'CI' }),
      line: 'POST /id/api/jwt-tokens/create-api-key',
      body: '{"name":"CI"}',
      answer: json(apiKey, 201),
      result: apiKey,
    },
    {
      name: 'webhooks.list',
      run: (c: Client) => c.webhooks.list(),
      line: 'GET /integrations/api/webhooks',
      body: null,
      answer: json(pageOf([webhook(1)], 20, 0)),
      result: pageOf([webhook(1)], 20, 0),
    },
    {
      name: 'webhooks.list with a window',
      run: (c: Client) => c.webhooks.list({ limit: 5, offset: 10 }),
      line: 'GET /integrations/api/webhooks?limit=5&offset=10',
      body: null,
      answer: json(pageOf([], 5, 10)),
      result: pageOf([], 5, 10),
    },
    {
      name: 'webhooks.test',
      run: (c: Client) => c.webhooks.test(full),
      line: 'POST /integrations/api/webhooks/test',
      body: JSON.stringify(full),
      answer: json({ status: 204 }),
      result: { status: 204 },
    },
    {
      name: 'webhooks.test answered with text',
      run: (c: Client) => c.webhooks.test({ ...full, uuid }),
      line: 'POST /integrations/api/webhooks/test',
      body: JSON.stringify({ ...full, uuid }),
      answer: { status: 200, headers: { 'content-type': 'text/plain' }, body: 'pong' },
      result: 'pong',
    },
    {
      name: 'webhooks.test answered with nothing',
      run: (c: Client) => c.webhooks.test(full),
      line: 'POST /integrations/api/webhooks/test',
      body: JSON.stringify(full),
      answer: { status: 204 },
      result: undefined,
    },
    {
      name: 'webhooks.delete',
      run: (c: Client) => c.webhooks.delete(uuid),
      line: `DELETE /integrations/api/webhooks/${uuid}`,
      body: null,
      answer: { status: 204 },
      result: undefined,
    },
    {
      name: 'webhooks.delete with a confirmation that is no JSON',
      run: (c: Client) => c.webhooks.delete('a/b?c d'),
      line: 'DELETE /integrations/api/webhooks/a%2Fb%3Fc%20d',
      body: null,
      answer: { status: 202, body: 'gone' },
      result: undefined,
    },
    {
      name: 'senderProfiles.get',
      run: (c: Client) => c.senderProfiles.get(uuid),
      line: `GET /flows/api/sender-profiles/${uuid}`,
      body: null,
      answer: json({ ...profile, further: [1] }),
      result: { ...profile, further: [1] },
    },
    {
      name: 'senderProfiles.update',
      run: (c: Client) => c.senderProfiles.update(uuid, { label: 'é 📣', schedule: { days: [1] } }),
      line: `PUT /flows/api/sender-profiles/${uuid}`,
      body: '{"label":"é 📣","schedule":{"days":[1]}}',
      answer: json(profile),
      result: profile,
    },
    {
      name: 'senderProfiles.delete',
      run: (c: Client) => c.senderProfiles.delete(uuid),
      line: `DELETE /flows/api/sender-profiles/${uuid}`,
      body: null,
      answer: json({ deleted: true }),
      result: undefined,
    },
  ])('$name', async ({ run, line, body, answer, result }) => {
    await using server = await startLoopbackServer(() => answer);
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
    expect(await run(client)).toEqual(result);
    expect(server.received).toHaveLength(1);
    const [sent] = server.received;
    expect(`${sent?.method} ${sent?.target}`).toBe(line);
    expect(sent?.headers.authorization).toBe(`Bearer ${canary}`);
    expect(sent?.headers['content-type']).toBe(body === null ? undefined : 'application/json');
    expect(sent?.body.toString()).toBe(body ?? '');
  });
});

type Client = ReturnType<typeof createOutreachClient>;

test('a base address with a path, with and without a slash at its end', async () => {
  await using server = await startLoopbackServer(() => json(profile));
  for (const end of ['/proxy', '/proxy/', '/proxy//']) {
    await createOutreachClient({ baseUrl: server.baseUrl + end, token: canary }).senderProfiles.get(uuid);
  }
  expect(new Set(server.received.map(({ target }) => target))).toEqual(
    new Set([`/proxy/flows/api/sender-profiles/${uuid}`]),
  );
});

test('a token from a function is asked for once a call', async () => {
  await using server = await startLoopbackServer((_, number) =>
    number === 1 ? { status: 429 } : json(profile),
  );
  const tokens = ['one', 'two'];
  const client = createOutreachClient({
    baseUrl: server.baseUrl,
    token: async () => tokens.shift() ?? 'none left',
    retry: { baseDelayMs: 1 },
  });
  await client.senderProfiles.get(uuid);
  await client.senderProfiles.get(uuid);
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer one',
    'Bearer one',
    'Bearer two',
  ]);
});

test('further headers are sent', async () => {
  await using server = await startLoopbackServer(() => json(profile));
  for (const headers of [{ 'X-Trace': 't1' }, new Headers({ 'x-trace': 't1' })]) {
    await createOutreachClient({ baseUrl: server.baseUrl, token: canary, headers }).senderProfiles.get(uuid);
  }
  expect(server.received.map((sent) => sent.headers['x-trace'])).toEqual(['t1', 't1']);
});

describe('nothing is sent for', () => {
  const client = createOutreachClient({
    baseUrl: 'http://outreach.invalid',
    token: canary,
    fetch: async () => expect.unreachable('it was sent'),
  });

  test.each(['', '.', '..', '\uD83D'])('the uuid %j', async (odd) => {
    await expect(client.senderProfiles.get(odd)).rejects.toThrow('uuid must be');
    await expect(client.senderProfiles.update(odd, {})).rejects.toThrow('uuid must be');
    await expect(client.senderProfiles.delete(odd)).rejects.toThrow('uuid must be');
    await expect(client.webhooks.delete(odd)).rejects.toThrow('uuid must be');
  });

  test.each([{ limit: 0 }, { limit: 1.5 }, { limit: Number.NaN }, { offset: -1 }])(
    'the window %o',
    async (window) => {
      await expect(client.webhooks.list(window)).rejects.toThrow(RangeError);
      expect(() => client.webhooks.iterate(window)).toThrow(RangeError);
    },
  );

  test('options of the call in place of a query', async () => {
    const options: object = { timeoutMs: 1000 };
    await expect(client.webhooks.list(options)).rejects.toThrow('query: there is no option timeoutMs');
    expect(() => client.webhooks.iterate(options)).toThrow('query: there is no option timeoutMs');
  });

  test('a webhook test with only a uuid', async () => {
    // @ts-expect-error the full configuration is required
    await expect(client.webhooks.test({ uuid })).rejects.toThrow(
      'missing: event, request_method, target_url',
    );
  });

  test('a filter that says not where it goes, or goes where fetch cannot send it', async () => {
    const filter = { event: 'x' };
    await expect(client.webhooks.list({ filter })).rejects.toThrow(TypeError);
    expect(() => client.webhooks.iterate({ filter })).toThrow('filterPlacement must be set');
    // @ts-expect-error fetch refuses a body on a GET: there is no such placement
    await expect(client.webhooks.list({ filter, filterPlacement: 'body-json' })).rejects.toThrow(
      'filterPlacement must be set',
    );
    // One that writes nothing would return everything.
    await expect(client.webhooks.list({ filter, filterPlacement: () => [] })).rejects.toThrow(TypeError);
    // @ts-expect-error null is no filter
    await expect(client.webhooks.list({ filter: null, filterPlacement: queryJson })).rejects.toThrow(
      'not null',
    );
  });
});

describe('a 2xx answer that is not as described is an error', () => {
  test.each([
    ['', 'the body is empty'],
    ['<html>', 'the body is no JSON'],
    ['null', 'the body is no JSON object'],
    ['{}', 'the body has no uuid'],
    ['[1]', 'the body has no uuid'],
  ])('%j', async (body, message) => {
    await using server = await startLoopbackServer(() => ({ status: 200, body }));
    const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
    const error: unknown = await client.senderProfiles.get(uuid).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect(error).toMatchObject({ status: 200, body, attempts: 1 });
    expect(String(error)).toContain(message);
  });
});

test('the global fetch is looked up at each call', async () => {
  const client = createOutreachClient({ baseUrl: 'http://outreach.invalid', token: canary });
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return Response.json(profile);
  });
  try {
    expect(await client.senderProfiles.get(uuid)).toEqual(profile);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(urls).toEqual([`http://outreach.invalid/flows/api/sender-profiles/${uuid}`]);
});

describe('with nock', () => {
  const unmatched: string[] = [];
  const note = (request: Request): unknown => unmatched.push(request.url);
  afterEach(() => {
    nock.emitter.off('no match', note);
    nock.cleanAll();
    nock.restore();
  });

  test('a client can be mocked after it is made, its retries included', async () => {
    nock.restore();
    const client = createOutreachClient({
      baseUrl: 'http://outreach.test',
      token: canary,
      retry: { baseDelayMs: 1 },
    });
    nock.activate();
    nock.emitter.on('no match', note);
    nock('http://outreach.test', { reqheaders: { authorization: `Bearer ${canary}` } })
      .get(`/flows/api/sender-profiles/${uuid}`)
      .reply(429)
      .get(`/flows/api/sender-profiles/${uuid}`)
      .reply(200, { ...profile });
    await expect(client.senderProfiles.get(uuid)).resolves.toEqual(profile);
    nock('http://outreach.test').delete(`/flows/api/sender-profiles/${uuid}`).reply(204);
    await expect(client.senderProfiles.delete(uuid)).resolves.toBeUndefined();
    expect(nock.isDone()).toBe(true);
    expect(unmatched).toEqual([]);
  });
});

test('results are typed', () => {
  expectTypeOf<Awaited<ReturnType<Client['senderProfiles']['get']>>>().toEqualTypeOf<SenderProfile>();
  expectTypeOf((client: Client) => client.webhooks.list()).returns.resolves.toEqualTypeOf<WebhookPage>();
  expectTypeOf<Awaited<ReturnType<Client['webhooks']['test']>>>().toEqualTypeOf<unknown>();
  expectTypeOf<Awaited<ReturnType<Client['webhooks']['delete']>>>().toEqualTypeOf<void>();
});
