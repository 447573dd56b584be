/** The script: a few hundred requests to all operations, the same for every service, to compare two services. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CallListener, Network } from '@outreach-api/wire/network';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { textOf } from '@outreach-api/model/texts/text-of';
import type { Target } from '../../src/target/target.ts';
import { askFilters } from './ask-filters.ts';
import { Asker, type Openness, type ScriptedAnswer } from './asker.ts';
import { targetAnswer } from './described-part.ts';
import * as inputs from './script-inputs.ts';

const list = '/integrations/api/webhooks';
const keys = '/id/api/jwt-tokens/create-api-key';
const profiles = '/flows/api/sender-profiles';
const unknownUuid = '0b5c9f0e-0000-4000-8000-0123456789ab';

/** How long a change that was answered 202 may take, in milliseconds. */
const changeMs = 150;

/** Sends all requests of the script to a service within the process, under virtual time. */
export async function script(target: Target, network: Network): Promise<readonly ScriptedAnswer[]> {
  const asker = new Asker(target, network);
  const calls: string[] = [];
  const listener = await network.listen('127.0.0.1:0', ({ method, path, length }) => {
    calls.push(`${method} ${path} ${length > 0 ? 'with a payload' : 'without'}`);
    const status = path.includes('fails') ? targetAnswer.failure : targetAnswer.status;
    return {
      delayMs: 0,
      answer: { status, type: 'text/plain', body: targetAnswer.body },
      hungUp: () => undefined,
    };
  });
  const provision = await target.provision?.({ baseUrl: target.baseUrl, token: target.token, env: {} });
  // Created first, so that their uuids are the same whatever follows.
  const hook = {
    event: 'contact_replied',
    request_method: 'POST',
    target_url: 'https://hooks.example.com/made',
  };
  const webhook = (await provision?.createWebhook?.(hook)) ?? unknownUuid;
  const names = { first_name: 'Made', last_name: 'To Go', label: null };
  const disposable = (await provision?.createSenderProfile?.(names)) ?? unknownUuid;
  const [profile = unknownUuid, other = unknownUuid] = target.fixtures.senderProfiles;
  await askLists(asker);
  await askFilters(asker);
  await askWithCredentials(asker, profile);
  await askKeys(asker);
  await askTests(asker, listener, calls);
  await askProfiles(asker, profile, other);
  await askToDeleteWebhook(asker, webhook);
  await askToDeleteProfile(asker, disposable, other);
  await askElsewhere(asker);
  await askPastTheLimit(asker, profile);
  await listener.close();
  return asker.answers;
}

async function askLists(asker: Asker): Promise<void> {
  for (const query of inputs.ordinaryQueries) await asker.ask('GET', `${list}?${query}`, openPast(query));
  for (const query of inputs.oddQueries) await asker.ask('GET', `${list}?${query}`, { open: 'the answer' });
  for (let offset = 0; offset < 60; offset += 13) {
    const query = `limit=13&offset=${offset}`;
    await asker.ask('GET', `${list}?${query}`, openPast(query));
  }
  const headers = { 'accept-encoding': 'identity' };
  await asker.ask('GET', list, { headers });
}

/** An offset past the end may be refused. */
function openPast(query: string): { readonly open?: 'whether it is taken' } {
  return /offset=[1-9]/.test(query) ? { open: 'whether it is taken' } : {};
}

