/** AUTH and TEAM fail no server that conforms to the description in its own way. */
import type { Dialect } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { rules } from '../../catalogue/rules.ts';

interface Freedom {
  readonly groups: RegExp;
  readonly gateway: () => Gateway;
  readonly dialect?: Partial<Dialect>;
}

/** For a while after an update, every other read comes from a replica that does not have it yet. */
function readsThroughReplicas(lagMs: number): Gateway {
  const old = new Map<string, { at: number; body: string }>();
  let reads = 0;
  return async (request, pass, sandbox) => {
    const { url, method } = request;
    if (!url.includes('/sender-profiles/')) return pass(request);
    if (method === 'PUT') {
      const authorization = `Bearer ${sandbox.accounts[0].token}`;
      const before = await pass(new Request(url, { headers: { authorization } }));
      const body = await before.text();
      const answer = await pass(request);
      if (answer.ok && before.ok) old.set(url, { at: performance.now(), body });
      return answer;
    }
    const answer = await pass(request);
    const stale = old.get(url);
    if (method !== 'GET' || !answer.ok || stale === undefined) return answer;
    reads += 1;
    return performance.now() - stale.at < lagMs && reads % 2 === 0
      ? new Response(stale.body, { headers: { 'content-type': 'application/json' } })
      : answer;
  };
}

/** The list omits `uuid` from its records: that breaks HOOK-01, not TEAM-01. */
function listsWithoutUuids(): Gateway {
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.method !== 'GET' || !request.url.includes('/webhooks') || !answer.ok) return answer;
    const page: unknown = await answer.json();
    if (!isRecord(page) || !Array.isArray(page['data'])) return Response.json(page);
    const data = page['data'].filter(isRecord).map((record) => {
      return Object.fromEntries(Object.entries(record).filter(([field]) => field !== 'uuid'));
    });
    return Response.json({ ...page, data });
  };
}

/** An account may hold only so many keys; a new one replaces the least recently used. */
function dropsTheLeastUsedKey(most: number): Gateway {
  const used: string[] = [];
  const dropped = new Set<string>();
  return async (request, pass, sandbox) => {
    const credential = request.headers.get('authorization') ?? '';
    if (dropped.has(credential)) return new Response(null, { status: 401 });
    const at = used.indexOf(credential);
    if (at >= 0) used.push(...used.splice(at, 1));
    const answer = await pass(request);
    const isOurs = at >= 0 || credential === `Bearer ${sandbox.accounts[0].token}`;
    if (!isOurs || !answer.ok || !request.url.endsWith('/create-api-key')) return answer;
    const key: unknown = await answer.clone().json();
    if (isRecord(key)) used.push(`Bearer ${String(key['last_token'])}`);
    for (const one of used.splice(0, Math.max(0, used.length - most))) dropped.add(one);
    return answer;
  };
}

/** The key's user has switched to another team since it was created: new keys belong to that team. */
function makesKeysOfTheTeamOf(chosen: 0 | 1): Gateway {
  return async (request, pass, { accounts }) => {
    const [team, caller] = chosen === 0 ? accounts : [accounts[1], accounts[0]];
    const isTheirs = request.headers.get('authorization') === `Bearer ${caller.token}`;
    if (!isTheirs || !request.url.endsWith('/create-api-key')) return pass(request);
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${team.token}`);
    return pass(new Request(request.url, { method: 'POST', headers, body: await request.text() }));
  };
}

/** Answers every read of a profile with an empty record: that breaks PROF-01 and PROF-02, not TEAM-02. */
const readsNothing: Gateway = async (request, pass) =>
  request.method === 'GET' && request.url.includes('/sender-profiles/')
    ? Response.json({ uuid: '', team_id: 0, first_name: '', last_name: '', label: null, status: '' })
    : pass(request);

const freedoms: readonly [name: string, freedom: Freedom][] = [
  [
    'answers updates 202 and reads through replicas that are 0.3 s behind',
    {
      groups: /^(?:AUTH-0[1-4]|TEAM-02)$/,
      gateway: () => readsThroughReplicas(300),
      dialect: { successStatusOfUpdate: '202' },
    },
  ],
  [
    'answers updates 202 and reads through replicas that are 2 s behind',
    {
      groups: /^(?:AUTH-01|TEAM-02)$/,
      gateway: () => readsThroughReplicas(2000),
      dialect: { successStatusOfUpdate: '202' },
    },
  ],
  ['makes keys of the chosen team', { groups: /^TEAM-01$/, gateway: () => makesKeysOfTheTeamOf(0) }],
  [
    'makes keys of another team than the main key',
    { groups: /^AUTH-05$/, gateway: () => makesKeysOfTheTeamOf(1) },
  ],
  ['reads nothing of any profile', { groups: /^TEAM-02$/, gateway: () => readsNothing }],
  ['has no uuids in its list', { groups: /^TEAM-01$/, gateway: listsWithoutUuids }],
  [
    'drops the least used of 10 keys',
    { groups: /^(?:AUTH-05|KEY-0[17])$/, gateway: () => dropsTheLeastUsedKey(10) },
  ],
];

describe.concurrent('a server that', () => {
  it.each(freedoms)('%s fails no rule of the section', async (_, { groups, gateway, dialect = {} }) => {
    const { results } = await judgeSandbox({
      rules: rules.filter(({ id }) => groups.test(id)),
      gateway: gateway(),
      dialect,
    });
    expect(results.map(({ fault }) => fault).filter((fault) => fault !== undefined)).toEqual([]);
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ rule, breach }) => [rule.id, breach?.expected, breach?.actual])).toEqual([]);
  });
});

it.concurrent('a server whose keys are no JWTs is not blamed for what cannot be done to them', async () => {
  const opaque = 'q7Zp2xLw9Tn4Vb6Yc8Md1Ks3';
  const { results } = await judgeSandbox({
    rules: rules.filter(({ id }) => id === 'AUTH-03'),
    target: { token: opaque },
    gateway: async (request, pass, { accounts: [account] }) => {
      if (request.headers.get('authorization') !== `Bearer ${opaque}`) return pass(request);
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${account.token}`);
      return pass(new Request(request, { headers }));
    },
  });
  expect(results.map(({ verdict }) => verdict)).toEqual(['inconclusive']);
  expect(results[0]?.reason).toContain('is not a JWT, so it cannot be tampered with');
});

it.concurrent('a gateway that hangs up on keys without a signature hides nothing of other credentials', async () => {
  const { results } = await judgeSandbox({
    rules: rules.filter(({ id }) => /^(?:AUTH-0[124]|TEAM-02)$/.test(id)),
    gateway: async (request, pass) => {
      const isUnsigned = /^Bearer [^.]+\.[^.]+\.$/.test(request.headers.get('authorization') ?? '');
      if (isUnsigned) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      return pass(request);
    },
  });
  expect(results.map(({ rule, verdict }) => [rule.id, verdict])).toEqual(
    ['AUTH-01', 'AUTH-02', 'AUTH-04', 'TEAM-02'].map((id) => [id, 'pass']),
  );
});
