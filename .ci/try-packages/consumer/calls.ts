/** A program that uses the client against a sandbox on a socket, and prints `done`. */
import assert from 'node:assert/strict';
import {
  createOutreachClient,
  equals,
  NotFoundError,
  queryJson,
  UnauthorizedError,
  withResponse,
} from '@outreach-api/client';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import type { Webhook } from '@outreach-api/types';

const sandbox = await createSandbox({ webhooks: 47 });
const served = await serveSandbox(sandbox);
const { token } = sandbox.accounts[0];
const client = createOutreachClient({ baseUrl: served.url, token, retry: { baseDelayMs: 1 } });

const webhooks: Webhook[] = [];
sandbox.limitNext(2);
for await (const webhook of client.webhooks.iterate()) webhooks.push(webhook);
assert.deepEqual(
  webhooks.map(({ uuid }) => uuid),
  sandbox.accounts[0].webhooks(),
);

const event = webhooks[0]?.event ?? '';
const filtered = await client.webhooks.list({
  filter: { event: equals(event) },
  filterPlacement: queryJson,
});
assert.equal(filtered.total, webhooks.filter((webhook) => webhook.event === event).length);

const [profile = ''] = sandbox.accounts[0].senderProfiles();
assert.equal((await client.senderProfiles.update(profile, { label: 'Élan' })).label, 'Élan');
const { data, response } = await withResponse(client.senderProfiles.get(profile));
assert.deepEqual([data.label, response.status], ['Élan', 200]);

const key = await client.apiKeys.create({ name: 'made by a consumer' });
const other = createOutreachClient({ baseUrl: served.url, token: () => key.last_token });
await other.senderProfiles.delete(profile);
await assert.rejects(async () => other.senderProfiles.get(profile), NotFoundError);
const nobody = createOutreachClient({ baseUrl: served.url, token: 'nonsense' });
await assert.rejects(async () => nobody.webhooks.list(), UnauthorizedError);

await served.close();
sandbox.close();
process.stdout.write('done\n');
