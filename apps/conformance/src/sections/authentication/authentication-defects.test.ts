/** AUTH and TEAM catch defects that affect only one operation, one kind of key or one request body. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { sharesAnswersUnderWay } from '../../../test/services/shared-answers.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { UuidMap } from '@outreach-api/model/records/uuid';
import { rules } from '../../catalogue/rules.ts';

const credentialOf = (request: Request): string => request.headers.get('authorization') ?? '';
const mainOf = (sandbox: Sandbox): string => `Bearer ${sandbox.accounts[0].token}`;
const otherOf = (sandbox: Sandbox): string => `Bearer ${sandbox.accounts[1].token}`;
const isCreation = ({ url }: Request): boolean => url.endsWith('/create-api-key');
const isOfWebhooks = ({ url }: Request): boolean => url.includes('/webhooks');

/** The same request with another credential. */
async function as(authorization: string, request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  headers.set('authorization', authorization);
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(request.method);
  const body = hasBody ? { body: await request.clone().text() } : {};
  return new Request(request.url, { method: request.method, headers, ...body });
}

/** Accepts the requests that match as the first account's. */
function lets(isAccepted: (request: Request, credential: string) => boolean): () => Gateway {
  return () => async (request, pass, sandbox) =>
    isAccepted(request, credentialOf(request)) ? pass(await as(mainOf(sandbox), request)) : pass(request);
}

/** Refuses requests without a key, but still removes the sender profile they name. */
async function removesWhatIsNamed(
  request: Request,
  pass: Parameters<Gateway>[1],
  sandbox: Sandbox,
): Promise<Response> {
  const { url } = request;
  const removal = new Request(url, { method: 'DELETE', headers: { authorization: mainOf(sandbox) } });
  if (credentialOf(request) === '' && url.includes('/sender-profiles/')) await pass(removal);
  return pass(request);
}

/** Skips seven characters of scheme and space, and takes the rest as the key. */
function looksPastSevenLetters(): Gateway {
  return async (request, pass) => {
    const credential = credentialOf(request);
    return credential === '' || credential.startsWith('Bearer ')
      ? pass(request)
      : pass(await as(`Bearer ${credential.slice(7)}`, request));
  };
}

/** Does not store some of the keys that it creates. */
function forgetsKeys(isForgotten: (name: string, isByMainKey: boolean) => boolean): () => Gateway {
  return () => {
    const forgotten = new Set<string>();
    return async (request, pass, sandbox) => {
      const credential = credentialOf(request);
      if (forgotten.has(credential)) return new Response('{}', { status: 401 });
      const body: unknown = isCreation(request) ? await request.clone().json() : null;
      const answer = await pass(request);
      if (!isCreation(request) || !answer.ok) return answer;
      const key: unknown = await answer.clone().json();
      const name = isRecord(body) ? String(body['name']) : '';
      if (isRecord(key) && isForgotten(name, credential === mainOf(sandbox)))
        forgotten.add(`Bearer ${String(key['last_token'])}`);
      return answer;
    };
  };
}

/** Of two keys created at the same time, stores only the one requested first. */
function storesOneOfTwo(): Gateway {
  const forgotten = new Set<string>();
  let underWay = 0;
  return async (request, pass) => {
    if (forgotten.has(credentialOf(request))) return new Response('{}', { status: 401 });
    if (!isCreation(request)) return pass(request);
    underWay += 1;
    const isSecond = underWay > 1;
    try {
      await wait(100);
      const answer = await pass(request);
      const key: unknown = answer.ok ? await answer.clone().json() : null;
      if (isSecond && isRecord(key)) forgotten.add(`Bearer ${String(key['last_token'])}`);
      return answer;
    } finally {
      underWay -= 1;
    }
  };
}

/** Refuses a created key on every DELETE. */
function keysDeleteNothing(): Gateway {
  const made = new Set<string>();
  return async (request, pass) => {
    if (request.method === 'DELETE' && made.has(credentialOf(request)))
      return new Response('{}', { status: 403 });
    const answer = await pass(request);
    const key: unknown = isCreation(request) && answer.ok ? await answer.clone().json() : null;
    if (isRecord(key)) made.add(`Bearer ${String(key['last_token'])}`);
    return answer;
  };
}

