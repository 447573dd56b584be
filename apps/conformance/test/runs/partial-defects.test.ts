/** Defects that show only late, for one notation of a uuid, or for one kind of key do not pass. */
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { recordIn } from '../record-in.ts';

const credentialOf = (request: Request): string => request.headers.get('authorization') ?? '';
const mainOf = ({ accounts }: Sandbox): string => `Bearer ${accounts[0].token}`;
const otherOf = ({ accounts }: Sandbox): string => `Bearer ${accounts[1].token}`;
const uuidOf = ({ url }: Request): string => url.split('/').at(-1) ?? '';
const isOfProfiles = ({ url }: Request): boolean => url.includes('/sender-profiles/');
const isTest = ({ url }: Request): boolean => url.endsWith('/webhooks/test');
const isCreation = ({ url }: Request): boolean => url.endsWith('/create-api-key');
const isOfRecords = ({ url }: Request): boolean =>
  /\/(?:sender-profiles|webhooks)\/(?!test$)[^/]+$/.test(url);
const isNobody = (request: Request): boolean => credentialOf(request) === '';
const refused = (status: number): Response => new Response('{}', { status });

/** The same request from the first account, with the uuid in its usual notation. */
async function asTheFirst(request: Request, sandbox: Sandbox): Promise<Request> {
  const uuid = uuidOf(request)
    .replaceAll('-', '')
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const headers = new Headers(request.headers);
  headers.set('authorization', mainOf(sandbox));
  const body = request.method === 'GET' || request.method === 'DELETE' ? null : await request.clone().text();
  const url = isOfRecords(request) ? request.url.replace(/[^/]+$/, uuid) : request.url;
  return new Request(url, { method: request.method, headers, body });
}

/** Authenticates certain requests as the first account. */
function lets(isAdmitted: (request: Request, sandbox: Sandbox) => boolean | Promise<boolean>): () => Gateway {
  return () => async (request, pass, sandbox) =>
    (await isAdmitted(request, sandbox)) ? pass(await asTheFirst(request, sandbox)) : pass(request);
}

function guardsTheTextOfUuids(method: string, isWritten: RegExp): () => Gateway {
  return lets(
    (request, sandbox) =>
      request.method === method &&
      credentialOf(request) === otherOf(sandbox) &&
      isWritten.test(uuidOf(request)),
  );
}

/** Answers certain webhook tests differently for keys of the first account that were created in the run. */
function answersTestsOfNewKeys(isMeant: (body: JsonObject) => boolean, status: number): () => Gateway {
  return () => {
    const made = new Set<string>();
    return async (request, pass) => {
      if (isTest(request) && made.has(credentialOf(request)) && isMeant(await recordIn(request)))
        return refused(status);
      const answer = await pass(request.clone());
      const { last_token: token } = isCreation(request) ? await recordIn(answer) : {};
      if (typeof token === 'string') made.add(`Bearer ${token}`);
      return answer;
    };
  };
}

/** Keys created by keys of keys belong to another team. */
function losesTheTeam(): Gateway {
  const generations = new Map<string, number>();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!isCreation(request) || !answer.ok) return answer;
    const record = await recordIn(answer);
    const generation = (generations.get(credentialOf(request)) ?? 0) + 1;
    generations.set(`Bearer ${String(record['last_token'])}`, generation);
    return Response.json(generation < 3 ? record : { ...record, team_id: 999 }, { status: answer.status });
  };
}

/** Each read by another caller, accepted or refused, changes `updated_at`. */
function countsReads(isCounted: (request: Request, sandbox: Sandbox) => boolean): () => Gateway {
  return () => {
    const reads = new Map<string, number>();
    return async (request, pass, sandbox) => {
      const answer = await pass(request.clone());
      if (!isOfProfiles(request)) return answer;
      const uuid = uuidOf(request).toLowerCase();
      const before = reads.get(uuid) ?? 0;
      if (request.method === 'GET' && isCounted(request, sandbox)) reads.set(uuid, before + 1);
      if (!answer.ok || request.method === 'DELETE') return answer;
      const record = await recordIn(answer);
      const updated_at = new Date(Date.parse(String(record['updated_at'])) + before * 1000).toISOString();
      return Response.json({ ...record, updated_at }, { status: answer.status });
    };
  };
}

/** Two seconds after an update, a profile reads as before. */
function takesUpdatesBack(): Gateway {
  const updates = new Map<string, { readonly at: number; readonly before: JsonObject }>();
  return async (request, pass, sandbox) => {
    if (!isOfProfiles(request)) return pass(request);
    const uuid = uuidOf(request).toLowerCase();
    if (request.method === 'PUT') {
      const headers = { authorization: mainOf(sandbox) };
      const { first_name, last_name, label } = await recordIn(
        await pass(new Request(request.url, { headers })),
      );
      const answer = await pass(request);
      if (answer.ok) updates.set(uuid, { at: Date.now(), before: { first_name, last_name, label } });
      return answer;
    }
    const answer = await pass(request.clone());
    const update = updates.get(uuid);
    const isOver =
      request.method === 'GET' && answer.ok && update !== undefined && Date.now() > update.at + 2000;
    return isOver ? Response.json({ ...(await recordIn(answer)), ...update.before }) : answer;
  };
}

