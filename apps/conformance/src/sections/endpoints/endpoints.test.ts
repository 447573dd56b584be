/** Servers that write JSON except in some answers, and others that only seem not to. */
import { describe, expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { ruleNamed, rulesNamed } from '../../../test/rules-named.ts';

const rules = [
  ruleNamed('JSON-01'),
  ruleNamed('PAGE-03'),
  ruleNamed('AUTH-01'),
  ...rulesNamed('PROF-04', 'PROF-05', 'PROF-08', 'PROF-12'),
];
const timeout = 120_000;

const isOfAProfile = ({ url }: Request): boolean => url.includes('/sender-profiles/');
const html = (): Response => new Response('<html>', { headers: { 'content-type': 'text/html' } });

/** Writes some accepted answers the way Python prints a record. */
function asPythonShowsIt(isMeant: (sent: string, body: string) => boolean, method: string): Gateway {
  return async (request, pass) => {
    const sent = await request.clone().text();
    const answer = await pass(request);
    if (!answer.ok || request.method !== method || !isOfAProfile(request)) return answer;
    const body = await answer.clone().text();
    if (!isMeant(sent, body)) return answer;
    const text = body.replaceAll('"', "'").replaceAll('null', 'None');
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
}

const defects: readonly [what: string, gateway: () => Gateway][] = [
  ['an update that holds a label', () => asPythonShowsIt((sent) => sent.includes('"label"'), 'PUT')],
  [
    'a profile without a server',
    () => asPythonShowsIt((_, body) => body.includes('"linkedin_server_id":null'), 'GET'),
  ],
  [
    'every second update',
    () => {
      let updates = 0;
      return asPythonShowsIt(() => (updates += 1) % 2 === 0, 'PUT');
    },
  ],
  [
    'lists in ISO-8859-1',
    () => async (request, pass) => {
      const answer = await pass(request);
      if (!answer.ok || !request.url.includes('/webhooks')) return answer;
      const bytes = Buffer.from(await answer.text(), 'latin1');
      return new Response(bytes, { headers: { 'content-type': 'application/json' } });
    },
  ],
  [
    'each list of seven',
    () => async (request, pass) =>
      new URL(request.url).searchParams.get('limit') === '7' ? html() : pass(request),
  ],
];

const ways: readonly [what: string, gateway: () => Gateway][] = [
  [
    'shows a page of its own once',
    () => {
      let isDone = false;
      return async (request, pass) => {
        if (isDone || !request.url.includes('limit=7')) return pass(request);
        isDone = true;
        return html();
      };
    },
  ],
  [
    'shows whoever has no key a page to sign in',
    () => async (request, pass) => (request.headers.has('authorization') ? pass(request) : html()),
  ],
  [
    'answers a profile of no uuid with a page',
    () => async (request, pass) =>
      isOfAProfile(request) && !/[0-9a-f]{12}$/i.test(request.url) ? html() : pass(request),
  ],
];

async function verdictOf(gateway: Gateway): Promise<string | undefined> {
  const { results } = await judgeSandbox({ rules, gateway });
  expect(results.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  return results.find(({ rule }) => rule === ruleNamed('JSON-01'))?.verdict;
}

describe.concurrent('JSON-01 fails a server where no JSON is', () => {
  test.each(defects)('%s', { timeout }, async (_, gateway) => {
    expect(await verdictOf(gateway())).toBe('fail');
  });
});

describe.concurrent('JSON-01 passes a server that', () => {
  test.each(ways)('%s', { timeout }, async (_, gateway) => {
    expect(await verdictOf(gateway())).toBe('pass');
  });
});
