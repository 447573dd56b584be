/** The driver of @outreach-api/client: makes the one call that it is asked to make, and reports the outcome. */
import { text } from 'node:stream/consumers';
import { createOutreachClient, queryJson, settle } from '@outreach-api/client';

const { OUTREACH_BASE_URL: baseUrl = '', OUTREACH_TOKEN: token = '' } = process.env;
const retry = {
  attempts: 5,
  baseDelayMs: 200,
  maxDelayMs: 30_000,
  retryAfterMaxMs: 60_000,
  spreadMs: 200,
  webhookTests: true,
};
const client = createOutreachClient({ baseUrl, token, filterPlacement: queryJson, retry });

/** Between half of the envelope and all of it, as in the client's guide. */
const backoff = {
  base: retry.baseDelayMs,
  factor: 2,
  cap: retry.maxDelayMs,
  jitter: [0.5, 1],
  attempts: retry.attempts,
  retryAfterMax: retry.retryAfterMaxMs / 1000,
  from: 'end',
};

/**
 * The input of calls; each uses its part.
 *
 * @typedef {Record<'uuid' | 'name' | 'event' | 'request_method' | 'target_url', string> & { limit?: number, label?:
 * string }} Input
 */

/** @type {Record<string, (input: Input) => Promise<unknown>>} */
const calls = {
  'webhooks.list': (query) => client.webhooks.list(query),
  'webhooks.all': async (query) => {
    const webhooks = [];
    for await (const webhook of client.webhooks.iterate(query)) webhooks.push(webhook);
    return webhooks;
  },
  'webhooks.test': (webhook) => client.webhooks.test(webhook),
  'webhooks.delete': ({ uuid }) => client.webhooks.delete(uuid),
  'apiKeys.create': ({ name }) => client.apiKeys.create({ name }),
  'senderProfiles.get': ({ uuid }) => client.senderProfiles.get(uuid),
  'senderProfiles.update': ({ uuid, ...fields }) => client.senderProfiles.update(uuid, fields),
  'senderProfiles.delete': ({ uuid }) => client.senderProfiles.delete(uuid),
};

/** @param {{ call: string, with: Input }} asked */
async function answer({ call, with: input }) {
  if (call === 'declare') return { ok: true, value: { backoff, calls: Object.keys(calls) } };
  const make = calls[call];
  if (make === undefined) return { ok: false };
  const { ok, data, error } = await settle(make(input));
  if (ok) return { ok, value: data };
  return { ok, status: 'status' in error ? error.status : undefined };
}

const asked = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await answer(asked))}\n`);
