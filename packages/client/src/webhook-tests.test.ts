/** Shows that the answer to a webhook test is not mistaken for the service's own. */
import { expect, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { profile } from '../test/records.ts';
import { StatusError, UnauthorizedError, WebhookTestError } from './index.ts';

const full = { event: 'e', request_method: 'POST', target_url: 'https://example.com/hook' };

test.each([401, 403, 404, 422, 429, 500, 503])('a target that answers %d is called once', async (status) => {
  let sent = 0;
  const client = clientOf(async () => {
    sent += 1;
    return new Response('', { status, headers: { 'retry-after': '0' } });
  });
  const error = await thrownBy(client.webhooks.test(full));
  expect(sent).toBe(1);
  expect(error).toBeInstanceOf(WebhookTestError);
  expect(error).toBeInstanceOf(StatusError);
  expect(error).not.toBeInstanceOf(UnauthorizedError);
  expect(error).toMatchObject({ name: 'WebhookTestError', status, attempts: 1 });
  expect(String(error)).toContain("may be the answer of the webhook's target");
});

test("a target's 429 holds no other call back", async () => {
  const client = clientOf(async (url) =>
    url.endsWith('/test')
      ? new Response('', { status: 429, headers: { 'retry-after': '3600' } })
      : Response.json(profile),
  );
  await thrownBy(client.webhooks.test(full));
  expect(await client.senderProfiles.get(profile.uuid)).toEqual(profile);
});

test('a caller who allows it has a limited test tried again', async () => {
  const statuses = [429, 429, 200];
  const client = clientOf(async () => Response.json({}, { status: statuses.shift() ?? 500 }));
  await client.webhooks.test(full, { retry: { webhookTests: true } });
  expect(statuses).toEqual([]);
});

test('a target may be an URL object', async () => {
  const bodies: unknown[] = [];
  const client = clientOf(async (_, { body }) => {
    bodies.push(body);
    return Response.json({});
  });
  await client.webhooks.test({ ...full, target_url: new URL(full.target_url) });
  expect(bodies).toEqual([JSON.stringify(full)]);
});
