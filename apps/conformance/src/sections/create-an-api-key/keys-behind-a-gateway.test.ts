import { describe, expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { rules as allRules } from '../../catalogue/rules.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

const keyRules: readonly Rule[] = [
  ...allRules.filter(({ id }) => id.startsWith('KEY-')),
  ruleNamed('AUTH-05'),
];

const isCreation = ({ url, method }: Request): boolean =>
  method === 'POST' && url.endsWith('/create-api-key');

/** A gateway that knows which keys were created, and which key each request uses. */
function knowingKeys(
  answer: (
    request: Request,
    pass: (request: Request) => Promise<Response>,
    keys: { readonly made: readonly string[]; readonly used: string },
  ) => Promise<Response>,
): Gateway {
  const made: string[] = [];
  return async (request, pass) => {
    const used = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    const answered = await answer(request, pass, { made, used });
    if (isCreation(request) && answered.ok) {
      const record: unknown = await answered.clone().json();
      if (isRecord(record) && typeof record['last_token'] === 'string') made.push(record['last_token']);
    }
    return answered;
  };
}

async function verdicts(rules: readonly Rule[], gateway: Gateway): Promise<Record<string, string>> {
  const { results } = await judgeSandbox({ rules, gateway });
  return Object.fromEntries(results.map(({ rule, verdict }) => [rule.id, verdict]));
}

function failedIn(all: Readonly<Record<string, string>>): string[] {
  return Object.keys(all).filter((id) => all[id] === 'fail');
}

it('breaks nothing where names are unique and the answers to the first two keys are lost', async () => {
  let made = 0;
  const { results } = await judgeSandbox({
    rules: keyRules,
    dialect: { keyNames: 'unique', unknownFields: 'refused' },
    gateway: async (request, pass) => {
      const answer = await pass(request);
      if (!isCreation(request) || !answer.ok) return answer;
      made += 1;
      if (made > 2) return answer;
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    },
  });
  expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(results.find(({ rule }) => rule.id === 'KEY-01')?.verdict).toBe('pass');
});

describe('AUTH-05, behind a gateway', () => {
  it('holds where everybody is locked out for a moment after the first key was made', async () => {
    let until: number | null = null;
    const all = await verdicts(keyRules, async (request, pass) => {
      if (until !== null && performance.now() < until) return new Response(null, { status: 403 });
      const answer = await pass(request);
      if (isCreation(request) && answer.ok) until ??= performance.now() + 400;
      return answer;
    });
    expect(failedIn(all)).toEqual([]);
    expect(all['AUTH-05']).toBe('pass');
  });

  it.each([2, 8])(
    'is undecided where the last of %i keys, which replaces the others, is lost',
    async (lost) => {
      let made = 0;
      const { results } = await judgeSandbox({
        rules: keyRules,
        dialect: { keyRotation: 'replaced' },
        // From then on, no replacement can be created.
        gateway: async (request, pass) => {
          if (isCreation(request) && made === lost) return new Response(null, { status: 403 });
          const answer = await pass(request);
          if (!isCreation(request) || !answer.ok) return answer;
          made += 1;
          return made === lost ? new Response(null, { status: 502 }) : answer;
        },
      });
      const inQuestion = results.find(({ rule }) => rule.id === 'AUTH-05');
      expect(inQuestion?.verdict).toBe('inconclusive');
      expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
    },
  );

  it('fails where a created key is refused the first time it is used', async () => {
    const known = new Set<string>();
    const all = await verdicts(
      [ruleNamed('AUTH-05')],
      knowingKeys(async (request, pass, { made, used }) => {
        if (!made.includes(used) || known.has(used)) return pass(request);
        known.add(used);
        return new Response(null, { status: 401 });
      }),
    );
    expect(all['AUTH-05']).toBe('fail');
  });
});

describe('KEY-01, behind a gateway', () => {
  it('is not failed by what a created key is refused that has been replaced, and the main key by the gateway', async () => {
    const refused = new Set<string>();
    const failed = new Set<string>();
    const { results } = await judgeSandbox({
      rules: keyRules,
      dialect: { keyRotation: 'replaced' },
      gateway: async (request, pass, { accounts: [{ token }] }) => {
        if (!isCreation(request)) return pass(request);
        const body = await request.clone().text();
        const isOfMainKey = request.headers.get('authorization') === `Bearer ${token}`;
        if (isOfMainKey && refused.has(body) && !failed.has(body)) {
          failed.add(body);
          return new Response(null, { status: 503 });
        }
        const answer = await pass(request);
        if (!isOfMainKey && !answer.ok) refused.add(body);
        return answer;
      },
    });
    expect(failed.size).toBeGreaterThan(0);
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
  });
});

describe('the first key, behind a gateway', () => {
  it.each(['refused', 'ignored'] as const)(
    'is made under another name where the answer to its creation was replaced, further fields %s',
    async (unknownFields) => {
      let lost = false;
      const { results } = await judgeSandbox({
        rules: keyRules,
        dialect: { keyNames: 'unique', unknownFields },
        gateway: async (request, pass) => {
          const answer = await pass(request);
          if (lost || !isCreation(request) || !answer.ok) return answer;
          lost = true;
          return new Response(null, { status: 502 });
        },
      });
      expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ rule }) => rule.id)).toEqual([]);
    },
  );
});

describe('KEY-03, behind a gateway', () => {
  it.each(['null', '[]'])('fails where %s makes a key', async (taken) => {
    const all = await verdicts([ruleNamed('KEY-03')], async (request, pass) => {
      const isAccepted = isCreation(request) && (await request.clone().text()) === taken;
      const { method, headers, url } = request;
      return pass(isAccepted ? new Request(url, { method, headers, body: '{"name":"API key"}' }) : request);
    });
    expect(all['KEY-03']).toBe('fail');
  });
});

describe('KEY-08, behind a gateway', () => {
  const changing = allRules.filter(({ id }) => /^(?:DEL-01|PROF-0[49]|TEST-02)$/.test(id));
  const shown = allRules.filter(({ id }) => id === 'KEY-08');

  it.each<[string, (request: Request) => boolean]>([
    ['updates', ({ method }) => method === 'PUT'],
    ['deletions', ({ method }) => method === 'DELETE'],
    ['webhook tests', ({ url }) => url.endsWith('/webhooks/test')],
    ['later creations', isCreation],
  ])('fails where the headers of %s show the latest key', async (_what, shows) => {
    const rules = [...keyRules.filter(({ id }) => id === 'KEY-01'), ...changing, ...shown];
    const all = await verdicts(
      rules,
      knowingKeys(async (request, pass, { made }) => {
        const answer = await pass(request);
        const latest = made.at(-1);
        if (latest === undefined || !shows(request)) return answer;
        const headers = new Headers(answer.headers);
        headers.set('x-key', latest);
        return new Response(answer.body, { status: answer.status, headers });
      }),
    );
    expect(failedIn(all)).toEqual(['KEY-08']);
  });
});