async function askWithCredentials(asker: Asker, profile: string): Promise<void> {
  const { token, otherAccountToken, expiredToken } = asker.target;
  const [header = '', payload = '', signature = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const refused = [
    null,
    '',
    'Bearer',
    'Bearer no-key',
    `Basic ${token}`,
    token,
    `Bearer ${none}.${payload}.`,
    `Bearer ${header}.${payload}.`,
    `Bearer ${header}.${Buffer.from('{"sub":"1"}').toString('base64url')}.${signature}`,
    `Bearer ${token}x y`,
    ...(expiredToken === null ? [] : [`Bearer ${expiredToken}`]),
  ];
  for (const authorization of refused) {
    await askEach(asker, profile, authorization);
    await asker.ask('GET', `${profiles}/${profile}`);
  }
  await askEach(asker, profile, `Bearer ${otherAccountToken}`, 'the answer');
  await asker.ask('GET', `${profiles}/${profile}`);
  for (const spelling of ['bearer', 'BEARER', 'Bearer  '])
    await asker.ask('GET', `${list}?limit=1`, {
      authorization: `${spelling} ${token}`,
      open: 'whether it is taken',
    });
}

/** The answer to a change by another account is open, but the change must have no effect. */
async function askEach(
  asker: Asker,
  profile: string,
  authorization: string | null,
  open: Openness = 'nothing',
): Promise<void> {
  const { data } = await asker.ask('GET', `${list}?limit=1`, { authorization });
  const records: readonly unknown[] = Array.isArray(data) ? data : [];
  asker.note('webhooks shown', JSON.stringify(records.filter(isRecord).map(({ uuid }) => uuid)));
  const hook = (await asker.ask('GET', `${list}?limit=1`))['data'];
  const shown: readonly unknown[] = Array.isArray(hook) ? hook : [];
  const uuid = shown.filter(isRecord).map((one) => textOf(one['uuid']))[0] ?? unknownUuid;
  await asker.ask('DELETE', `${list}/${uuid}`, { authorization, open });
  await asker.ask('GET', `${profiles}/${profile}`, { authorization });
  await asker.ask('PUT', `${profiles}/${profile}`, { authorization, open, body: { last_name: 'Intruder' } });
  await asker.ask('DELETE', `${profiles}/${profile}`, { authorization, open });
  await asker.ask('POST', keys, { authorization, body: {} });
}

async function askKeys(asker: Asker): Promise<void> {
  const made: string[] = [];
  for (const name of inputs.ordinaryTexts) {
    const { last_token: token } = await asker.ask('POST', keys, {
      body: { name },
      open: 'whether it is taken',
    });
    if (typeof token === 'string') made.push(token);
  }
  for (const token of made.slice(0, 2)) {
    const authorization = `Bearer ${token}`;
    await asker.ask('GET', `${list}?limit=1`, { authorization, open: 'whether it is taken' });
    await asker.ask('POST', keys, { authorization, body: { name: 'by a key' }, open: 'whether it is taken' });
  }
  for (const name of inputs.oddTexts)
    await asker.ask('POST', keys, { body: { name }, open: 'whether it is taken' });
  for (const body of [{}, [], { title: 'x' }]) await asker.ask('POST', keys, { body });
  await asker.ask('POST', keys, { body: 'no JSON', open: 'whether it is taken' });
  await asker.ask('POST', keys, { body: { name: 'x', scope: 'all' }, open: 'whether it is taken' });
  for (const type of ['text/plain', 'Application/JSON; charset=utf-8', ''])
    await asker.ask('POST', keys, {
      body: { name: 'typed' },
      headers: { 'content-type': type },
      open: 'whether it is taken',
    });
  const atOnce = ['one', 'two', 'three'].map(async (name) =>
    asker.ask('POST', keys, { body: { name }, open: 'the answer' }),
  );
  const jtis = (await Promise.all(atOnce)).flatMap(({ jti }) => (jti === undefined ? [] : [jti]));
  asker.note('keys made at once share a jti', String(new Set(jtis).size < jtis.length));
}

async function askTests(asker: Asker, { url }: CallListener, calls: string[]): Promise<void> {
  const whole = {
    event: 'contact_replied',
    request_method: 'POST',
    target_url: `${url}/some/path?a=1&b=%20c`,
  };
  const { data } = await asker.ask('GET', `${list}?limit=1`);
  const records: readonly unknown[] = Array.isArray(data) ? data : [];
  const uuid = records.filter(isRecord).map((one) => textOf(one['uuid']))[0] ?? unknownUuid;
  const called = (what: string): void => {
    asker.note(`calls for ${what}`, calls.splice(0).join('; '));
  };
  const test = async (body: JsonObject, open: 'nothing' | 'whether it is taken'): Promise<void> => {
    await asker.ask('POST', `${list}/test`, { body, open });
    if (open === 'nothing') called(JSON.stringify(body));
    else calls.splice(0);
  };
  const testBy = async (request_method: string): Promise<void> => {
    const body = { ...whole, request_method };
    await asker.ask('POST', `${list}/test`, { body, open: 'whether it is taken' });
    const made = calls.length === 0 ? 'refused' : calls.splice(0).join('; ');
    // Whether a delivery carries a payload is open if its method needs none.
    const part = ['PUT', 'PATCH'].includes(request_method)
      ? made
      : made.replaceAll(' with a payload', ' without');
    asker.note(`calls by ${request_method}`, part, 'whether it is taken');
  };
  await test(whole, 'nothing');
  await test({ uuid, ...whole }, 'nothing');
  for (const one of [uuid, unknownUuid, 'no uuid']) await test({ uuid: one }, 'nothing');
  for (const field of Object.keys(whole))
    await test(Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field)), 'nothing');
  for (const request_method of ['GET', 'PUT', 'PATCH', 'DELETE']) await testBy(request_method);
  await test({ ...whole, target_url: `${url}/fails` }, 'whether it is taken');
  for (const body of inputs.oddTests(whole, uuid)) await test(body, 'whether it is taken');
  await asker.ask('POST', `${list}/test`, { body: '{"event":', open: 'whether it is taken' });
  await asker.ask('GET', `${list}?limit=20`);
}

