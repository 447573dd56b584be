/** Shows that an endless list takes no more requests than announced, and is reported as such. */
import { describe, expect, it } from 'vitest';
import { expectedRequests } from '../../src/commands/run-length.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';

/** A page that a server makes up: the numbers of its webhooks, and what it says about the list. */
interface MadeUp {
  readonly from: number;
  readonly length: number;
  readonly total: number;
}

/** Makes up pages. @param offset - as requested @param limit - as requested, at most 100 */
type MakingUp = (offset: number, limit: number) => MadeUp;

const chance = 7919;

/** Numbers that never repeat. */
function newNumbers(): () => number {
  let next = 0;
  return () => {
    next += 1000;
    return next;
  };
}

/** Shows made-up webhooks to each account, and says that more follow, whatever the request. */
function makesUp(page: MakingUp): Gateway {
  return async (request, pass, sandbox) => {
    const { pathname, searchParams } = new URL(request.url);
    const answer = await pass(request);
    if (request.method !== 'GET' || !pathname.endsWith('/webhooks') || !answer.ok) return answer;
    const isOurs = request.headers.get('authorization') === `Bearer ${sandbox.accounts[0].token}`;
    const offset = Number(searchParams.get('offset') ?? 0);
    const limit = Math.min(100, Number(searchParams.get('limit') ?? 20));
    const { from, length, total } = page(offset, limit);
    const data = Array.from({ length }, (_, index) => webhook(from + index, isOurs ? 1 : 2));
    return Response.json({ data, limit, offset, total, has_more: true });
  };
}

function webhook(number: number, account: number) {
  return {
    uuid: `0000000${account}-0000-4000-8000-${String(number).padStart(12, '0')}`,
    event: number % 3 === 0 ? 'contact_replied' : 'sender_profile_sent_email',
    request_method: number % 4 === 0 ? 'PUT' : 'POST',
    target_url: `https://example.com/hooks/${number % 5}?x=100%25`,
  };
}

const kinds: Readonly<Record<string, () => MakingUp>> = {
  'always says that a thousand more follow': () => (offset, limit) => ({
    from: offset,
    length: limit,
    total: offset + limit + 1000,
  }),
  'always says that one more follows': () => (offset, limit) => ({
    from: offset,
    length: limit,
    total: offset + limit + 1,
  }),
  'begins anew at each offset, and says that a thousand more follow': () => (offset, limit) => ({
    from: 0,
    length: limit,
    total: offset + limit + 1000,
  }),
  'takes no limit, and says that a thousand more follow': () => (offset) => ({
    from: offset,
    length: 20,
    total: offset + 1020,
  }),
  'shows other webhooks each time, and says that a thousand more follow': () => {
    const next = newNumbers();
    return (offset, limit) => ({ from: next(), length: limit, total: offset + limit + 1000 });
  },
  'shows other webhooks each time, and names any total': () => {
    const next = newNumbers();
    return (offset, limit) => {
      const from = next();
      return { from, length: limit, total: offset + limit + 500 + ((from * chance) % 997) };
    };
  },
  'shows other webhooks each time, and says that there are 50': () => {
    const next = newNumbers();
    return (_, limit) => ({ from: next(), length: limit, total: 50 });
  },
  'says that there are 50, and shows more past them': () => (offset, limit) => ({
    from: offset,
    length: limit,
    total: 50,
  }),
  'says that more follow after the last of 50': () => (offset, limit) => ({
    from: offset,
    length: Math.max(0, Math.min(limit, 50 - offset)),
    total: 50,
  }),
};

/** Only reads are allowed. */
const readsOnly = {
  createApiKeys: 0,
  deliveries: 0,
  updates: false,
  deletes: false,
  forgedCredentials: false,
};

describe.concurrent('a list that', () => {
  it.for(Object.entries(kinds))(
    '%s takes at most one and a half times the announced requests',
    async ([, kind]) => {
      const { target, results, requests } = await judgeSandbox({
        gateway: makesUp(kind()),
        allow: readsOnly,
        target: { provision: null },
        observe: true,
      });
      const announced = expectedRequests(target, { rules, runs: null, path: null, observe: true });
      expect(requests).toBeLessThanOrEqual(1.5 * announced);
      expect(results.flatMap(({ fault }) => fault ?? [])).toEqual([]);
      const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
      expect(failed).toContain('PAGE-10');
      expect(failed.filter((id) => !id.startsWith('PAGE'))).toEqual([]);
    },
  );
});

/** A correct list, to which others add some webhooks between every two requests. */
function growsBy(added: number): Gateway {
  let total = 30;
  return async (request, pass) => {
    const { pathname, searchParams } = new URL(request.url);
    const answer = await pass(request);
    if (request.method !== 'GET' || !pathname.endsWith('/webhooks') || !answer.ok) return answer;
    total += added;
    const offset = Number(searchParams.get('offset') ?? 0);
    const limit = Math.min(100, Number(searchParams.get('limit') ?? 20));
    const length = Math.max(0, Math.min(limit, total - offset));
    const data = Array.from({ length }, (_, index) => webhook(offset + index, 1));
    return Response.json({ data, limit, offset, total, has_more: offset + length < total });
  };
}

describe.concurrent('a list to which others add between every two requests', () => {
  it.each([1, 150])('%i webhooks is not mistaken for an endless one', async (added) => {
    const { results } = await judgeSandbox({
      rules: rules.filter(({ id }) => /^(?:PAGE|HOOK)/.test(id)),
      gateway: growsBy(added),
      allow: readsOnly,
      target: { provision: null },
    });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
    expect(results.map(({ reason }) => reason).join()).not.toContain('has no end');
  });
});
