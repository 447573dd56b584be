/** The sandbox itself: its data, its record, and what it serves on a socket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, DataFileError, serveSandbox, UnknownTwinError } from '../src/index.ts';
import { configuration } from './configuration.ts';
import { openProbe } from './probe.ts';
import { openReceiver } from './receiver.ts';
import type { OpenReceiver } from './receiver.ts';

let receiver: OpenReceiver;
let folder: string;
beforeAll(async () => {
  receiver = await openReceiver();
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

describe('starting data', () => {
  test('is a function of the seed', async () => {
    const uuids = await Promise.all(
      [7, 7, 8].map(async (seed) => (await createSandbox({ seed })).accounts[0].webhooks().join(' ')),
    );
    expect(uuids[0]).toBe(uuids[1]);
    expect(uuids[0]).not.toBe(uuids[2]);
  });

  test.each([0, 1, 20, 21, 300])('may be %i webhooks', async (webhooks) => {
    const probe = await openProbe({ webhooks });
    const { json, data } = await probe.list();
    expect(json).toMatchObject({ total: webhooks, limit: 20, offset: 0, has_more: webhooks > 20 });
    expect(data).toHaveLength(Math.min(20, webhooks));
  });

  test('has equal and different values, nulls, and two accounts', async () => {
    const { webhooks, senderProfiles } = (await createSandbox()).snapshot();
    const first = webhooks.filter(({ accountId }) => accountId === 1);
    expect(first).toHaveLength(47);
    expect(webhooks).toHaveLength(52);
    expect(new Set(first.map(({ event }) => event))).toContain('sender_profile_sent_email');
    expect(new Set(first.map(({ event }) => event)).size).toBeLessThanOrEqual(5);
    const targets = new Set(first.map(({ targetUrl }) => targetUrl)).size;
    expect(targets).toBeGreaterThan(10);
    expect(targets).toBeLessThan(47);
    expect(senderProfiles).toHaveLength(6);
    expect(senderProfiles.some(({ label }) => label === null)).toBe(true);
    expect(senderProfiles.some(({ mailboxUuid }) => mailboxUuid === null)).toBe(true);
  });
});

describe('data file', () => {
  test('keeps data and credentials', async () => {
    const data = join(folder, 'kept.db');
    const first = await createSandbox({ data });
    const uuid = first.createWebhook(0, configuration('https://a.example'));
    const { token, expiredToken } = first.accounts[0];
    first.close();
    const second = await createSandbox({ data });
    expect(second.accounts[0]).toMatchObject({ token, expiredToken });
    expect(second.accounts[0].webhooks()).toContain(uuid);
    const headers = { authorization: `Bearer ${token}` };
    const response = await second.fetch(
      new Request('http://sandbox.test/integrations/api/webhooks', { headers }),
    );
    expect(response.status).toBe(200);
    second.close();
  });

  test('that is none is refused with its name', async () => {
    await expect(createSandbox({ data: join(folder, 'no', 'such', 'folder.db') })).rejects.toThrow(
      DataFileError,
    );
  });
});

describe('keys', () => {
  test.each(['HS256', 'HS512', 'RS256', 'ES256', 'EdDSA'] as const)(
    'are real JWTs under %s',
    async (algorithm) => {
      const probe = await openProbe({ dialect: { jwtAlgorithm: algorithm } });
      const token = String((await probe.createKey('real')).json['last_token']);
      expect(decodeProtectedHeader(token).alg).toBe(algorithm);
      const { exp = 0, iat = 0 } = decodeJwt(token);
      const years = new Date(iat * 1000);
      years.setUTCFullYear(years.getUTCFullYear() + 3);
      expect(exp).toBe(Math.floor(years.getTime() / 1000));
      expect((await probe.list('', { token })).status).toBe(200);
    },
  );

  test('end when their 3 years are over', async () => {
    let time = new Date('2026-03-01T00:00:00Z');
    const probe = await openProbe({ now: () => time, dialect: { jwtExp: 'absent' } });
    const token = String((await probe.createKey('short')).json['last_token']);
    time = new Date('2029-02-28T23:59:59Z');
    expect((await probe.list('', { token })).status).toBe(200);
    time = new Date('2029-03-01T00:00:00Z');
    expect((await probe.list('', { token })).status).toBe(401);
  });

  test('of another sandbox are not taken', async () => {
    const other = await createSandbox({ dialect: { jwtAlgorithm: 'RS256' } });
    const probe = await openProbe({ dialect: { jwtAlgorithm: 'RS256' } });
    expect((await probe.list('', { token: other.accounts[0].token })).status).toBe(401);
  });

  test('are in no snapshot, record or message', async () => {
    const probe = await openProbe();
    const token = String((await probe.createKey('hidden')).json['last_token']);
    await probe.profile('nonsense', { token });
    const { sandbox } = probe;
    const shown = inspect([sandbox.snapshot(), sandbox.record], { depth: null });
    expect(shown).toContain('hidden');
    expect(shown).not.toContain(token);
    expect(shown).not.toContain(sandbox.accounts[0].token);
  });
});

describe('record', () => {
  test('records what each request did', async () => {
    const probe = await openProbe();
    const { sandbox } = probe;
    const [webhook = ''] = sandbox.accounts[0].webhooks();
    const [profile = ''] = sandbox.accounts[0].senderProfiles();
    await probe.list('?limit=1');
    await probe.createKey('recorded');
    await probe.update(profile, { label: 'recorded' });
    await probe.test(configuration(receiver.url));
    await probe.deleteWebhook(webhook, { token: null });
    await probe.deleteWebhook(webhook);
    expect(
      sandbox.record.map(({ operation, account, status, effect }) => [operation, account, status, effect]),
    ).toEqual([
      ['webhooks.list', 0, 200, 'none'],
      ['apiKeys.create', 0, 201, 'created'],
      ['senderProfiles.update', 0, 200, 'updated'],
      ['webhooks.test', 0, 200, 'delivered'],
      ['webhooks.delete', null, 401, 'none'],
      ['webhooks.delete', 0, 204, 'deleted'],
    ]);
    expect(sandbox.record[0]).toMatchObject({
      method: 'GET',
      path: '/integrations/api/webhooks',
      query: '?limit=1',
    });
  });

  test('shows the effect that a twin has behind its refusal', async () => {
    const probe = await openProbe({ twin: 'delete-without-credential-has-effect' });
    const [webhook = ''] = probe.sandbox.accounts[0].webhooks();
    const { status } = await probe.deleteWebhook(webhook, { token: null });
    expect(status).toBe(401);
    expect(probe.sandbox.record).toMatchObject([{ status: 401, effect: 'deleted' }]);
  });
});

describe('updates', () => {
  test('answered 202 come in their order, and undo nothing of each other', async () => {
    const probe = await openProbe({ dialect: { successStatusOfUpdate: '202' } });
    const [profile = ''] = probe.sandbox.accounts[0].senderProfiles();
    const before = (await probe.profile(profile)).json;
    const first = await probe.update(profile, { first_name: 'Later' });
    const second = await probe.update(profile, { label: 'too' });
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.json).toMatchObject({ first_name: 'Later', label: 'too' });
    expect((await probe.profile(profile)).json['first_name']).toBe(before['first_name']);
    await probe.settled();
    expect((await probe.profile(profile)).json).toMatchObject({ first_name: 'Later', label: 'too' });
  });

  test('say what is wrong with a body', async () => {
    const probe = await openProbe({
      dialect: { unknownFields: 'refused', emptyUpdate: 'refused', labelNull: 'refused' },
    });
    const [profile = ''] = probe.sandbox.accounts[0].senderProfiles();
    const bodies = [{}, { label: null }, { label: 7 }, { nickname: 'x' }, { first_name: 'x'.repeat(256) }];
    const seen = await Promise.all(bodies.map((body) => probe.update(profile, body)));
    expect(seen.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(seen.map(({ json }) => json['detail'])).toEqual([
      'name at least one field to update',
      'label must be a string',
      'label must be a string',
      'there is no field "nickname"',
      'first_name is longer than 255 characters',
    ]);
  });
});

describe('on a socket', () => {
  test('a GET may carry its filter in a body', async () => {
    const sandbox = await createSandbox({ dialect: { filterPlacement: 'body-json' } });
    const served = await serveSandbox(sandbox);
    const { statusCode, body } = await request(`${served.url}/integrations/api/webhooks?limit=50`, {
      method: 'GET',
      headers: { authorization: `Bearer ${sandbox.accounts[0].token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filter: { request_method: { '!=': 'POST' } } }),
    });
    const answer = await body.json();
    await served.close();
    expect(statusCode).toBe(200);
    expect(answer).toMatchObject({ total: 9 });
  });

  test('answers are gzip-coded, chunked and closed where the dialect says so', async () => {
    const sandbox = await createSandbox({
      dialect: { compression: 'gzip', transfer: 'chunked', connection: 'close', dateHeader: 'absent' },
    });
    const served = await serveSandbox(sandbox);
    const authorization = `Bearer ${sandbox.accounts[0].token}`;
    const response = await fetch(`${served.url}/integrations/api/webhooks`, { headers: { authorization } });
    const answer: unknown = await response.json();
    await served.close();
    expect(answer).toMatchObject({ total: 47 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'gzip',
      connection: 'close',
    });
    expect(response.headers.has('content-length')).toBe(false);
    expect(response.headers.has('date')).toBe(false);
  });

  test('control routes make records and show the record, for a valid key only', async () => {
    const sandbox = await createSandbox({
      rateLimit: { requests: 1, perMs: 60_000 },
      twin: 'any-credential-is-taken',
    });
    const served = await serveSandbox(sandbox);
    const headers = {
      authorization: `Bearer ${sandbox.accounts[1].token}`,
      'content-type': 'application/json',
    };
    const post = (path: string, body: object) =>
      fetch(`${served.url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const webhook = await post('webhooks', configuration('https://b.example'));
    const profile = await post('sender-profiles', { first_name: 'Made', last_name: 'Here', label: null });
    const faulty = await post('webhooks', { event: 'x' });
    const misspelt = await post('sender-profiles', { first_name: 'A', last_name: 'B', state: 'x' });
    const anonymous = await fetch(`${served.url}/_sandbox/requests`, {
      headers: { authorization: 'Bearer anything' },
    });
    const snapshot = await fetch(`${served.url}/_sandbox/snapshot`, { headers });
    const text = await snapshot.text();
    await served.close();
    expect([webhook.status, profile.status, faulty.status, anonymous.status]).toEqual([201, 201, 422, 401]);
    expect(sandbox.accounts[1].webhooks()).toHaveLength(6);
    expect(sandbox.accounts[1].senderProfiles()).toHaveLength(3);
    expect(sandbox.record).toEqual([]);
    expect(await misspelt.json()).toEqual({ error: expect.stringContaining('there is no field "state"') });
    expect(text).toContain('Made');
    expect(await webhook.json()).toEqual({ uuid: sandbox.accounts[1].webhooks().at(-1) });
  });
});

test('an unknown twin is named', async () => {
  const options = JSON.parse('{"twin":"no-such-twin"}');
  await expect(createSandbox(options)).rejects.toThrow(UnknownTwinError);
});
