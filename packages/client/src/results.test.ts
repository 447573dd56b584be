/** Shows the forms in which a result is available: as a promise, as a value, as a page with the next one. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { pageOf, profile, webhook } from '../test/records.ts';
import { settle, withResponse } from './index.ts';
import type { OutreachClient, OutreachFailure, SenderProfiles, WebhookPage } from './index.ts';
import type { SenderProfile, Webhook } from '@outreach-api/types';

const answering = (...answers: Response[]): OutreachClient =>
  clientOf(async () => answers.shift() ?? expect.unreachable('no further answer'));

describe('as a value', () => {
  test('a result', async () => {
    const result = await settle(answering(Response.json(profile)).senderProfiles.get('u'));
    expect(result).toEqual({ ok: true, data: profile });
    if (result.ok) expectTypeOf(result.data).toEqualTypeOf<SenderProfile>();
    else expectTypeOf(result.error).toEqualTypeOf<OutreachFailure>();
  });

  test('a failure', async () => {
    const result = await settle(answering(new Response('', { status: 404 })).senderProfiles.get('u'));
    expect(result).toMatchObject({ ok: false, error: { name: 'NotFoundError', status: 404 } });
  });

  test('with the response', async () => {
    const result = await settle(withResponse(answering(Response.json(profile)).senderProfiles.get('u')));
    expect(result).toMatchObject({ ok: true, data: { data: profile, attempts: 1 } });
  });

  test('a wrong argument is thrown all the same', async () => {
    await expect(settle(answering().senderProfiles.get(''))).rejects.toThrow(TypeError);
  });
});

describe('a page', () => {
  const all = [1, 2, 3].map(webhook);
  const asked: string[] = [];
  const client = clientOf(async (url) => {
    asked.push(new URL(url).search);
    const { searchParams } = new URL(url);
    return Response.json(
      pageOf(all, Number(searchParams.get('limit')), Number(searchParams.get('offset') ?? 0)),
    );
  });

  test('brings the next one, to the last', async () => {
    const first = await client.webhooks.list({ limit: 2 });
    const second = await first.next();
    expect(second?.data).toEqual([webhook(3)]);
    expect(await second?.next()).toBeNull();
    expect(asked).toEqual(['?limit=2', '?limit=2&offset=2']);
  });

  test('is otherwise what came', async () => {
    const page = await client.webhooks.list({ limit: 2 });
    expect(page).toEqual(pageOf(all, 2, 0));
    expect(Object.keys(page)).not.toContain('next');
    expect(JSON.parse(JSON.stringify(page))).toEqual(pageOf(all, 2, 0));
  });

  test('is typed by the fields that the service has', async () => {
    const page = await client.webhooks.list<{ created_at: string }>({ limit: 1 });
    expectTypeOf(page).toEqualTypeOf<WebhookPage<{ created_at: string }>>();
    expectTypeOf(page.data).toEqualTypeOf<(Webhook & { created_at: string })[]>();
    for await (const one of client.webhooks.iterate<{ created_at: string }>({ limit: 2 }))
      expectTypeOf(one.created_at).toEqualTypeOf<string>();
  });
});

test('an async function stands in for a method', async () => {
  const fake: SenderProfiles = {
    get: async () => profile,
    update: async (_, changes) => ({ ...profile, first_name: changes.first_name ?? '' }),
    delete: async () => {},
  };
  expect(await fake.get('u')).toBe(profile);
  expect(await settle(fake.update('u', { first_name: 'Grace' }))).toMatchObject({ ok: true });
  // Only a client knows the answer.
  await expect(withResponse(fake.get('u'))).rejects.toThrow(
    'withResponse takes what a method of the client returned',
  );
});

describe('wrong arguments reject, so that catch sees them', () => {
  test.each<[string, (client: OutreachClient) => Promise<unknown>]>([
    ['an identifier', (client) => client.senderProfiles.get('')],
    ['an identifier of another type', (client) => client.webhooks.delete(JSON.parse('7'))],
    ['a window', (client) => client.webhooks.list({ limit: 0 })],
    ['a filter without a placement', (client) => client.webhooks.list({ filter: { event: 'x' } })],
    ['a configuration', (client) => client.webhooks.test(JSON.parse('{}'))],
    ['an option', (client) => client.senderProfiles.get('u', JSON.parse('{"timeout":5}'))],
    ['a timeout', (client) => client.senderProfiles.get('u', { timeoutMs: 0 })],
    ['a header', (client) => client.senderProfiles.get('u', { headers: { authorization: 'x' } })],
    ['a body that is no JSON', (client) => client.apiKeys.create(JSON.parse('{}', () => ({ name: 7n })))],
  ])('%s', async (_, call) => {
    const client = answering();
    let thrown = false;
    const error = await thrownBy(
      call(client).catch((caught: unknown) => {
        thrown = true;
        throw caught;
      }),
    );
    expect(thrown).toBe(true);
    expect(error).toSatisfy((one) => one instanceof TypeError || one instanceof RangeError);
  });
});

test.each([
  ['webhooks.delete', (client: OutreachClient) => client.webhooks.delete('u')],
  ['senderProfiles.delete', (client: OutreachClient) => client.senderProfiles.delete('u')],
])('%s is no success where a login page answers', async (_, call) => {
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  const error = await thrownBy(call(answering(new Response('<html>Log in</html>', html))));
  expect(error).toMatchObject({ name: 'UnreadableAnswerError', status: 200, body: '<html>Log in</html>' });
  // An empty body has no type that matters.
  await call(answering(new Response('', html)));
});
