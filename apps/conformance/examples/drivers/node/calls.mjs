/** Shared by the drivers of this folder: reads calls line by line, makes the requests, and answers. */
import { createInterface } from 'node:readline';

/** Each call of the contract as one request; a walk over all webhooks makes several. */
const requests = {
  'webhooks.list': ({ limit, offset, filter }) =>
    get('/integrations/api/webhooks', { limit, offset, filter }),
  'webhooks.test': (webhook) => ({ method: 'POST', path: '/integrations/api/webhooks/test', json: webhook }),
  'webhooks.delete': ({ uuid }) => ({ method: 'DELETE', path: `/integrations/api/webhooks/${uuid}` }),
  'senderProfiles.get': ({ uuid }) => get(`/flows/api/sender-profiles/${uuid}`),
  'senderProfiles.update': ({ uuid, ...fields }) => ({
    method: 'PUT',
    path: `/flows/api/sender-profiles/${uuid}`,
    json: fields,
  }),
  'senderProfiles.delete': ({ uuid }) => ({ method: 'DELETE', path: `/flows/api/sender-profiles/${uuid}` }),
  'apiKeys.create': ({ name }) => ({
    method: 'POST',
    path: '/id/api/jwt-tokens/create-api-key',
    json: { name },
  }),
};

function get(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  return { method: 'GET', path: search.size === 0 ? path : `${path}?${search}` };
}

/**
 * Answers calls until the input ends. `backoff` is what the client does after 429, null if nothing is declared (as when
 * the driver is started with the argument `undeclared`); `send` makes one request, `{ method, url, headers, json }`,
 * with the client under test, and returns or throws what the client does: `{ status, text }`, or an error that has the
 * status.
 */
export async function answerCalls(backoff, send) {
  const calls = [...Object.keys(requests), 'webhooks.all'];
  const declared = process.argv.includes('undeclared') ? null : backoff;
  for await (const line of createInterface({ input: process.stdin })) {
    const { call, with: input } = JSON.parse(line);
    const answer =
      call === 'declare'
        ? { ok: true, value: declared === null ? { calls } : { backoff: declared, calls } }
        : await made(call, input ?? {}, send);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

/** The request for clients that are called like `fetch`, and leave JSON to their caller. */
export function fetchInit({ method, headers, json }) {
  return json === undefined
    ? { method, headers }
    : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

async function made(call, input, send) {
  try {
    return call === 'webhooks.all' ? await walk(input, send) : await ask(requests[call](input), send);
  } catch (error) {
    return {
      ok: false,
      status: error.response?.status ?? error.response?.statusCode ?? error.statusCode ?? error.status,
    };
  }
}

async function ask({ method, path, json }, send) {
  const url = `${process.env.OUTREACH_BASE_URL}${path}`;
  const headers = { authorization: `Bearer ${process.env.OUTREACH_TOKEN}` };
  const { status, text } = await send({ method, url, headers, json });
  if (status >= 400) return { ok: false, status };
  return { ok: true, status, value: text === '' ? undefined : JSON.parse(text) };
}

async function walk({ limit, filter }, send) {
  const all = [];
  for (;;) {
    const answer = await ask(requests['webhooks.list']({ limit, offset: all.length, filter }), send);
    if (!answer.ok) return answer;
    all.push(...answer.value.data);
    if (!answer.value.has_more || answer.value.data.length === 0) return { ok: true, value: all };
  }
}
