/**
 * Defects that affect only keys created through the API do not pass, and permitted behaviour of such keys does not
 * fail.
 */
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { recordIn } from '../record-in.ts';

type Pass = (request: Request) => Promise<Response>;

/** Answers a request with a new key specially; null answers it like any other. */
type Handler = (request: Request, pass: Pass) => Promise<Response | null>;

const isList = ({ method, url }: Request): boolean => method === 'GET' && /\/webhooks(?:\?|$)/.test(url);
const isTest = ({ url }: Request): boolean => url.endsWith('/webhooks/test');

/** Treats keys of the first account that were created in the run differently. */
function toNewKeys(handler: Handler): () => Gateway {
  return () => {
    const made = new Set<string>();
    return async (request, pass) => {
      const credential = request.headers.get('authorization') ?? '';
      const own = made.has(credential) ? await handler(request.clone(), pass) : null;
      const answer = own ?? (await pass(request.clone()));
      if (request.url.endsWith('/create-api-key') && answer.ok)
        made.add(`Bearer ${String((await recordIn(answer.clone()))['last_token'])}`);
      return answer;
    };
  };
}

function listsWith(change: (query: URLSearchParams) => void): () => Gateway {
  return toNewKeys(async (request, pass) => {
    if (!isList(request)) return null;
    const url = new URL(request.url);
    change(url.searchParams);
    return pass(new Request(url, request));
  });
}

function refusesListsWith(part: string): () => Gateway {
  return toNewKeys(async (request) =>
    isList(request) && request.url.includes(part) ? new Response('{}', { status: 403 }) : null,
  );
}

/** Changes the bodies of certain requests. */
function takesFor(
  which: (request: Request) => boolean,
  change: (body: JsonObject) => JsonObject,
): () => Gateway {
  return toNewKeys(async (request, pass) => {
    if (!which(request)) return null;
    const { url, method, headers } = request;
    return pass(new Request(url, { method, headers, body: JSON.stringify(change(await recordIn(request))) }));
  });
}

/** The second page repeats the first, although its envelope is right. */
async function firstPageAgain(request: Request, pass: Pass): Promise<Response | null> {
  const url = new URL(request.url);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  if (!isList(request) || offset === 0) return null;
  const [right, first] = [await pass(request.clone()), new URL(request.url)];
  first.searchParams.delete('offset');
  if (!right.ok) return right;
  const [page, { data }] = [await recordIn(right), await recordIn(await pass(new Request(first, request)))];
  const count = Array.isArray(page['data']) ? page['data'].length : 0;
  return Response.json({ ...page, data: Array.isArray(data) ? data.slice(0, count) : data });
}

function without(name: string): (query: URLSearchParams) => void {
  return (query) => {
    for (const key of [...query.keys()].filter((field) => field.startsWith(name))) query.delete(key);
  };
}

const isUpdate = ({ method }: Request): boolean => method === 'PUT';
const cut = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.slice(0, 32) : value,
    ]),
  );

async function confirmsDeletions({ method, url }: Request): Promise<Response | null> {
  return method === 'DELETE' && url.includes('/webhooks/') ? new Response(null, { status: 204 }) : null;
}

async function listsNothing(request: Request): Promise<Response | null> {
  return isList(request) ? Response.json(pageOfNothing(new URL(request.url).searchParams)) : null;
}

const defects: readonly [rule: string, what: string, gateway: () => Gateway][] = [
  ['PAGE-03', 'ignores the offset', listsWith(without('offset'))],
  ['PAGE-03', 'refuses an offset', refusesListsWith('offset=')],
  ['PAGE-07', 'shows the first page again', toNewKeys(firstPageAgain)],
  [
    'PAGE-01',
    'has another default',
    listsWith((query) => {
      if (!query.has('limit')) query.set('limit', '50');
    }),
  ],
  ['FILT-01', 'ignores filters', listsWith(without('filter'))],
  ['FILT-02', 'refuses filters', refusesListsWith('filter')],
  [
    'TEST-03',
    'makes deliveries only with POST',
    takesFor(isTest, (body) => withText(body, 'request_method', 'POST')),
  ],
  [
    'TEST-05',
    'accepts a test without its event',
    takesFor(isTest, (body) => ('target_url' in body ? { event: 'contact_replied', ...body } : body)),
  ],
  ['PROF-05', 'cuts names', takesFor(isUpdate, cut)],
  ['DEL-01', 'confirms deletions and deletes nothing', toNewKeys(confirmsDeletions)],
  ['HOOK-02', 'lists nothing', toNewKeys(listsNothing)],
];

function withText(body: JsonObject, field: string, text: string): JsonObject {
  return field in body ? { ...body, [field]: text } : body;
}

describe.concurrent('a service that, for a newly created key,', () => {
  it.each(defects)('breaks %s: %s', async (id, _, gateway) => {
    // If no rule on keys is judged, no key is created for other rules.
    const chosen = rules.filter((rule) => rule.id === id || rule.id === 'KEY-07');
    const { results } = await judgeSandbox({ rules: chosen, gateway: gateway() });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([id]);
  });
});

const ofSections = rules.filter(({ id }) => /^(?:PAGE|FILT|TEST|DEL|PROF|HOOK|KEY-07)/.test(id));

describe.concurrent('nothing fails a service', () => {
  const freedoms: readonly [what: string, gateway: () => Gateway][] = [
    [
      'whose new keys belong to a team with other records',
      ofAnotherTeam(async (request, pass) => {
        const isOfRecords = request.method === 'DELETE' || request.url.includes('/sender-profiles/');
        if (isOfRecords) return new Response('{}', { status: 404 });
        if (!isList(request)) return null;
        return Response.json(pageOfNothing(new URL(request.url).searchParams), {
          headers: { date: (await pass(request)).headers.get('date') ?? '' },
        });
      }),
    ],
    ['that accepts no older key once a new one was created', onlyTheNewestKey],
  ];

  it.each(freedoms)('%s', async (_, gateway) => {
    const { results } = await judgeSandbox({ rules: ofSections, gateway: gateway() });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
  });
});

function pageOfNothing(query: URLSearchParams): JsonObject {
  const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
  return { data: [], limit, offset, total: 0, has_more: false };
}

/** As {@link toNewKeys}; their records name a team that no sender profile names. */
function ofAnotherTeam(handler: Handler): () => Gateway {
  return () => {
    const gateway = toNewKeys(handler)();
    return async (request, ...others) => {
      const answer = await gateway(request.clone(), ...others);
      if (!request.url.endsWith('/create-api-key') || !answer.ok) return answer;
      const { status, headers } = answer;
      return Response.json({ ...(await recordIn(answer)), team_id: 9999 }, { status, headers });
    };
  };
}

/** A new key replaces the one that was created before it. */
function onlyTheNewestKey(): Gateway {
  const dropped = new Set<string>();
  let newest = '';
  return async (request, pass) => {
    if (dropped.has(request.headers.get('authorization') ?? '')) return new Response('{}', { status: 401 });
    const answer = await pass(request.clone());
    if (!request.url.endsWith('/create-api-key') || !answer.ok) return answer;
    dropped.add(newest);
    newest = `Bearer ${String((await recordIn(answer.clone()))['last_token'])}`;
    return answer;
  };
}
