/** The sender profile rules on a sandbox behind gateways that break one statement in an inconspicuous way. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { recordIn } from '../../../test/record-in.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { canonicalUuid } from '@outreach-api/model/records/uuid';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('PROF');
const texts = ['first_name', 'last_name', 'label'] as const;

const isProfile = ({ url }: Request): boolean => url.includes('/sender-profiles/');
const isUpdate = (request: Request): boolean => request.method === 'PUT' && isProfile(request);
const uuidOf = ({ url }: Request): string => canonicalUuid(url.split('/').at(-1) ?? '');

/** The request with another method, body or profile. */
function remade(request: Request, method: string, body: JsonObject | null, uuid = uuidOf(request)): Request {
  return new Request(request.url.replace(/[^/]+$/, uuid), {
    method,
    headers: {
      authorization: request.headers.get('authorization') ?? '',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: body === null ? null : JSON.stringify(body),
  });
}

/** Changes each answer to an accepted update. */
function changedAnswers(change: (record: JsonObject, sent: JsonObject) => JsonObject): () => Gateway {
  return () => async (request, pass) => {
    if (!isUpdate(request)) return pass(request);
    const sent = await recordIn(request);
    const answer = await pass(request);
    if (!answer.ok) return answer;
    const record = await recordIn(answer);
    return Response.json({ ...record, ...change(record, sent) }, { status: answer.status });
  };
}

const lacksLinks = changedAnswers(() => ({
  linkedin_server_id: null,
  linkedin_browser_uuid: null,
  linkedin_account_uuid: null,
  mailbox_uuid: null,
  assignee_user_id: null,
}));

const emptiesWhatWasKept = changedAnswers((_record, sent) =>
  Object.fromEntries(
    texts.filter((field) => !(field in sent)).map((field) => [field, field === 'label' ? null : '']),
  ),
);

/** An update starts from the record as it was before the previous update. */
function startsFromTheRecordBefore(): Gateway {
  const last = new Map<string, JsonObject>();
  return async (request, pass) => {
    if (!isUpdate(request)) return pass(request);
    const sent = await recordIn(request);
    const now = await recordIn(await pass(remade(request, 'GET', null)));
    const before = last.get(uuidOf(request)) ?? now;
    const answer = await pass(remade(request, 'PUT', { ...textsOf(before), ...sent }));
    if (answer.ok) last.set(uuidOf(request), now);
    return answer;
  };
}

function textsOf(record: JsonObject): JsonObject {
  return Object.fromEntries(
    texts.filter((field) => typeof record[field] === 'string').map((field) => [field, record[field]]),
  );
}

/** A first name sent alone also becomes the last name. */
function copiesTheFirstName(): Gateway {
  return async (request, pass) => {
    const sent = isUpdate(request) ? await recordIn(request) : {};
    const isAlone = 'first_name' in sent && !('last_name' in sent);
    return pass(isAlone ? remade(request, 'PUT', { ...sent, last_name: sent['first_name'] }) : request);
  };
}

/** An update also updates the newest profile of the account. */
function updatesTheNewestToo(): Gateway {
  return async (request, pass, sandbox) => {
    const sent = isUpdate(request) ? await recordIn(request) : {};
    const answer = await pass(request.clone());
    const newest = canonicalUuid(sandbox.accounts[0].senderProfiles().at(-1) ?? '');
    if (isUpdate(request) && answer.ok && newest !== uuidOf(request))
      await pass(remade(request, 'PUT', sent, newest));
    return answer;
  };
}

/** A deletion also deletes the profile created just before, or just after. */
function deletesANeighbour(step: 1 | -1): () => Gateway {
  return () => async (request, pass, sandbox) => {
    if (request.method !== 'DELETE' || !isProfile(request)) return pass(request);
    const all = sandbox.accounts[0].senderProfiles().map(canonicalUuid);
    const neighbour = all[all.indexOf(uuidOf(request)) + step];
    const answer = await pass(request.clone());
    if (answer.ok && neighbour !== undefined) await pass(remade(request, 'DELETE', null, neighbour));
    return answer;
  };
}

/** `updated_at` goes back by a second with each update that changes something. */
function goesBackByASecond(): Gateway {
  const shown = new Map<string, number>();
  return async (request, pass) => {
    if (!isProfile(request)) return pass(request);
    const sent = isUpdate(request) ? await recordIn(request) : {};
    const before = isUpdate(request) ? await recordIn(await pass(remade(request, 'GET', null))) : {};
    const answer = await pass(request);
    const record = await recordIn(answer);
    if (!answer.ok || typeof record['updated_at'] !== 'string') return answer;
    const last = shown.get(uuidOf(request)) ?? Date.parse(record['updated_at']);
    const isChanged = Object.entries(sent).some(([field, text]) => text !== before[field]);
    const earliest = Date.parse(String(record['created_at']));
    const at = Math.max(earliest, isChanged ? last - 1000 : last);
    shown.set(uuidOf(request), at);
    return Response.json({ ...record, updated_at: new Date(at).toISOString() }, { status: answer.status });
  };
}

/** Reverts each update after 300 ms, unless another one came meanwhile. */
function takesUpdatesBack(): Gateway {
  return async (request, pass) => {
    if (!isUpdate(request)) return pass(request);
    const before = await recordIn(await pass(remade(request, 'GET', null)));
    const answer = await pass(request.clone());
    if (!answer.ok) return answer;
    const stored = textsOf(await recordIn(answer));
    void wait(300).then(async () => {
      const now = textsOf(await recordIn(await pass(remade(request, 'GET', null))));
      if (isDeepStrictEqual(now, stored)) await pass(remade(request, 'PUT', textsOf(before)));
    });
    return answer;
  };
}

/** Deleted profiles can be read again after a second. */
function deletesForASecond(): Gateway {
  const gone = new Map<string, { readonly at: number; readonly record: JsonObject }>();
  return async (request, pass) => {
    if (!isProfile(request)) return pass(request);
    const old = gone.get(uuidOf(request));
    if (request.method === 'GET' && old !== undefined && performance.now() > old.at + 1000)
      return Response.json(old.record);
    if (request.method !== 'DELETE') return pass(request);
    const record = await recordIn(await pass(remade(request, 'GET', null)));
    const answer = await pass(request);
    if (answer.ok) gone.set(uuidOf(request), { at: performance.now(), record });
    return answer;
  };
}

/** Stores one of an update's texts in altered form. */
function changing(field: (typeof texts)[number], change: (text: string) => string): () => Gateway {
  return () => async (request, pass) => {
    if (!isUpdate(request)) return pass(request);
    const sent = await recordIn(request);
    const text = sent[field];
    return pass(
      typeof text === 'string' ? remade(request, 'PUT', { ...sent, [field]: change(text) }) : request,
    );
  };
}

/** Refuses an update whose first and last name are the same. */
const demandsTwoNames: Gateway = async (request, pass) => {
  const { first_name, last_name } = isUpdate(request) ? await recordIn(request) : {};
  return first_name !== undefined && first_name === last_name
    ? new Response('{}', { status: 400 })
    : pass(request);
};

/** Gives an update without a label that of the update before, whichever profile that was for. */
function leaksTheLabelBefore(): Gateway {
  let label: unknown;
  return async (request, pass) => {
    if (!isUpdate(request)) return pass(request);
    const sent = await recordIn(request);
    if (!('label' in sent) && label !== undefined) return pass(remade(request, 'PUT', { ...sent, label }));
    const answer = await pass(request);
    if (answer.ok) label = sent['label'];
    return answer;
  };
}

/** Of two concurrent deletions, the later one is confirmed and forgotten. */
function forgetsTheLaterDeletion(): Gateway {
  let underWay = 0;
  return async (request, pass) => {
    if (request.method !== 'DELETE' || !isProfile(request)) return pass(request);
    underWay += 1;
    const isLater = underWay > 1;
    await wait(15);
    try {
      return isLater ? new Response(null, { status: 204 }) : await pass(request);
    } finally {
      underWay -= 1;
    }
  };
}

const changesOfTexts: readonly [
  field: (typeof texts)[number],
  how: string,
  change: (text: string) => string,
][] = [
  ['label', 'without emoji', (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, '?')],
  ['last_name', 'without emoji', (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, '?')],
  ['first_name', 'with escaped quotes', (text) => text.replaceAll('"', '&quot;')],
  ['label', 'with escaped quotes', (text) => text.replaceAll('"', '&quot;')],
  ['first_name', 'with single spaces', (text) => text.replaceAll(/ +/g, ' ')],
  ['last_name', 'with single spaces', (text) => text.replaceAll(/ +/g, ' ')],
  ['label', 'cut at 128 characters', (text) => Array.from(text).slice(0, 128).join('')],
  ['label', 'cut at 254 characters', (text) => Array.from(text).slice(0, 254).join('')],
  ['first_name', 'with one apostrophe for two', (text) => text.replaceAll("''", "'")],
  ['last_name', 'without backslashes', (text) => text.replaceAll('\\', '')],
];

const gateways: readonly [name: string, breaks: string, gateway: () => Gateway][] = [
  ['answers an update without what is linked', 'PROF-04', lacksLinks],
  ['answers an update as if what it left out were cleared', 'PROF-04', emptiesWhatWasKept],
  ['starts an update from the record before the last one', 'PROF-05', startsFromTheRecordBefore],
  ['takes a first name alone for the last name as well', 'PROF-05', copiesTheFirstName],
  ['updates the newest profile as well', 'PROF-08', updatesTheNewestToo],
  ['deletes the profile made before as well', 'PROF-10', deletesANeighbour(-1)],
  ['deletes the profile made after as well', 'PROF-10', deletesANeighbour(1)],
  ['takes updated_at back by a second with each update', 'PROF-07', goesBackByASecond],
  ['demands that first and last name differ', 'PROF-04', () => demandsTwoNames],
  ['forgets the later of two deletions at once', 'PROF-09', forgetsTheLaterDeletion],
  ['deletes for a second only', 'PROF-09', deletesForASecond],
];

describe.concurrent('a gateway that', () => {
  // What else it breaks depends on what is read when it reverts them.
  it('takes updates back after 300 ms breaks PROF-05', async () => {
    const { results } = await judgeSandbox({ rules, gateway: takesUpdatesBack() });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toContain(
      'PROF-05',
    );
  });

  // Which label that is depends on what else is under way: it may not come again.
  it.each([1, 2, 3])('gives an update the label of another does not pass, seed %i', async (seed) => {
    const { results } = await judgeSandbox({ rules, seed, gateway: leaksTheLabelBefore() });
    expect(results.find(({ rule }) => rule.id === 'PROF-05')?.verdict).not.toBe('pass');
  });

  it.each(changesOfTexts)('stores %s %s breaks PROF-04 and PROF-05', async (field, _, change) => {
    const { results } = await judgeSandbox({ rules, gateway: changing(field, change)() });
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ rule }) => rule.id)).toEqual(['PROF-04', 'PROF-05']);
  });

  it.each(gateways)('%s breaks %s and nothing else', async (_, breaks, gateway) => {
    const { results } = await judgeSandbox({ rules, gateway: gateway() });
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ rule }) => rule.id)).toEqual([breaks]);
  });
});
