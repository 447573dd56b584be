/** Shows that signals which outlive calls hold nothing of them, and that an abort also ends a walk within a page. */
import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { clientOf, thrownBy } from '../test/fakes.ts';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { canary, pageOf, profile, webhook } from '../test/records.ts';
import { createOutreachClient } from './index.ts';

test('signals that live on keep no listener of a call that has ended, and no signal is made of them', async () => {
  // On Node.js 22 it leaks (nodejs/node#54614).
  const any = vi.spyOn(AbortSignal, 'any');
  const [ofClient, ofCall] = [new AbortController(), new AbortController()];
  const answers = [Response.json(profile), new Response('', { status: 404 }), Response.error()];
  const client = clientOf(async () => answers.shift() ?? expect.unreachable(), { signal: ofClient.signal });
  const options = { signal: ofCall.signal, retry: false } as const;
  await client.senderProfiles.get('u', options);
  await thrownBy(client.senderProfiles.get('u', options));
  await thrownBy(client.senderProfiles.get('u', options));
  for (const { signal } of [ofClient, ofCall]) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  expect(any).not.toHaveBeenCalled();
  any.mockRestore();
});

test('an abort within a page ends the walk: the rest of the page is not yielded', async () => {
  await using server = await startLoopbackServer(() => json(pageOf([1, 2, 3].map(webhook), 20, 0)));
  const client = createOutreachClient({ baseUrl: server.baseUrl, token: canary });
  const controller = new AbortController();
  const walked: string[] = [];
  const walk = async (): Promise<void> => {
    for await (const { uuid } of client.webhooks.iterate({}, { signal: controller.signal })) {
      walked.push(uuid);
      controller.abort('enough');
    }
  };
  expect(await thrownBy(walk())).toMatchObject({ name: 'AbortError', cause: 'enough' });
  expect(walked).toEqual([webhook(1).uuid]);
});
