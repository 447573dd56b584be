/** What the client does in every runtime: web standards only, so that it runs in each as it is. */
import {
  AbortError,
  createOutreachClient,
  equals,
  NetworkError,
  NotFoundError,
  queryJson,
  UnauthorizedError,
} from '@outreach-api/client';

/**
 * Exercises the client against a sandbox with 25 webhooks that answers its first request with 429. Throws where something
 * is not as it should be.
 *
 * @param {{ baseUrl: string, token: string, profile: string }} sandbox
 */
export async function exercise({ baseUrl, token, profile }) {
  let retries = 0;
  const client = createOutreachClient({
    baseUrl,
    token,
    retry: { baseDelayMs: 1 },
    filterPlacement: queryJson,
    onRetry: () => {
      retries += 1;
    },
  });

  const { data, total } = await client.webhooks.list({ limit: 10 });
  same([total, data.length, retries], [25, 10, 1], 'a page after a 429');

  /** @type {string[]} */
  const events = [];
  for await (const webhook of client.webhooks.iterate({ limit: 10 })) events.push(webhook.event);
  same(events.length, 25, 'a walk');

  const event = events[0] ?? '';
  const found = await client.webhooks.list({ filter: { event: equals(event) } });
  same(found.total, events.filter((one) => one === event).length, 'a filter');

  same((await client.senderProfiles.update(profile, { label: 'Élan' })).label, 'Élan', 'an update');
  same((await client.senderProfiles.get(profile)).label, 'Élan', 'a profile');

  const key = await client.apiKeys.create({ name: 'made here' });
  const other = createOutreachClient({ baseUrl, token: async () => key.last_token });
  await other.senderProfiles.delete(profile);
  await fails(() => other.senderProfiles.get(profile), NotFoundError);

  const nobody = createOutreachClient({ baseUrl, token: 'nonsense' });
  await fails(() => nobody.webhooks.list(), UnauthorizedError);
  await fails(() => client.webhooks.list({}, { signal: AbortSignal.abort() }), AbortError);
  // A port that pages may not call, and where nothing listens.
  const nowhere = createOutreachClient({ baseUrl: 'http://127.0.0.1:1', token, retry: false });
  await fails(() => nowhere.webhooks.list(), NetworkError);
  return 'done';
}

/**
 * @param {unknown} seen
 * @param {unknown} expected
 * @param {string} of
 */
function same(seen, expected, of) {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${of}: ${one} in place of ${other}`);
}

/**
 * @param {() => PromiseLike<unknown>} act
 * @param {abstract new (...given: never[]) => Error} kind
 */
async function fails(act, kind) {
  let thrown;
  try {
    await act();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof kind)) throw new Error(`${kind.name} in place of ${String(thrown)}`);
}
