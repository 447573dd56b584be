/** Effects of deletions and webhook tests that appear only a second later do not pass. */
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf, pageIn } from '@outreach-api/model/records/page';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { recordIn } from '../record-in.ts';

const credentialOf = (request: Request): string => request.headers.get('authorization') ?? '';
const mainOf = ({ accounts }: Sandbox): string => `Bearer ${accounts[0].token}`;
const otherOf = ({ accounts }: Sandbox): string => `Bearer ${accounts[1].token}`;
const uuidOf = ({ url }: Request): string => (url.split('/').at(-1) ?? '').toLowerCase();
const isTest = ({ url }: Request): boolean => url.endsWith('/webhooks/test');
const isList = ({ method, url }: Request): boolean => method === 'GET' && /\/webhooks(?:\?|$)/.test(url);
const isDeletion = ({ method, url }: Request, of: string): boolean =>
  method === 'DELETE' && url.includes(`/${of}/`);

type IsMeant = (request: Request, sandbox: Sandbox) => boolean;

/** Refuses certain deletions, but performs them later. */
function deletesLater(of: string, isMeant: IsMeant): Gateway {
  return async (request, pass, sandbox) => {
    const answer = await pass(request.clone());
    if (isDeletion(request, of) && !answer.ok && isMeant(request, sandbox)) {
      const headers = { authorization: mainOf(sandbox) };
      setTimeout(() => void pass(new Request(request.url, { method: 'DELETE', headers })), 1000);
    }
    return answer;
  };
}

/** Deleted records are listed again later, at the end. */
function comesBack(): Gateway {
  const deleted: { readonly at: number; readonly record: JsonObject }[] = [];
  return async (request, pass, sandbox) => {
    const known = sandbox.snapshot().webhooks.find(({ uuid }) => uuid === uuidOf(request));
    const answer = await pass(request);
    if (isDeletion(request, 'webhooks') && answer.ok && known !== undefined) {
      const { uuid, event, requestMethod: request_method, targetUrl: target_url } = known;
      deleted.push({ at: Date.now() + 1200, record: { uuid, event, request_method, target_url } });
    }
    if (!isList(request) || !answer.ok || credentialOf(request) !== mainOf(sandbox)) return answer;
    const body = await recordIn(answer.clone());
    const { data, limit, offset, total } = pageIn(body) ?? { data: [], limit: 0, offset: 0, total: 0 };
    const back = deleted.filter(({ at }) => at < Date.now()).map(({ record }) => record);
    const from = Math.max(0, offset - total);
    const shown = [...data, ...back.slice(from, from + limit - data.length)];
    const all = total + back.length;
    return Response.json({ ...body, data: shown, total: all, has_more: offset + shown.length < all });
  };
}

/** The method of webhooks changes later. */
function changesLater(
  isMeant: IsMeant,
  which: (sent: JsonObject, sandbox: Sandbox) => unknown,
  ms = 800,
): Gateway {
  const changed = new Set<unknown>();
  return async (request, pass, sandbox) => {
    const sent = request.method === 'POST' ? await recordIn(request.clone()) : {};
    const answer = await pass(request);
    if (answer.ok && isMeant(request, sandbox)) {
      const uuid = which(sent, sandbox);
      setTimeout(() => changed.add(uuid), ms);
    }
    if (!isList(request) || !answer.ok || changed.size === 0) return answer;
    const body = await recordIn(answer);
    const data = pageIn(body)?.data.map((record) =>
      changed.has(identityOf(record)) ? { ...record, request_method: 'TRACE' } : record,
    );
    return Response.json({ ...body, data });
  };
}

/** Sender profiles that were read earlier are paused a second after one is deleted. */
function pausesOthersLater(): Gateway {
  const known = new Set<string>();
  const paused = new Set<string>();
  return async (request, pass) => {
    const answer = await pass(request);
    if (isDeletion(request, 'sender-profiles') && answer.ok)
      for (const uuid of known) setTimeout(() => paused.add(uuid), 1000);
    if (request.method !== 'GET' || !request.url.includes('/sender-profiles/') || !answer.ok) return answer;
    known.add(uuidOf(request));
    return paused.has(uuidOf(request))
      ? Response.json({ ...(await recordIn(answer)), status: 'paused' })
      : answer;
  };
}

const newest = (_: JsonObject, sandbox: Sandbox): string | undefined =>
  sandbox.snapshot().webhooks.findLast(({ targetUrl }) => targetUrl.includes('conformance'))?.uuid;

const defects: readonly (readonly [id: string, what: string, gateway: () => Gateway])[] = [
  ['DEL-01', 'webhooks that come back', comesBack],
  [
    'DEL-02',
    'another webhook changed by a deletion',
    () => changesLater((request) => isDeletion(request, 'webhooks'), newest),
  ],
  [
    'TEST-07',
    'the webhook that a test names changed',
    () => changesLater(isTest, ({ uuid }) => String(uuid)),
  ],
  [
    'TEST-07',
    'the webhook that a key just made names changed',
    () =>
      changesLater(
        (request, sandbox) => isTest(request) && credentialOf(request) !== mainOf(sandbox),
        ({ uuid }) => String(uuid),
        100,
      ),
  ],
  [
    'TEAM-02',
    'a webhook deleted by another account',
    () => deletesLater('webhooks', (request, sandbox) => credentialOf(request) === otherOf(sandbox)),
  ],
  [
    'TEAM-02',
    'a sender profile deleted by another account',
    () => deletesLater('sender-profiles', (request, sandbox) => credentialOf(request) === otherOf(sandbox)),
  ],
  [
    'AUTH-01',
    'a sender profile deleted without a credential',
    () => deletesLater('sender-profiles', ({ headers }) => !headers.has('authorization')),
  ],
  [
    'AUTH-02',
    'a webhook deleted by random text',
    () => deletesLater('webhooks', (request) => credentialOf(request).startsWith('Bearer q7Zp2')),
  ],
];

describe.concurrent('an effect that appears a second later fails its statement, and no other', () => {
  it.each(defects)('%s: %s', async (id, _, gateway) => {
    const sections = rules.filter((rule) => /^(?:AUTH|TEAM|DEL|TEST)/.test(rule.id));
    const { results } = await judgeSandbox({ rules: sections, gateway: gateway() });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([id]);
  });

  it('PROF-10: sender profiles paused once another is deleted', async () => {
    const sections = rules.filter((rule) => /^PROF-(?:05|10)/.test(rule.id));
    const { results } = await judgeSandbox({ rules: sections, gateway: pausesOthersLater() });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([
      'PROF-10',
    ]);
  });
});
