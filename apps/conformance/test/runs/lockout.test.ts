/**
 * Shows that the suite does not fail a sandbox that refuses everyone for a while: after wrong credentials, or by
 * itself.
 */
import { createSandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/session/suite.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';

/** After seven refused credentials within five seconds everyone is refused for this long. */
function locksOut(status: number, lastsMs: number): Gateway {
  let until = 0;
  let refusals: number[] = [];
  return async (request, pass) => {
    const now = performance.now();
    if (now < until) return new Response('locked', { status });
    const answer = await pass(request);
    if (answer.status === 401) refusals = [...refusals.filter((at) => at > now - 5000), now];
    if (refusals.length > 6) {
      until = now + lastsMs;
      refusals = [];
    }
    return answer;
  };
}

/** Everyone is refused for this long, from a certain request on. */
function isDown(status: number, lastsMs: number, from: number): Gateway {
  let count = 0;
  let until: number | undefined;
  return async (request, pass) => {
    count += 1;
    if (count >= from) until ??= performance.now() + lastsMs;
    return until !== undefined && performance.now() < until
      ? new Response('back soon', { status })
      : pass(request);
  };
}

async function failuresBehind(gateway: Gateway, groups: RegExp): Promise<readonly unknown[]> {
  const chosen: readonly Rule[] = rules.filter(({ id }) => groups.test(id));
  const { results } = await judgeSandbox({ rules: chosen, gateway });
  expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true);
  return results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule, breach }) => [rule.id, breach?.expected, breach?.actual]);
}

describe.concurrent('a gateway that locks everyone out after wrong credentials', () => {
  it.each([
    [403, 1500],
    [423, 1500],
    [404, 6000],
    [423, 6000],
  ])('with %i, for %i ms, fails no rule', async (status, lastsMs) => {
    expect(await failuresBehind(locksOut(status, lastsMs), /AUTH|TEST|PROF|DEL|HOOK/)).toEqual([]);
  });
});

/** After a deletion with a wrong credential, the given number of next requests is refused. */
function guardsDeletions(status: number, next: number): Gateway {
  let left = 0;
  return async (request, pass) => {
    left -= 1;
    if (left >= 0) return new Response('locked', { status });
    const answer = await pass(request);
    if (request.method === 'DELETE' && answer.status === 401) left = next;
    return answer;
  };
}

describe.concurrent('a gateway that is locked for a moment after a deletion with a wrong credential', () => {
  it.each([
    [404, 1],
    [423, 2],
    [404, 4],
  ])('with %i for %i requests fails no rule if there is only one profile to delete', async (status, next) => {
    const gateway = guardsDeletions(status, next);
    const sandbox = await createSandbox({ seed: 1 });
    const [one = '', other = '', disposable = ''] = sandbox.accounts[0].senderProfiles();
    sandbox.close();
    const { results } = await judgeSandbox({
      rules: rules.filter(({ id }) => /AUTH-0[123]|PROF-01/.test(id)),
      gateway,
      sandbox: { seed: 1 },
      allow: { createApiKeys: 0 },
      target: {
        fixtures: { senderProfiles: [one, other], disposableSenderProfiles: [disposable] },
        provision: null,
      },
    });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ breach }) => breach?.actual)).toEqual(
      [],
    );
    expect(results.find(({ rule }) => rule.id === 'PROF-01')?.verdict).toBe('pass');
  });
});

/** After each deletion of a webhook with a wrong credential, the next page is refused, and everyone for this long. */
function locksBetweenPages(status: number, lastsMs: number): Gateway {
  let isGuarded = false;
  let until = 0;
  return async (request, pass) => {
    const { pathname, searchParams } = new URL(request.url);
    if (isGuarded && request.method === 'GET' && Number(searchParams.get('offset')) > 0) {
      isGuarded = false;
      until = performance.now() + lastsMs;
    }
    if (performance.now() < until) return new Response('locked', { status });
    const answer = await pass(request);
    if (request.method === 'DELETE' && pathname.includes('/webhooks/') && answer.status === 401)
      isGuarded = true;
    return answer;
  };
}

describe.concurrent('a gateway that locks everyone out between two pages of the list', () => {
  it.each([
    [423, 5],
    [404, 400],
    [403, 2000],
  ])('with %i, for %i ms, fails no rule', async (status, lastsMs) => {
    expect(await failuresBehind(locksBetweenPages(status, lastsMs), /AUTH|DEL|HOOK/)).toEqual([]);
  });
});

describe.concurrent('a service that is down for 2.5 seconds', () => {
  it.each([450, 620, 1000])('from request %i on fails no rule', async (from) => {
    expect(await failuresBehind(isDown(503, 2500, from), /AUTH|KEY|TEST|PROF|DEL|HOOK/)).toEqual([]);
  });
});
