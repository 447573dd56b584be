/** Shows that the suite fails no sandbox behind a gateway that keeps the description in an unusual way. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment, defineRule, type Rule } from '../../src/session/suite.ts';
import { judging } from '../../src/rules/judgement.ts';
import type { BreachValues } from '../../src/rules/breaches/breach-values.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';

const { holds } = judging<BreachValues>();

const isCreation = ({ url, method }: Request): boolean =>
  method === 'POST' && url.endsWith('/create-api-key');
const credentialOf = (request: Request): string => request.headers.get('authorization') ?? '';

/** Replaces what matches in every third answer. */
function everyThird(pattern: RegExp, replaced: (match: string) => string): () => Gateway {
  return () => {
    let answers = 0;
    return async (request, pass) => {
      const answer = await pass(request);
      const text = await answer.text();
      answers += isCreation(request) ? 0 : 1;
      const isChanged = answers % 3 === 0 && !isCreation(request);
      const body = isChanged ? text.replaceAll(pattern, replaced) : text;
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      return new Response(body === '' ? null : body, { status: answer.status, headers });
    };
  };
}

/** A creation replaces every key of its account, including the caller's. */
function replacesAllKeys(): Gateway {
  const replaced = new Set<string>();
  return async (request, pass) => {
    const credential = credentialOf(request);
    if (replaced.has(credential)) return new Response(null, { status: 401 });
    const answer = await pass(request);
    if (isCreation(request) && answer.ok) replaced.add(credential);
    return answer;
  };
}

/** After seven refused credentials within five seconds, everyone is refused for five seconds. */
function locksOut(): Gateway {
  let until = 0;
  let refusals: number[] = [];
  return async (request, pass) => {
    const now = performance.now();
    if (now < until) return new Response('locked', { status: 403 });
    const answer = await pass(request);
    if (answer.status === 401) refusals = [...refusals.filter((at) => at > now - 5000), now];
    if (refusals.length > 6) {
      until = now + 5000;
      refusals = [];
    }
    return answer;
  };
}

/** A refusal names the refused user: the same one in both teams. */
function namesItsCaller(): Gateway {
  let user: unknown = null;
  return async (request, pass, sandbox) => {
    const answer = await pass(request);
    if (answer.ok && request.method === 'GET' && request.url.includes('/sender-profiles/')) {
      const record: unknown = await answer.clone().json();
      user = isRecord(record) ? record['user_id'] : null;
    }
    const isOther = credentialOf(request) === `Bearer ${sandbox.accounts[1].token}`;
    return isOther && !answer.ok
      ? Response.json({ error: 'not yours', caller: { user_id: user } }, { status: answer.status })
      : answer;
  };
}

/** Accepts one change at a time in each service, and answers 409 to others meanwhile. */
function takesOneChangeAtATime(): Gateway {
  const busy = new Set<string>();
  return async (request, pass) => {
    if (request.method === 'GET') return pass(request);
    const service = new URL(request.url).pathname.split('/')[1] ?? '';
    if (busy.has(service)) return new Response('one at a time', { status: 409 });
    busy.add(service);
    try {
      return await pass(request);
    } finally {
      busy.delete(service);
    }
  };
}

/** Another client with the same key deletes all that was made since the run began, this often. */
function deletesWhatIsMade(everyMs: number): Gateway {
  const there = new Set<string>();
  let nextAt = everyMs;
  return async (request, pass, sandbox) => {
    const [{ token, ...account }] = sandbox.accounts;
    const headers = { authorization: `Bearer ${token}` };
    const isFirst = there.size === 0;
    const isTime = nextAt < performance.now();
    for (; nextAt < performance.now(); nextAt += everyMs);
    for (const [path, uuids] of [
      ['/integrations/api/webhooks', account.webhooks()],
      ['/flows/api/sender-profiles', account.senderProfiles()],
    ] as const) {
      for (const uuid of uuids) {
        if (isFirst) there.add(uuid);
        const address = `${new URL(request.url).origin}${path}/${uuid}`;
        if (isTime && !there.has(uuid))
          await sandbox.fetch(new Request(address, { method: 'DELETE', headers }));
      }
    }
    return pass(request);
  };
}

/** The second account may make no webhook tests. */
function takesNoTestsOfAnother(): Gateway {
  return async (request, pass, sandbox) => {
    const isOfAnother = request.headers.get('authorization') === `Bearer ${sandbox.accounts[1].token}`;
    return isOfAnother && request.url.endsWith('/webhooks/test')
      ? new Response(null, { status: 403 })
      : pass(request);
  };
}

const gateways: readonly [name: string, groups: string, gateway: () => Gateway][] = [
  [
    'writes dates alternately with Z and with an offset',
    'AUTH TEAM PROF DEL',
    everyThird(/\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => time.replace('Z', '+00:00')),
  ],
  [
    'writes uuids alternately in upper and lower case',
    'AUTH TEAM PAGE HOOK DEL TEST PROF',
    everyThird(/"uuid":"[0-9a-f-]{36}"/g, (field) => field.toUpperCase().replace('UUID', 'uuid')),
  ],
  ['replaces all keys of the account when it creates one', 'KEY TEAM TEST PROF', replacesAllKeys],
  ['locks everyone out after wrong credentials', 'AUTH KEY TEAM PAGE', locksOut],
  ['accepts one change at a time', 'KEY TEST PROF DEL', takesOneChangeAtATime],
  ['deletes what is made every second', 'AUTH TEAM TEST DEL PROF', () => deletesWhatIsMade(1000)],
  ['deletes what is made every 4 s', 'AUTH TEAM TEST DEL PROF', () => deletesWhatIsMade(4000)],
  ['takes no webhook tests of another account', 'TEST', takesNoTestsOfAnother],
  ['names the caller that it refuses', 'TEAM', namesItsCaller],
];

describe.concurrent('a gateway that', () => {
  it.each(gateways)('%s fails no rule', async (_, groups, gateway) => {
    const chosen: readonly Rule[] = rules.filter(({ id }) =>
      groups.split(' ').includes(id.replace(/-\d+$/, '')),
    );
    const { results } = await judgeSandbox({ rules: chosen, gateway: gateway() });
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ rule, breach }) => [rule.id, breach?.expected, breach?.actual])).toEqual([]);
    expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true);
  });
});

it('that fails at a late check, which cannot be repeated, fails no rule', async () => {
  let looks = 0;
  const late = defineExperiment<null, number | undefined>({
    name: 'late',
    does: 'looks late',
    phase: 'late',
    given: fc.constant(null),
    first: [null],
    runs: 0,
    costly: true,
    probe: async (_, session) => {
      looks += 1;
      if (looks > 1) throw new Unmet('there is nothing more to look at');
      return (await session.api.listWebhooks({ query: [['limit', '7']] })).status;
    },
  });
  const rule = defineRule<number | undefined, null>(
    {
      id: 'HOOK-04',
      judge: (status) =>
        holds(status === 200, 'list-refused', {
          query: 'limit=7',
          key: 'the key',
          headersOf: null,
          isDuringUpdates: false,
          status: status ?? 0,
        }),
      breaches: {},
    },
    { from: [late] },
  );
  const fails: Gateway = async (request, pass) =>
    request.url.endsWith('limit=7') ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : pass(request);
  const { results } = await judgeSandbox({ rules: [rule], gateway: fails });
  expect(results).toMatchObject([
    { verdict: 'inconclusive', reason: expect.stringContaining('where a gateway gave the answer') },
  ]);
});
