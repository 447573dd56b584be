/** Fills the lists of services whose cache or index shows new webhooks late, and of broken ones. */
import { describe, expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { rules } from '../../catalogue/rules.ts';
import { verdictsOf } from '../../../test/verdicts-of.ts';

const listRules = rules.filter(({ id }) => id.startsWith('PAGE'));
const timeout = 120_000;
const fewWebhooks = { webhooks: 3, rateLimit: null } as const;

/** Caches each answer of the list for this long. */
function cache(keptMs: number): Gateway {
  const kept = new Map<string, { readonly answer: Response; readonly at: number }>();
  return async (request, pass) => {
    // A filter in the body makes a different request with the same address.
    const hasBody = request.headers.has('content-length') || request.headers.has('transfer-encoding');
    if (request.method !== 'GET' || hasBody || !request.url.includes('/webhooks')) return pass(request);
    const key = `${request.headers.get('authorization')} ${request.url}`;
    const known = kept.get(key);
    if (known !== undefined && performance.now() - known.at < keptMs) return known.answer.clone();
    const answer = await pass(request);
    if (answer.ok) kept.set(key, { answer: answer.clone(), at: performance.now() });
    return answer;
  };
}

describe.concurrent('a list that', () => {
  test('is ten seconds old is not failed, and decided', { timeout }, async () => {
    const run = await judgeSandbox({ rules: listRules, sandbox: fewWebhooks, gateway: cache(10_000) });
    expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set(['pass']));
  });

  test('counts wrongly is failed all the same', { timeout }, async () => {
    const wrong: Gateway = async (request, pass) => {
      const answer = await pass(request);
      if (request.method !== 'GET' || !request.url.includes('/webhooks') || !answer.ok) return answer;
      const page: unknown = await answer.json();
      return Response.json({ ...Object(page), total: 3 });
    };
    const run = await judgeSandbox({ rules: listRules, sandbox: fewWebhooks, gateway: wrong });
    expect(Object.values(verdictsOf(run))).toContain('fail');
  });

  test('ignores its offset is failed all the same', { timeout }, async () => {
    const first: Gateway = async (request, pass) => {
      const url = new URL(request.url);
      if (request.method === 'GET') url.searchParams.delete('offset');
      return pass(new Request(url, request));
    };
    const sandbox = { webhooks: 19, rateLimit: null } as const;
    const run = await judgeSandbox({ rules: listRules, sandbox, gateway: first });
    expect(verdictsOf(run)).toMatchObject({ 'PAGE-03': 'fail' });
  });
});