/** Repeats the delivery to a target that answers 204. */
function callsAgainAfter204(): Gateway {
  return async (request, pass, _sandbox, call) => {
    const answer = await pass(request.clone());
    if (!isTest(request) || !answer.ok || !(await answer.clone().text()).includes('204')) return answer;
    const { target_url, request_method } = await recordIn(request);
    await call({ method: String(request_method), url: String(target_url), event: '', payload: '{"a":1}' });
    return answer;
  };
}

/** A profile without a label is shown without the field. */
function leavesNullOut(): Gateway {
  return async (request, pass) => {
    const answer = await pass(request.clone());
    if (request.method !== 'GET' || !isOfProfiles(request) || !answer.ok) return answer;
    const { label, ...record } = await recordIn(answer);
    return Response.json(label === null ? record : { ...record, label });
  };
}

/** Two seconds after its deletion, a profile can be read again. */
function bringsBackTheDeleted(): Gateway {
  const deleted = new Map<string, { readonly at: number; readonly before: JsonObject }>();
  return async (request, pass, sandbox) => {
    const uuid = uuidOf(request).toLowerCase();
    if (request.method === 'DELETE' && isOfProfiles(request)) {
      const headers = { authorization: mainOf(sandbox) };
      const before = await recordIn(await pass(new Request(request.url, { headers })));
      const answer = await pass(request);
      if (answer.ok) deleted.set(uuid, { at: Date.now(), before });
      return answer;
    }
    const known = request.method === 'GET' ? deleted.get(uuid) : undefined;
    const isBack = known !== undefined && Date.now() > known.at + 2000;
    return isBack ? Response.json(known.before) : pass(request);
  };
}

/** Refuses a test without its event, but makes the delivery more than a second later. */
function callsLate(): Gateway {
  return async (request, pass, _sandbox, call) => {
    const { target_url, event } = isTest(request) ? await recordIn(request) : {};
    const url = String(target_url);
    if (target_url !== undefined && event === undefined)
      setTimeout(() => void call({ method: 'POST', url, event: '', payload: '{}' }), 1200);
    return pass(request);
  };
}

/** The key that a request has as the user of the Basic scheme; null if it has none. */
function userOf(request: Request): string | null {
  const [scheme, user = ''] = credentialOf(request).split(' ');
  return scheme === 'Basic' ? `Bearer ${Buffer.from(user, 'base64').toString().replace(/:.*/, '')}` : null;
}

const defects: readonly [rule: string, what: string, gateway: () => Gateway][] = [
  ['TEAM-02', 'shows a profile for a uuid in upper case', guardsTheTextOfUuids('GET', /[A-F]/)],
  ['TEAM-02', 'deletes for a uuid in upper case', guardsTheTextOfUuids('DELETE', /[A-F]/)],
  ['TEAM-02', 'updates for a uuid without hyphens', guardsTheTextOfUuids('PUT', /^[0-9a-f]{32}$/)],
  [
    'AUTH-01',
    'deletes without a credential for a uuid in upper case',
    lets((request) => request.method === 'DELETE' && isNobody(request) && /[A-F]/.test(uuidOf(request))),
  ],
  [
    'AUTH-01',
    'tests without a credential if a webhook is named',
    lets(async (request) => isTest(request) && isNobody(request) && 'uuid' in (await recordIn(request))),
  ],
  [
    'AUTH-05',
    'refuses tests with a new key that name a webhook',
    answersTestsOfNewKeys((body) => 'uuid' in body && 'event' in body, 403),
  ],
  [
    'TEST-01',
    'answers a uuid alone with 400 for a new key',
    answersTestsOfNewKeys((body) => 'uuid' in body && !('event' in body), 400),
  ],
  ['TEST-09', 'repeats the delivery to a target that answers 204', callsAgainAfter204],
  ['KEY-10', 'creates keys of keys of keys for another team', losesTheTeam],
  ['PROF-03', 'counts unauthenticated reads', countsReads(isNobody)],
  [
    'PROF-03',
    'counts reads by another account',
    countsReads((one, all) => credentialOf(one) === otherOf(all)),
  ],
  ['PROF-01', 'leaves out a label that is null', leavesNullOut],
  ['PROF-05', 'reverts updates after 2 s', takesUpdatesBack],
  ['PROF-09', 'restores profiles 2 s after they were deleted', bringsBackTheDeleted],
  ['TEST-05', 'makes the delivery of a refused test more than a second later', callsLate],
  [
    'AUTH-02',
    'accepts a key as a Basic user',
    lets((request, sandbox) => userOf(request) === mainOf(sandbox)),
  ],
  [
    'AUTH-01',
    'lists without a credential from the second page on',
    lets((request) => isNobody(request) && /[?&]offset=[1-9]/.test(request.url)),
  ],
];

/** Rules whose observations other rules use. */
const companions: Readonly<Record<string, readonly string[]>> = { 'TEST-01': ['KEY-07'] };

describe.concurrent('a service that', () => {
  it.each(defects)('breaks %s: %s', async (id, _, gateway) => {
    const chosen = rules.filter((rule) => rule.id === id || companions[id]?.includes(rule.id) === true);
    const { results } = await judgeSandbox({ rules: chosen, gateway: gateway(), observe: true });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([id]);
  });
});
