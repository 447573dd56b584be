/** Shows that the fetch of another implementation can be used, as it must be for a proxy. */
import { Agent, fetch as undiciFetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { canary, profile } from '../test/records.ts';
import { createOutreachClient, withResponse } from './index.ts';

test("undici's fetch takes its own dispatcher, and its responses are responses", async () => {
  await using server = await startLoopbackServer(({ target }) =>
    target.endsWith('/gone') ? json({ detail: 'no such profile' }, 404) : json(profile),
  );
  const dispatcher = new Agent();
  onTestFinished(async () => dispatcher.close());
  const dispatched: string[] = [];
  const client = createOutreachClient({
    baseUrl: server.baseUrl,
    token: canary,
    fetch: undiciFetch,
    fetchOptions: {
      dispatcher: dispatcher.compose((dispatch) => (options, handler) => {
        dispatched.push(options.path);
        return dispatch(options, handler);
      }),
    },
  });
  const { data, response } = await withResponse(client.senderProfiles.get('u'));
  expect([data, await response.json()]).toEqual([profile, profile]);
  expect(await thrownBy(client.senderProfiles.get('gone'))).toMatchObject({ name: 'NotFoundError' });
  expect(dispatched).toHaveLength(2);
});

test('a dispatcher of another undici than the global fetch has is named as the mistake', async () => {
  await using server = await startLoopbackServer(() => json(profile));
  const dispatcher = new Agent();
  onTestFinished(async () => dispatcher.close());
  const client = createOutreachClient({
    baseUrl: server.baseUrl,
    token: canary,
    fetchOptions: { dispatcher },
  });
  expect(String(await thrownBy(client.senderProfiles.get('u')))).toMatch(
    /no answer \(UND_ERR_INVALID_ARG: a dispatcher needs the fetch of its own undici\)$/,
  );
});

test('a fetch that returns no response is named as the mistake', async () => {
  // @ts-expect-error JavaScript may pass anything
  const client = clientOf(async () => {});
  expect(String(await thrownBy(client.senderProfiles.get('u')))).toContain(
    'no answer (fetch returned no Response)',
  );
});
