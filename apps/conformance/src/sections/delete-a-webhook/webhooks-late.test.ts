/** The rules of the webhook sections against lists that lag behind and webhooks called by real events. */
import type { Delivery, Sandbox } from '@outreach-api/sandbox';
import { describe, expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { hasUuid, pageIn } from '@outreach-api/model/records/page';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import { rules } from '../../catalogue/rules.ts';
import { notPassed } from '../../../test/verdicts-of.ts';

function isList({ method, url, headers }: Request): boolean {
  return method === 'GET' && url.includes('/webhooks') && !headers.has('content-length');
}

function isDeletion({ method, url }: Request): boolean {
  return method === 'DELETE' && url.includes('/webhooks');
}

/** Keeps lists unchanged for a while after a deletion, which is confirmed with 202. */
function laggingFor(
  milliseconds: number,
  asItWas: (request: Request, now: Response, old: ReadonlyMap<string, Response>) => Promise<Response>,
): Gateway {
  let until = 0;
  const old = new Map<string, Response>();
  const asked = new Map<string, Request>();
  return async (request, pass) => {
    if (isDeletion(request)) {
      for (const [url, list] of asked) old.set(url, await pass(list.clone()));
      const answer = await pass(request);
      if (!answer.ok) return answer;
      until = performance.now() + milliseconds;
      return new Response(null, { status: 202 });
    }
    if (!isList(request)) return pass(request);
    asked.set(request.url, request.clone());
    const answer = await pass(request);
    return performance.now() < until ? asItWas(request, answer, old) : answer;
  };
}

/** Of two copies of the list, used alternately, one lags behind. */
function twoCopies(): Gateway {
  let lists = 0;
  return laggingFor(700, async (request, now, old) => {
    lists += 1;
    return (lists % 2 === 0 ? old.get(request.url)?.clone() : undefined) ?? now;
  });
}

/** Filters by uuid keep finding deleted webhooks for a while. */
function lateIndex(): Gateway {
  return laggingFor(700, async ({ url }, now, old) => {
    const uuid = /[0-9a-f-]{36}/i.exec(decodeURIComponent(url))?.[0];
    if (uuid === undefined) return now;
    for (const answer of old.values()) {
      const body: unknown = await answer.clone().json();
      const found = pageIn(body)?.data.find((record) => hasUuid(record, uuid));
      if (found !== undefined && isRecord(body)) return Response.json({ ...body, data: [found], total: 1 });
    }
    return now;
  });
}

/** Caches each page of the list for a while, unless a webhook is deleted through the API. */
function keptFor(milliseconds: number): Gateway {
  const kept = new Map<string, { readonly answer: Response; readonly since: number }>();
  return async (request, pass) => {
    if (isDeletion(request)) kept.clear();
    if (!isList(request)) return pass(request);
    const page = `${request.headers.get('authorization')} ${request.url}`;
    const known = kept.get(page);
    if (known !== undefined && performance.now() - known.since < milliseconds) return known.answer.clone();
    const answer = await pass(request);
    if (answer.ok) kept.set(page, { answer: answer.clone(), since: performance.now() });
    return answer;
  };
}

/** Refuses incomplete tests, but calls the stored address of the webhook anyway, from a queue. */
function callsTheStoredLater(milliseconds: number): Gateway {
  return async (request, pass, sandbox, call) => {
    if (!request.url.endsWith('/webhooks/test')) return pass(request);
    const stored = await storedIn(request, sandbox);
    const answer = await pass(request);
    if (answer.ok || stored === undefined) return answer;
    setTimeout(() => void call(callTo(stored.targetUrl)), milliseconds);
    return answer;
  };
}

/** Once a test names a stored webhook, its event occurs for a while: it is called every 50 ms. */
function eventOccurs(milliseconds: number): { readonly gateway: Gateway; readonly urls: readonly string[] } {
  const urls: string[] = [];
  return {
    urls,
    gateway: async (request, pass, sandbox, call) => {
      const stored = request.url.endsWith('/webhooks/test') ? await storedIn(request, sandbox) : undefined;
      if (stored === undefined || urls.length > 0) return pass(request);
      urls.push(stored.targetUrl);
      const until = performance.now() + milliseconds;
      const occurs = setInterval(() => {
        if (performance.now() > until) clearInterval(occurs);
        else void call(callTo(stored.targetUrl));
      }, 50);
      return pass(request);
    },
  };
}

function callTo(url: string): Delivery {
  return { method: 'POST', url, event: 'contact_replied', payload: '{"event":"real"}' };
}

/** The webhook of the sandbox that a test names. */
async function storedIn(
  request: Request,
  sandbox: Sandbox,
): Promise<ReturnType<Sandbox['snapshot']>['webhooks'][number] | undefined> {
  const sent: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const uuid = isRecord(sent) ? sent['uuid'] : null;
  return sandbox.snapshot().webhooks.find((one) => isSameUuid(uuid, one.uuid));
}

/** Another client deletes one of its webhooks when one is tested, and creates another after a while; `times` in all. */
function colleagueInStep(milliseconds: number, times: number): Gateway {
  let left = times;
  let theirs: string | null = null;
  let awayUntil: number | null = null;
  return async (request, pass, sandbox) => {
    const make = (): string =>
      sandbox.createWebhook(0, {
        event: 'contact_replied',
        request_method: 'PUT',
        target_url: 'https://crm.example/theirs',
      });
    theirs ??= make();
    if (awayUntil !== null && performance.now() > awayUntil) {
      theirs = make();
      awayUntil = null;
    }
    if (request.url.endsWith('/webhooks/test') && awayUntil === null && left > 0) {
      left -= 1;
      awayUntil = performance.now() + milliseconds;
      const { headers } = request;
      const url = new URL(theirs, request.url.replace(/test$/, ''));
      await pass(
        new Request(url, { method: 'DELETE', headers: { authorization: `${headers.get('authorization')}` } }),
      );
    }
    return pass(request);
  };
}

/** Delays deletions that a created key requests. */
function lateForCreatedKeys(milliseconds: number): Gateway {
  return async (request, pass, sandbox) => {
    const isOurs = request.headers.get('authorization') === `Bearer ${sandbox.accounts[0].token}`;
    if (isOurs || !isDeletion(request)) return pass(request);
    const uuid = request.url.split('/').at(-1);
    if (!sandbox.snapshot().webhooks.some((webhook) => webhook.uuid === uuid)) return pass(request);
    setTimeout(() => void pass(request).catch(() => null), milliseconds);
    return new Response(null, { status: 202 });
  };
}

function judged(gateway: Gateway, ids: RegExp): ReturnType<typeof judgeSandbox> {
  return judgeSandbox({ rules: rules.filter(({ id }) => ids.test(id)), gateway });
}

describe.concurrent('a deletion that is confirmed with 202', () => {
  test('passes where one of two copies of the list follows late', async () => {
    expect(notPassed(await judged(twoCopies(), /^DEL/))).toEqual([]);
  });

  test('passes where filters follow late', async () => {
    expect(notPassed(await judged(lateIndex(), /^DEL/))).toEqual([]);
  });
});

test.concurrent('a deletion before that is done late is not taken for the next one', async () => {
  expect(notPassed(await judged(lateForCreatedKeys(900), /^(AUTH-05|DEL)/))).toEqual([]);
});

test.concurrent('what is made elsewhere is waited for where the list is kept for 6 s', async () => {
  expect(notPassed(await judged(keptFor(6000), /^(HOOK-0[123]|TEST-0[1567])/))).toEqual([]);
});

test.concurrent('a test that is refused, and calls the stored address a moment later, fails TEST-05', async () => {
  const run = await judged(callsTheStoredLater(180), /^TEST-05$/);
  expect(run.results.map(({ rule, verdict }) => [rule.id, verdict])).toEqual([['TEST-05', 'fail']]);
});

test.concurrent('a colleague who deletes in step with the tests is not taken for their effect', async () => {
  const run = await judged(colleagueInStep(3500, 3), /^TEST-07$/);
  expect(notPassed(run)).toEqual([]);
});

test.concurrent('of two deletions at once the one that was confirmed is known where the other is lost', async () => {
  const deleted: string[] = [];
  const run = await judged(async (request, pass) => {
    const answer = await pass(request);
    if (!isDeletion(request) || !answer.ok) return answer;
    deleted.push(request.url.split('/').at(-1) ?? '');
    return deleted.length === 3 ? new Response(null, { status: 502 }) : answer;
  }, /^DEL-01$/);
  const confirmed = deleted.toSpliced(2, 1);
  expect(confirmed.length).toBeGreaterThan(1);
  const notUndone = run.ledger.filter(({ undone }) => !undone).map(({ what }) => what);
  expect(notUndone.filter((what) => confirmed.some((uuid) => what.includes(uuid)))).toEqual([]);
});

test.concurrent('a webhook whose event really occurs is distinguished from one that a refused test calls', async () => {
  const { gateway, urls } = eventOccurs(4000);
  expect(notPassed(await judged(gateway, /^TEST-05$/))).toEqual([]);
  expect(urls).toHaveLength(1);
});
