/** Checks of statements by what further public bug reports name: words, operands, caches, requests that meet. */
import type { StatementId } from '../../src/index.ts';
import { configuration } from '../configuration.ts';
import type { Json, Probe, Seen } from '../probe.ts';
import type { Receiver } from '../receiver.ts';
import { takesFilters, takesFurther, unknownUuid } from './check.ts';
import type { Check } from './check.ts';
import { flood } from './limits.ts';

/** Ordinary text, which any service takes and returns as it is. */
const ordinary = ['constructor', 'Scunthorpe', 'Test', '-x', 'Van Der Berg', "d'arc", 'Ж'.repeat(40)];
/** Not ordinary text: it may be refused, but comes back as it is where it is accepted. */
const odd = ['a\r\nb', 'a\nb', 'so "called"', '_so_ it', 'a\tb %s\u200b'];

/** In brackets, a sign may be how a list is written. */
const takesJson = (probe: Probe): boolean =>
  takesFilters(probe) && probe.dialect.filterPlacement !== 'query-brackets';

function newProfile({ sandbox }: Probe): string {
  return sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: null });
}

function newWebhook({ sandbox }: Probe, target_url: string): string {
  return sandbox.createWebhook(0, { event: 'further', request_method: 'POST', target_url });
}

/** Whether a page contradicts its own envelope. */
function isContradictory({ ok, json, data }: Seen): boolean {
  const rest = Math.max(0, Number(json['total']) - Number(json['offset']));
  return ok && data.length !== Math.min(Number(json['limit']), rest);
}

/** Whether an update of the label with this body is answered with another label. */
async function answersOther(probe: Probe, uuid: string, label: string, text?: string): Promise<boolean> {
  const { ok, json } = await probe.update(uuid, { label }, text === undefined ? {} : { text });
  await probe.settled();
  return ok && json['label'] !== label;
}

/** Sends two tests at the same time, to targets that answer with 203 and 206; returns the answers. */
async function testsMeeting(
  probe: Probe,
  receiver: Receiver,
  paths: readonly [string, string],
): Promise<readonly Seen[]> {
  const isFirst = (): boolean => receiver.calls.at(-1)?.url === paths[0];
  receiver.answer = {
    get status() {
      return isFirst() ? 203 : 206;
    },
    get body() {
      return isFirst() ? 'the first of two' : 'the second of two';
    },
  };
  return Promise.all(paths.map(async (path) => probe.test(configuration(`${receiver.url}${path}`))));
}

/** Types and bodies of responses that are successes like any other. */
const unusualResponses: readonly (readonly [type: string, body: string | Uint8Array])[] = [
  ['application/json', '["unusual-2915"]'],
  ['application/json', 'OK unusual-2915'],
  ['application/xml', '<unusual>unusual-2915</unusual>'],
  ['text/plain', Buffer.from('unusual-2915 é', 'latin1')],
];

/** Whether an answer shows a target's response. */
function isShown({ status, text }: Seen, expected: number, body: string): boolean {
  return status === expected || text.includes(String(expected)) || text.includes(body);
}

