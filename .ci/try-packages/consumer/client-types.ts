/**
 * The types of the client as a consumer gets them. If they were lost, each would in effect be `any`, and a compiler
 * would not complain, not even about `IsAny`: so this file contains mistakes that it must see.
 */
import { createOutreachClient, equals, OutreachError, queryJson, withResponse } from '@outreach-api/client';
import type { OutreachClient, OutreachClientOptions, StatusError } from '@outreach-api/client';

type Result<Method extends (...given: never[]) => unknown> = Awaited<ReturnType<Method>>;

/** Never called. Each value has the type that it should have. */
export function rightUses(
  list: Result<OutreachClient['webhooks']['list']>,
  profile: Result<OutreachClient['senderProfiles']['get']>,
  key: Result<OutreachClient['apiKeys']['create']>,
): [number, boolean, string | undefined, string | null, string] {
  return [list.total, list.has_more, list.data[0]?.uuid, profile.label, key.last_token];
}

/** Never called. */
export async function mistakesInResults(client: OutreachClient, error: StatusError): Promise<void> {
  const list = await client.webhooks.list();
  // @ts-expect-error `total` is a number
  list.total satisfies string;
  // @ts-expect-error `uuid` is a string
  list.data[0]?.uuid satisfies number;
  for await (const webhook of client.webhooks.iterate()) {
    // @ts-expect-error no such field
    webhook.evnt satisfies unknown;
  }
  const profile = await client.senderProfiles.update('uuid', { label: 'x' });
  // @ts-expect-error `label` may be null
  profile.label satisfies string;
  const { data } = await withResponse(client.apiKeys.create({ name: 'x' }));
  // @ts-expect-error `last_token` is a string
  data.last_token satisfies number;
  // @ts-expect-error `status` is a number
  error.status satisfies string;
}

/** Never called. `name` narrows, and so does a class. */
export function kindsOfErrors(error: unknown): number | null {
  if (!(error instanceof OutreachError)) return null;
  if (error.name === 'RateLimitError') return error.retryAfterMs;
  // @ts-expect-error not all of them have it
  error.retryAfterMs satisfies number | null;
  // @ts-expect-error no such name
  return error.name === 'RateLimited' ? 1 : error.attempts;
}

/** Never called. */
export async function mistakesInArguments(
  client: OutreachClient,
  options: OutreachClientOptions,
): Promise<void> {
  // @ts-expect-error no such operation
  await client.webhooks.create({});
  // @ts-expect-error a limit is a number
  await client.webhooks.list({ limit: '20' });
  // @ts-expect-error no such field
  await client.webhooks.list({ filter: { evnt: equals('x') }, filterPlacement: queryJson });
  // @ts-expect-error no such field to update
  await client.senderProfiles.update('uuid', { email: 'x' });
  // @ts-expect-error a name is required
  await client.apiKeys.create({});
  // @ts-expect-error a token is required
  createOutreachClient({ baseUrl: 'http://127.0.0.1:1' });
  // @ts-expect-error no such option of a call
  await client.webhooks.list({}, { timeout: 1000 });
  // @ts-expect-error no such method
  await client.request('FETCH', '/crm/api/lists');
  // @ts-expect-error a filter needs a placement
  await client.request('GET', '/crm/api/lists', { query: { filter: { a: 1 } } });
  // @ts-expect-error the token is shared
  client.with({ token: 'x' });
  // @ts-expect-error a time is a number
  createOutreachClient({ ...options, timeoutMs: '1 s' });
}