/** Accepts a created key only a limited number of times. */
function wearsKeysOut(mostUses: number): Gateway {
  const uses = new Map<string, number>();
  return async (request, pass) => {
    const used = uses.get(credentialOf(request));
    if (used !== undefined && used >= mostUses) return new Response('{}', { status: 401 });
    if (used !== undefined) uses.set(credentialOf(request), used + 1);
    const answer = await pass(request);
    const key: unknown = isCreation(request) && answer.ok ? await answer.clone().json() : null;
    if (isRecord(key)) uses.set(`Bearer ${String(key['last_token'])}`, 0);
    return answer;
  };
}

/** Concurrent creations with the same name yield one key. */
function makesOneKeyOfAName(): Gateway {
  const underWay = new Map<string, Promise<Response>>();
  return async (request, pass) => {
    if (!isCreation(request)) return pass(request);
    const body = await request.clone().text();
    const shared =
      underWay.get(body) ??
      wait(100)
        .then(async () => pass(request))
        .finally(() => underWay.delete(body));
    underWay.set(body, shared);
    return (await shared).clone();
  };
}

/** Accepts a signature of which only the beginning is right. */
const comparesBeginnings: Gateway = async (request, pass, sandbox) => {
  const credential = credentialOf(request);
  const hasSome = /^Bearer [^.]+\.[^.]+\.[^.]+$/.test(credential);
  return hasSome && mainOf(sandbox).startsWith(credential)
    ? pass(await as(mainOf(sandbox), request))
    : pass(request);
};

/** Keys created by the other account claim to be of its team, but are accepted as the first account's. */
function takesNewKeysForTheFirst(): Gateway {
  const made = new Set<string>();
  return async (request, pass, sandbox) => {
    const credential = credentialOf(request);
    const answer = await pass(made.has(credential) ? await as(mainOf(sandbox), request) : request);
    if (!isCreation(request) || !answer.ok || credential !== otherOf(sandbox)) return answer;
    const key: unknown = await answer.clone().json();
    if (isRecord(key)) made.add(`Bearer ${String(key['last_token'])}`);
    return answer;
  };
}

/** Accepts the other account's update if it contains a label. */
function guardsNoLabels(): Gateway {
  return async (request, pass, sandbox) => {
    const body: unknown = request.method === 'PUT' ? await request.clone().json() : null;
    const isAccepted = credentialOf(request) === otherOf(sandbox) && isRecord(body) && 'label' in body;
    return pass(isAccepted ? await as(mainOf(sandbox), request) : request);
  };
}

/** Refuses an update without a credential, but stores it a moment later. */
function storesLater(): Gateway {
  return async (request, pass, sandbox) => {
    if (request.method === 'PUT' && !request.headers.has('authorization')) {
      const stored = await as(mainOf(sandbox), request);
      setTimeout(() => void pass(stored), 120);
    }
    return pass(request);
  };
}

/** Refuses to delete another account's webhook, but shows it. */
function showsWhatItRefuses(): Gateway {
  const known = new UuidMap<unknown>();
  return async (request, pass, sandbox) => {
    const answer = await pass(request);
    if (!isOfWebhooks(request)) return answer;
    if (request.method === 'GET' && answer.ok && credentialOf(request) === mainOf(sandbox)) {
      const page: unknown = await answer.clone().json();
      const data = isRecord(page) && Array.isArray(page['data']) ? page['data'] : [];
      for (const one of data.filter(isRecord)) known.set(String(one['uuid']), one);
    }
    if (request.method !== 'DELETE' || answer.ok || credentialOf(request) !== otherOf(sandbox)) return answer;
    const webhook = known.get(request.url.slice(-36)) ?? null;
    return Response.json({ error: 'not yours', webhook }, { status: 403 });
  };
}

/** An update by the other account takes the profile over: its owner no longer finds it until updating it again. */
function givesProfilesAway(): Gateway {
  const taken = new Set<string>();
  return async (request, pass, sandbox) => {
    const uuid = request.url.includes('/sender-profiles/') ? request.url.slice(-36) : '';
    const isByOwner = credentialOf(request) === mainOf(sandbox);
    if (taken.has(uuid) && isByOwner && request.method === 'GET') return new Response('{}', { status: 404 });
    if (request.method === 'PUT' && isByOwner) taken.delete(uuid);
    const isAcceptedNow = request.method === 'PUT' && credentialOf(request) === otherOf(sandbox);
    if (!isAcceptedNow || !sandbox.accounts[0].senderProfiles().includes(uuid)) return pass(request);
    taken.add(uuid);
    return Response.json({ uuid, last_name: 'Taken' });
  };
}