export const furtherReportedChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'PROF-04': async (probe) => {
    const uuid = newProfile(probe);
    for (const label of ordinary) {
      const { ok, json } = await probe.update(uuid, { label });
      if (!ok || json['label'] !== label) return true;
      await probe.settled();
      if (!(await probe.update(uuid, { label })).ok) return true;
      await probe.settled();
    }
    for (const label of odd) if (await answersOther(probe, uuid, label)) return true;
    const inTurn = await probe.update(uuid, { last_name: 'Last', first_name: 'First' });
    await probe.settled();
    if (inTurn.json['first_name'] !== 'First') return true;
    return answersOther(probe, uuid, '𝒳', String.raw`{"label":"\ud835\udcb3"}`);
  },
  'PROF-01': async (probe) => {
    const uuid = newProfile(probe);
    const { ok } = await probe.update(uuid, { label: '' });
    await probe.settled();
    return ok && !('label' in (await probe.profile(uuid)).json);
  },
  'PROF-05': async (probe) => {
    const uuid = newProfile(probe);
    const read = async (coding: string): Promise<Seen> =>
      probe.profile(uuid, { headers: { 'accept-encoding': coding } });
    await read('identity');
    await read('br');
    await probe.update(uuid, { label: 'anew' }, { headers: { 'accept-encoding': 'br' } });
    await probe.settled();
    return (await read('identity')).json['label'] !== 'anew';
  },
  'PROF-08': async (probe) => {
    const [uuid, other] = [newProfile(probe), newProfile(probe)];
    await probe.update(uuid, { first_name: 'Changed', uuid: other });
    await probe.settled();
    return (await probe.profile(other)).json['first_name'] !== 'A';
  },
  'PROF-09': async (probe) => {
    const uuid = newProfile(probe);
    const { colleagueToken: token } = probe.sandbox.accounts[0];
    await probe.profile(uuid, { token });
    return !(await probe.deleteProfile(uuid)).ok;
  },
  'KEY-01': async (probe) => {
    const control = await probe.createKey('an ordinary name');
    return control.ok && !(await probe.createKey('constructor')).ok;
  },
  'KEY-02': async (probe) => {
    for (const name of ['0x1F9a', 'Folded', 'FOLDED']) {
      const { ok, json } = await probe.createKey(name);
      if (ok && json['name'] !== name) return true;
    }
    return false;
  },
  'AUTH-05': async (probe) => {
    for (const length of [1, 2, 3]) {
      const { ok, json } = await probe.createKey('ÿ'.repeat(length));
      if (ok && !(await probe.list('', { token: String(json['last_token']) })).ok) return true;
    }
    return false;
  },
  'FILT-01': async (probe) => {
    if (!takesFilters(probe)) return false;
    const operands = [
      'nePOST',
      'PO*',
      String.raw`P\OST`,
      'POS[T]',
      'POS?',
      'POST#x',
      'POST--x',
      ...(takesJson(probe) ? ['POST|PUT', ''] : []),
    ];
    await probe.deleteWebhook(newWebhook(probe, 'https://further.example/filtered'));
    await probe.settled();
    for (const operand of operands)
      if ((await probe.filtered({ request_method: operand })).data.length > 0) return true;
    if (!takesFurther(probe) || !takesJson(probe)) return false;
    return (await probe.filtered({ name: '' })).data.length > 0;
  },
  'FILT-04': async (probe) => {
    if (!takesJson(probe)) return false;
    const { total } = (await probe.list()).json;
    const differing = await probe.filtered({ request_method: { '!=': 'POST|PUT' } });
    if (differing.json['total'] !== total) return true;
    return (await probe.filtered({ event: { '!=': '' } })).data.length === 0;
  },
  'FILT-02': async (probe) => {
    if (!takesJson(probe)) return false;
    const target_url = 'https://further.example/a,b';
    newWebhook(probe, target_url);
    if ((await probe.filtered({ target_url: [target_url] })).data.length !== 1) return true;
    return (await probe.filtered({ target_url: ['target_url', `${target_url}/`, 'all'] })).data.length > 0;
  },
  'PAGE-04': async (probe) => (await flood(probe)).some(({ ok, json }) => ok && !Array.isArray(json['data'])),
  'PAGE-05': async (probe) => {
    if (!takesFilters(probe)) return false;
    const filter: Json = { uuid: { '!=': unknownUuid } };
    return isContradictory(await probe.filtered(filter, 'limit=20&offset=20'));
  },
  'PAGE-06': async (probe) => {
    const { ok, json, data } = await probe.list('?limit=250');
    return ok && json['has_more'] !== Number(json['offset']) + data.length < Number(json['total']);
  },
  'JSON-01': async (probe) => {
    await probe.list();
    const uuid = newProfile(probe);
    const answers = [
      await probe.list(),
      await probe.profile(uuid),
      await probe.update(uuid, { label: 'a\fb' }),
    ];
    return answers.some(({ ok, isJson }) => ok && !isJson);
  },
  'TEAM-02': async (probe) => {
    const uuid = newProfile(probe);
    const { token } = probe.sandbox.accounts[1];
    const reads = await Promise.all([probe.profile(uuid), probe.profile(uuid, { token })]);
    return reads[1].ok;
  },
  'TEST-02': async (probe, receiver) => {
    for (const path of ['/further?code=007&b=1', '/:id/on']) {
      const before = receiver.calls.length;
      await probe.test(configuration(`${receiver.url}${path}`));
      if (receiver.calls.slice(before).some(({ url }) => url !== path)) return true;
    }
    const paths = ['/meeting/first', '/meeting/second'] as const;
    const before = receiver.calls.length;
    await testsMeeting(probe, receiver, paths);
    const called = receiver.calls.slice(before).map(({ url }) => url);
    return paths.some((path) => !called.includes(path));
  },
  'TEST-04': async (probe, receiver) => {
    receiver.answer = { status: 209, body: 'of no type', headers: {} };
    const untyped = await probe.test(configuration(receiver.url));
    if (!isShown(untyped, 209, 'of no type')) return true;
    for (const [type, body] of unusualResponses) {
      receiver.answer = { status: 203, body, headers: { 'content-type': type } };
      if (!isShown(await probe.test(configuration(receiver.url)), 203, 'unusual-2915')) return true;
    }
    const [first, second] = await testsMeeting(probe, receiver, ['/first', '/second']);
    return (
      first === undefined ||
      second === undefined ||
      !isShown(first, 203, 'the first of two') ||
      !isShown(second, 206, 'the second of two')
    );
  },
  'DEL-01': async (probe, receiver) => {
    const uuid = newWebhook(probe, 'https://further.example/deleted');
    await probe.deleteWebhook(uuid);
    await probe.settled();
    await probe.test({ uuid, ...configuration(receiver.url) });
    if (probe.sandbox.accounts[0].webhooks().includes(uuid)) return true;
    const [{ uuid: listed } = {}] = (await probe.list('?limit=3')).data;
    await probe.deleteWebhook(String(listed));
    await probe.settled();
    await probe.list('?limit=3&offset=3');
    if ((await probe.list('?limit=3')).data.some((one) => one['uuid'] === listed)) return true;
    if (!takesJson(probe)) return false;
    const [{ uuid: other } = {}] = (await probe.list()).data;
    return (await probe.filtered({ uuid: [other, uuid] })).data.length !== 1;
  },
  'DEL-02': async (probe) => {
    newWebhook(probe, 'https://further.example/last');
    const listed = (await probe.list()).data.map(({ uuid }) => String(uuid));
    const before = probe.sandbox.accounts[0].webhooks();
    const [first = '', second = ''] = listed;
    for (const uuid of [first, second]) await probe.deleteWebhook(uuid);
    await probe.settled();
    const deleted = [first, second].map((uuid) => uuid.toLowerCase());
    const left = new Set(probe.sandbox.accounts[0].webhooks().map((uuid) => uuid.toLowerCase()));
    return before.some((uuid) => !deleted.includes(uuid.toLowerCase()) && !left.has(uuid.toLowerCase()));
  },
};
