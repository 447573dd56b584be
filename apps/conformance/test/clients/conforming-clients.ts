/** Clients that keep the description, each with its own choice where the description is silent. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { isRecord } from '@outreach-api/model/records/is-record';
import { filtered, inBrackets } from './broken-client.ts';
import type { ClientUnderTest } from './in-process.ts';
import { policy, smallClient, statedMs, type Habits } from './small-client.ts';

/** A client that keeps the description. */
export interface FreeClient {
  readonly name: string;
  readonly client: ClientUnderTest;
  readonly declares?: Readonly<Record<string, unknown>>;
}

function free(name: string, habits: Partial<Habits>, backoff: DeclaredBackoff | null = policy): FreeClient {
  return { name, client: smallClient(habits), declares: backoff === null ? {} : { backoff } };
}

function jittered(jitter: DeclaredBackoff['jitter'], factor: (random: number) => number): FreeClient {
  const habits: Partial<Habits> = {
    waitMs: (attempt, retryAfter) => {
      if (attempt >= 6) return null;
      const stated = statedMs(retryAfter);
      if (stated > 60_000) return null;
      return Math.max(stated, 200 * 2 ** (attempt - 1) * factor(Math.random()));
    },
  };
  return free(`jitter ${JSON.stringify(jitter)}`, habits, { ...policy, attempts: 6, jitter });
}

/** Lists with a page size other than the requested one. */
function pagesOf(limit: number): Partial<Habits> {
  return {
    send: (asked) =>
      asked.query['offset'] === undefined
        ? asked
        : { ...asked, query: { ...asked.query, limit: String(limit) } },
  };
}

/** Requests the next page before it has received the previous one, at the cost of one extra page. */
const prefetching: ClientUnderTest = async (request, place) => {
  if (request.call !== 'webhooks.all') return smallClient()(request, place);
  const limit = typeof request.with['limit'] === 'number' ? request.with['limit'] : 20;
  const page = async (offset: number): Promise<{ data: readonly unknown[]; has_more: boolean } | null> => {
    const query = new URLSearchParams({ limit: String(Math.min(limit, 20)), offset: String(offset) });
    if (request.with['filter'] !== undefined) query.set('filter', JSON.stringify(request.with['filter']));
    const response = await place.fetch(`${place.baseUrl}/integrations/api/webhooks?${query.toString()}`, {
      headers: { authorization: `Bearer ${place.token}` },
    });
    return response.ok ? JSON.parse(await response.text()) : null;
  };
  const records: unknown[] = [];
  let next = page(0);
  for (let offset = 0; ; offset += Math.min(limit, 20)) {
    const current = next;
    next = page(offset + Math.min(limit, 20));
    next.catch(() => null);
    const got = await current;
    if (got === null) return { ok: false };
    records.push(...got.data);
    if (!got.has_more || got.data.length === 0) return { ok: true, value: records };
  }
};

/** All free clients. */
export const conformingClients: readonly FreeClient[] = [
  free('further headers', {
    send: (asked) => ({ ...asked, headers: { 'x-request-id': '1', accept: '*/*', ...asked.headers } }),
  }),
  free('a scheme in lower case', {
    send: ({ headers: { authorization = '', ...headers }, ...asked }) => ({
      ...asked,
      headers: { ...headers, authorization: authorization.replace('Bearer', 'bearer') },
    }),
  }),
  free('JSON with a charset, indented', {
    send: ({ body, headers, ...asked }) =>
      body === null
        ? { body, headers, ...asked }
        : {
            ...asked,
            headers: { ...headers, 'content-type': 'Application/JSON; charset=utf-8' },
            body: JSON.stringify(JSON.parse(body), null, 2),
          },
  }),
  free('a count of attempts in a header', {
    send: (asked, attempt) => ({ ...asked, headers: { ...asked.headers, 'x-attempt': String(attempt) } }),
  }),
  free('parameters in another order when it tries again', {
    send: (asked, attempt) =>
      attempt === 1
        ? asked
        : { ...asked, query: Object.fromEntries(Object.entries(asked.query).toReversed()) },
  }),
  free('a count of attempts in the address', {
    send: (asked, attempt) => ({ ...asked, query: { ...asked.query, attempt: String(attempt) } }),
  }),
  free('filters in brackets', inBrackets()),
  free(
    'filters in brackets, lists with commas',
    inBrackets((condition) => condition, 'commas'),
  ),
  free(
    'scalars under `=`, and `<>` as `!=`',
    filtered((condition) => {
      if (isRecord(condition) && '<>' in condition) return { '!=': condition['<>'] };
      return condition === 'POST' ? { '=': condition } : condition;
    }),
  ),
  free(
    'lists in another order',
    filtered((condition) => (Array.isArray(condition) ? condition.toReversed() : condition)),
  ),
  free('filters in a language of their own', {
    send: ({ query: { filter, ...query }, ...asked }) => ({
      ...asked,
      query: filter === undefined ? query : { ...query, where: filter.replaceAll(/["{}]/g, '') },
    }),
  }),
  free('pages of three', pagesOf(3)),
  free('pages of a hundred', pagesOf(100)),
  free('no retry at all', { waitMs: () => null }, { ...policy, attempts: 1 }),
  free('no retry at all, undeclared', { waitMs: () => null }, null),
  free('no policy declared', {}, null),
  free('no retry where the service says when to come back', {
    waitMs: (attempt, retryAfter) =>
      retryAfter !== null || attempt >= policy.attempts ? null : policy.base * policy.factor ** (attempt - 1),
  }),
  free(
    'a policy capped early, as declared',
    {
      waitMs: (attempt, retryAfter) =>
        attempt >= 7 || statedMs(retryAfter) > 60_000
          ? null
          : Math.max(statedMs(retryAfter), Math.min(800, 100 * 2 ** attempt)),
    },
    { ...policy, cap: 800, attempts: 7 },
  ),
  jittered('full', (random) => random),
  jittered([0.5, 1], (random) => 0.5 + random / 2),
  jittered([1, 1.2], (random) => 1 + random / 5),
  {
    name: 'pages that are asked for before the one before is there',
    client: prefetching,
    declares: { backoff: policy },
  },
  {
    name: 'filters refused before they are sent',
    declares: { backoff: policy },
    client: async (request, place) =>
      'filter' in request.with ? { ok: false } : smallClient()(request, place),
  },
  {
    name: 'few calls',
    declares: { backoff: policy, calls: ['webhooks.list', 'senderProfiles.get'] },
    client: smallClient(),
  },
];
