/** The TEAM rule on lists, on services that mix up the lists of accounts. */
import { expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { ruleNamed } from '../../../test/rules-named.ts';

/** Each of two accounts lists the other's webhooks instead of its own. */
const listsOfTheOther: Gateway = async (request, pass, { accounts: [first, second] }) => {
  if (request.method !== 'GET' || !request.url.includes('/webhooks')) return pass(request);
  const authorization = request.headers.get('authorization');
  const swapped = new Map([
    [`Bearer ${first.token}`, `Bearer ${second.token}`],
    [`Bearer ${second.token}`, `Bearer ${first.token}`],
  ]);
  const headers = new Headers(request.headers);
  headers.set('authorization', swapped.get(authorization ?? '') ?? authorization ?? '');
  return pass(new Request(request, { headers }));
};

test('a webhook that was made for this account is its own, also where its list leaves it out', async () => {
  const { results } = await judgeSandbox({
    rules: [ruleNamed('TEAM-01')],
    gateway: listsOfTheOther,
    allow: { createApiKeys: 0 },
  });
  expect(results[0]?.verdict).toBe('fail');
});

/** A key that is created lists the webhooks of the other account. */
function createdKeysOfTheOther(): Gateway {
  const made = new Set<string>();
  return async (request, pass, { accounts: [, second] }) => {
    const { method, url, headers } = request;
    const isOurs = made.has(headers.get('authorization') ?? '');
    if (method === 'GET' && url.includes('/webhooks') && isOurs)
      return pass(new Request(request, { headers: { authorization: `Bearer ${second.token}` } }));
    const isByOther = headers.get('authorization') === `Bearer ${second.token}`;
    const answer = await pass(request);
    const body: unknown = method === 'POST' && answer.ok ? await answer.clone().json() : null;
    if (isRecord(body) && !isByOther) made.add(`Bearer ${String(body['last_token'])}`);
    return answer;
  };
}

test('a key of this account that has just been created lists nothing of the other', async () => {
  const { results } = await judgeSandbox({ rules: [ruleNamed('TEAM-01')], gateway: createdKeysOfTheOther() });
  expect(results[0]?.verdict).toBe('fail');
});

/** Each list starts with an empty record. */
const emptyRecordFirst: Gateway = async (request, pass) => {
  const answer = await pass(request);
  const body: unknown = request.method === 'GET' ? await answer.clone().json() : null;
  if (!isRecord(body) || !Array.isArray(body['data'])) return answer;
  const empty = { uuid: '', event: '', request_method: '', target_url: '' };
  return Response.json({ ...body, data: [empty, ...body['data'].slice(1)] });
};

test('an empty record is of nobody, in whose list it may be', async () => {
  const { results } = await judgeSandbox({ rules: [ruleNamed('TEAM-01')], gateway: emptyRecordFirst });
  expect(results[0]?.breach?.actual).toBe(undefined);
});

/** Creations are answered 202, and a key is accepted 900 ms later. */
function keysThatTakeAMoment(): Gateway {
  const since = new Map<string, number>();
  return async (request, pass) => {
    const made = since.get(request.headers.get('authorization') ?? '');
    if (made !== undefined && performance.now() < made + 900) return Response.json({}, { status: 401 });
    const answer = await pass(request);
    const body: unknown = request.method === 'POST' && answer.ok ? await answer.clone().json() : null;
    if (!isRecord(body) || typeof body['last_token'] !== 'string') return answer;
    since.set(`Bearer ${body['last_token']}`, performance.now());
    return Response.json(body, { status: 202 });
  };
}

test('a key of another account that works only a moment after its creation is waited for', async () => {
  const { results } = await judgeSandbox({ rules: [ruleNamed('TEAM-01')], gateway: keysThatTakeAMoment() });
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass']);
});