/** Refuses to create a key without a credential, but creates and shows it anyway. */
const showsTheKeyThatItRefuses: Gateway = async (request, pass, sandbox) => {
  if (!isCreation(request) || request.headers.has('authorization')) return pass(request);
  const answer = await pass(await as(mainOf(sandbox), request));
  return new Response(await answer.text(), { status: 401 });
};

/** Reads only the first three parts of a key and ignores the rest. */
const readsThreeParts: Gateway = async (request, pass) => {
  const parts = credentialOf(request).split('.');
  return parts.length > 3 ? pass(await as(parts.slice(0, 3).join('.'), request)) : pass(request);
};

const unfit = new Set(['Bearer null', 'Bearer undefined', 'Bearer', 'Bearer ', '']);

const defects: readonly [ids: string, defect: string, gateway: () => Gateway][] = [
  ['AUTH-02', 'looks for the key past seven letters', looksPastSevenLetters],
  [
    'AUTH-02',
    'takes no heed of the scheme of a deletion',
    () => async (request, pass) =>
      request.method === 'DELETE' && credentialOf(request).startsWith('Basic ')
        ? pass(await as(credentialOf(request).replace('Basic', 'Bearer'), request))
        : pass(request),
  ],
  [
    'AUTH-02',
    'takes an update of a credential that is no text',
    lets(
      (request, credential) =>
        request.method === 'PUT' && request.headers.has('authorization') && unfit.has(credential),
    ),
  ],
  [
    'AUTH-03',
    'takes a deletion with a signature that was cut off',
    lets(({ method }, credential) => method === 'DELETE' && /^Bearer [^.]+\.[^.]+$/.test(credential)),
  ],
  ['AUTH-03', 'compares the beginning of a signature', () => comparesBeginnings],
  ['AUTH-05', 'takes a created key five times', () => wearsKeysOut(5)],
  ['AUTH-05', 'takes a created key twenty times', () => wearsKeysOut(20)],
  ['KEY-07', 'makes one key of two of one name that are under way', makesOneKeyOfAName],
  ['AUTH-05', 'forgets keys whose names are not ASCII', forgetsKeys((name) => /[^\0-\u007F]/.test(name))],
  ['AUTH-05', 'forgets keys of long names', forgetsKeys((name) => Array.from(name).length > 32)],
  ['AUTH-05', 'forgets keys that created keys make', forgetsKeys((_, isByMainKey) => !isByMainKey)],
  ['AUTH-05', 'stores one of two keys made at the same time', storesOneOfTwo],
  ['AUTH-05', 'takes no deletion of a created key', keysDeleteNothing],
  ['TEAM-01', "takes the other account's new keys for the first one's", takesNewKeysForTheFirst],
  ['TEAM-01', 'shares answers under way among accounts', sharesAnswersUnderWay],
  ['AUTH-01', 'shares answers under way with whoever asks', sharesAnswersUnderWay],
  ['AUTH-01', 'refuses an update and stores it later', storesLater],
  ['AUTH-01', 'removes each profile that is asked for without a key', () => removesWhatIsNamed],
  ['AUTH-01', 'shows the key that it refuses to create', () => showsTheKeyThatItRefuses],
  ['AUTH-03', 'reads the first three parts of a key, whatever follows', () => readsThreeParts],
  ['TEAM-02', 'takes an update with a label from another account', guardsNoLabels],
  ['TEAM-02', 'shows a webhook that it refuses to delete', showsWhatItRefuses],
  ['TEAM-02', 'gives a profile away to whoever updates it', givesProfilesAway],
];

describe.concurrent('a server that', () => {
  it.each(defects)('%s: %s', async (ids, _, gateway) => {
    // AUTH-05 needs the keys that other rules create.
    const chosen = rules.filter(({ id }) => id === ids || (ids === 'AUTH-05' && id === 'KEY-07'));
    const { results } = await judgeSandbox({ rules: chosen, gateway: gateway() });
    expect(
      results
        .filter(({ rule }) => rule.id === ids)
        .map(({ rule, verdict, reason, breach }) => `${rule.id} ${verdict} ${reason ?? breach?.actual}`),
    ).toEqual([expect.stringMatching(new RegExp(`^${ids} fail`))]);
  });

  it.each([2, 3, 4, 5, 6])('AUTH-01: shares answers under way, whatever meets (seed %i)', async (seed) => {
    const chosen = rules.filter(({ id }) => id === 'AUTH-01');
    const { results } = await judgeSandbox({ seed, rules: chosen, gateway: sharesAnswersUnderWay() });
    expect(results.map(({ breach }) => breach?.expected)).toEqual([expect.stringContaining('is refused')]);
  });
});
