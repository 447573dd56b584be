/** A program that uses the client against a sandbox on a socket, and prints `done`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createOutreachClient,
  equals,
  NotFoundError,
  queryJson,
  settle,
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

// What the description does not show, and keys that rotate.
const rotating = client.with({ headers: { 'x-job': 'nightly' } });
const raw = await rotating.request<{ total: number }>('GET', '/integrations/api/webhooks', {
  query: { limit: 1 },
});
assert.equal(raw.total, 47);
const asked: (string | undefined)[] = [];
const renewed = createOutreachClient({
  baseUrl: served.url,
  token: ({ rejected }) => {
    asked.push(rejected);
    return rejected === undefined ? 'a-key-that-has-expired' : token;
  },
});
await Promise.all([renewed.webhooks.list(), renewed.webhooks.list()]);
assert.deepEqual(asked, [undefined, undefined, 'a-key-that-has-expired']);
sandbox.answerNext(1, () => Response.json({ detail: 'not now' }, { status: 409 }));
const { error } = await settle(client.webhooks.list());
assert.match(error?.message ?? '', /answered 409; "not now"$/);
assert.deepEqual(error?.name === 'StatusError' ? error.data : null, { detail: 'not now' });

// An example of the client, where it is installed.
const example = fileURLToPath(
  new URL('examples/first-call.mjs', import.meta.resolve('@outreach-api/client/package.json')),
);
const env = { OUTREACH_BASE_URL: served.url, OUTREACH_TOKEN: token };
const { stdout } = await promisify(execFile)(process.execPath, [example], { env });
assert.equal(stdout.trim().split('\n').length, 47);

const nobody = createOutreachClient({ baseUrl: served.url, token: 'nonsense' });
await assert.rejects(async () => nobody.webhooks.list(), UnauthorizedError);

await served.close();
sandbox.close();
process.stdout.write('done\n');