async function askProfiles(asker: Asker, profile: string, other: string): Promise<void> {
  const path = `${profiles}/${profile}`;
  const look = async (): Promise<void> => {
    await asker.settled(changeMs);
    for (const uuid of [profile, other]) await asker.ask('GET', `${profiles}/${uuid}`);
  };
  await asker.ask('PUT', path, { body: { first_name: 'Ada', last_name: 'Known', label: 'first' } });
  await look();
  const settled = { first_name: 'Ada', last_name: 'Known', label: 'settled' };
  for (const body of inputs.ordinaryUpdates) {
    await asker.ask('PUT', path, { body });
    await look();
    await wait(1000);
  }
  for (const body of inputs.oddUpdates) {
    await asker.ask('PUT', path, { body, open: 'whether it is taken' });
    await asker.ask('GET', path, { open: 'the answer' });
    await wait(changeMs);
    await asker.ask('GET', path, { open: 'the answer' });
    await asker.ask('PUT', path, { body: settled });
    await asker.settled(changeMs);
  }
  await look();
  // Which one wins is open; this is checked afterwards.
  await Promise.all(
    ['A', 'B', 'C', 'D'].map(async (name) =>
      asker.ask('PUT', path, { body: { first_name: name, last_name: name }, open: 'the answer' }),
    ),
  );
  await wait(changeMs);
  const { first_name, last_name } = await asker.ask('GET', path, { open: 'the answer' });
  asker.note('one of the updates at once has won whole', String(first_name === last_name));
  await asker.ask('PUT', path, { body: settled });
  await look();
  await asker.ask('GET', `${profiles}/${unknownUuid}`);
  await asker.ask('PUT', `${profiles}/${unknownUuid}`, { body: settled });
  for (const uuid of ['no-uuid', profile.toUpperCase(), profile.toLowerCase()])
    await asker.ask('GET', `${profiles}/${uuid}`, { open: 'whether it is taken' });
}

async function askToDeleteWebhook(asker: Asker, uuid: string): Promise<void> {
  await asker.ask('GET', list);
  await asker.ask('DELETE', `${list}/${uuid}`);
  await asker.settled(changeMs);
  for (const query of ['', 'offset=20', 'offset=40'])
    await asker.ask('GET', `${list}?${query}`, openPast(query));
  for (const one of [uuid, unknownUuid, 'no-uuid'])
    await asker.ask('DELETE', `${list}/${one}`, { open: 'whether it is taken' });
  await asker.ask('GET', list);
}

async function askToDeleteProfile(asker: Asker, uuid: string, other: string): Promise<void> {
  const path = `${profiles}/${uuid}`;
  await asker.ask('GET', path);
  await asker.ask('DELETE', path);
  await asker.settled(changeMs);
  await asker.ask('GET', path);
  await asker.ask('PUT', path, { body: { last_name: 'Back' } });
  for (const one of [uuid, unknownUuid, 'no-uuid'])
    await asker.ask('DELETE', `${profiles}/${one}`, { open: 'whether it is taken' });
  await asker.ask('GET', `${profiles}/${other}`);
}

async function askElsewhere(asker: Asker): Promise<void> {
  for (const path of ['/', '/nothing', `${list}/`, `${list}/a/b`, profiles, `${keys}/x`])
    for (const method of ['GET', 'POST', 'DELETE']) await asker.ask(method, path, { open: 'the answer' });
  for (const method of ['PATCH', 'HEAD', 'OPTIONS']) await asker.ask(method, list, { open: 'the answer' });
  await asker.ask('POST', keys, { body: { name: 'x'.repeat(1_100_000) }, open: 'the answer' });
}

/** If a service has no limit, these are just reads; if it has one, it lifts in the end. */
async function askPastTheLimit(asker: Asker, profile: string): Promise<void> {
  await wait(60_000);
  const authorization = `Bearer ${asker.target.otherAccountToken}`;
  for (let count = 0; count < 70; count += 1) await asker.ask('GET', `${list}?limit=1`);
  for (let count = 0; count < 15; count += 1) await asker.ask('GET', `${list}?limit=1`, { authorization });
  await asker.ask('PUT', `${profiles}/${profile}`, { body: { last_name: 'Limited' } });
  for (const pauseMs of [300, 1000, 10_000, 60_000]) {
    await asker.ask('GET', `${list}?limit=1`, { authorization });
    await wait(pauseMs);
    await asker.ask('GET', `${profiles}/${profile}`);
  }
}
