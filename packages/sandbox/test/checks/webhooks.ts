/** Checks of TEST and DEL. */
import { configuration } from '../configuration.ts';
import { pause } from '../own-clock.ts';
import type { Json, Probe, Seen } from '../probe.ts';
import type { Receiver } from '../receiver.ts';
import { same, unknownUuid, walk } from './check.ts';
import type { Check } from './check.ts';

/** Tests a webhook, and returns the answer with the calls received. */
async function tested(
  probe: Probe,
  receiver: Receiver,
  body: Json,
): Promise<{ seen: Seen; calls: Receiver['calls'] }> {
  const before = receiver.calls.length;
  const seen = await probe.test(body);
  return { seen, calls: receiver.calls.slice(before) };
}

const otherMethods = ['GET', 'PUT', 'PATCH', 'DELETE'];

/** Deletes a webhook; returns what the list lost and what changed in it. */
async function afterDelete(
  probe: Probe,
): Promise<{ seen: Seen; gone: Json[]; total: number; changed: Json[] }> {
  const before = await walk(probe);
  const targets = before.map((one) => one['target_url']);
  // One that shares its target with another: a careless service deletes by the target.
  const uuid = before.find((one, i) => targets.includes(one['target_url'], i + 1))?.['uuid'];
  const seen = await probe.deleteWebhook(String(uuid));
  await probe.settled();
  const total = Number((await probe.list()).json['total']);
  const after = await walk(probe);
  const gone = before.filter((one) => !after.some((other) => other['uuid'] === one['uuid']));
  const changed = after.filter((one) => !before.some((other) => same(one, other)));
  return {
    seen,
    gone: gone.filter((one) => one['uuid'] !== uuid),
    total,
    changed: [...changed, ...after.filter((one) => one['uuid'] === uuid)],
  };
}

export const webhookChecks = {
  'TEST-01': async (probe) => {
    const [uuid] = probe.sandbox.accounts[0].webhooks();
    const another = { token: probe.sandbox.accounts[1].token };
    const seen = [
      await probe.test({ uuid }),
      await probe.test({ uuid: unknownUuid }),
      await probe.test({ uuid }, another),
      await probe.test({ uuid: probe.sandbox.accounts[0].senderProfiles()[0] }),
    ];
    await probe.deleteWebhook(String(uuid));
    await probe.settled();
    seen.push(await probe.test({ uuid }));
    return seen.some(({ status }) => status !== 422);
  },
  'TEST-02': async (probe, receiver) => {
    const path = `/Hooks//In;v=a?b=2&a=1&b=3&none=&sign=a%2Bb%26c&blank=a%20b&long=${'x'.repeat(200)}`;
    for (let time = 0; time < 2; time += 1) {
      const { calls } = await tested(probe, receiver, configuration(`${receiver.url}${path}`));
      if (calls.length === 0 || calls.some(({ url }) => url !== path)) return true;
    }
    const slash = await tested(probe, receiver, configuration(`${receiver.url}/in/`));
    if (slash.calls.some(({ url }) => url !== '/in/')) return true;
    const unusual = `/a+b?b=2&a=1&b=3&rate=a%25b&name=%C3%A9&next=a?b&long=${'x'.repeat(2100)}`;
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { calls } = await tested(probe, receiver, configuration(`${receiver.url}${unusual}`, method));
      if (calls.some(({ url }) => url !== unusual)) return true;
    }
    const get = configuration(`${receiver.url}/get`, 'GET');
    const [first, again] = [await tested(probe, receiver, get), await tested(probe, receiver, get)];
    return first.seen.ok && again.seen.ok && again.calls.length === 0;
  },
  'TEST-03': async (probe, receiver) => {
    const post = await tested(probe, receiver, configuration(receiver.url));
    let others = 0;
    for (const method of otherMethods) {
      const { seen, calls } = await tested(probe, receiver, configuration(receiver.url, method));
      if (calls.some((call) => call.method !== method)) return true;
      if (seen.ok && calls.length > 0) others += 1;
    }
    return post.calls.length === 0 || post.calls.some(({ method }) => method !== 'POST') || others === 0;
  },
  'TEST-04': async (probe, receiver) => {
    const answers = [
      { status: 202, body: 'first-7391' },
      { status: 418, body: 'second-8250' },
      { status: 207, body: 'third-1649' },
      { status: 203, body: 'fourth-5502', headers: { 'content-type': 'text/plain' } },
      { status: 208, body: 'fifth-3308', headers: { 'content-type': 'text/html' } },
      { status: 206, body: `sixth-2417${'.'.repeat(10_000)}` },
      { status: 200, body: '' },
    ];
    for (const answer of answers) {
      receiver.answer = answer;
      const { seen } = await tested(probe, receiver, configuration(receiver.url));
      if (answer.status < 300 && !seen.ok) return true;
      if (
        answer.body !== '' &&
        seen.status !== answer.status &&
        ![String(answer.status), answer.body].some((part) => seen.text.includes(part))
      )
        return true;
    }
    return false;
  },
  'TEST-05': async (probe, receiver) => {
    const full: Json = { uuid: probe.sandbox.accounts[0].webhooks()[0], ...configuration(receiver.url) };
    const before = receiver.calls.length;
    for (const field of ['event', 'request_method', 'target_url']) {
      const body = Object.fromEntries(Object.entries(full).filter(([name]) => name !== field));
      const { uuid: _, ...withoutUuid } = body;
      if ((await probe.test(body)).ok || (await probe.test(withoutUuid)).ok) return true;
    }
    if (probe.dialect.targetFailure !== '200') {
      // A refusal because the target cannot be reached does not concern the body: use one that can.
      const reachable = probe.sandbox.createWebhook(0, configuration(`${receiver.url}/stored`));
      const { event, request_method: method } = configuration(receiver.url);
      if ((await probe.test({ uuid: reachable, event, request_method: method })).ok) return true;
    }
    const get: Json = { request_method: 'GET', target_url: receiver.url };
    if ((await probe.test(get)).ok) return true;
    await probe.test({ uuid: probe.sandbox.createWebhook(0, configuration(`${receiver.url}/alone`)) });
    await pause(700);
    return receiver.calls.length !== before;
  },
  'TEST-06': async (probe, receiver) => {
    const [uuid] = probe.sandbox.accounts[0].webhooks();
    const plain = await tested(probe, receiver, configuration(receiver.url));
    const withUuid = await tested(probe, receiver, { uuid, ...configuration(receiver.url) });
    return [plain, withUuid].some(({ seen, calls }) => !seen.ok || calls.length === 0);
  },
  'TEST-07': async (probe, receiver) => {
    // With its own event and method: whatever a test stores in it shows.
    const own = probe.sandbox.createWebhook(0, { ...configuration(receiver.url, 'PUT'), event: 'own' });
    const before = await walk(probe);
    const uuid = before[2]?.['uuid'];
    await probe.test(configuration(receiver.url));
    await probe.test({ uuid: own, ...configuration(receiver.url) });
    await probe.test({ uuid, ...configuration(receiver.url) });
    await probe.test({ uuid, ...configuration(receiver.url), event: 'contact_replied' });
    await probe.test({ uuid, ...configuration(receiver.url, 'GET') });
    await probe.test({ uuid: unknownUuid, ...configuration(receiver.url) });
    await probe.test({ request_method: 'POST', target_url: receiver.url });
    receiver.answer = { status: 410, body: 'gone' };
    await probe.test({ uuid: own, ...configuration(receiver.url) });
    await pause(700);
    return !same(before, await walk(probe));
  },
  'TEST-08': async (probe, receiver) => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { seen, calls } = await tested(probe, receiver, configuration(receiver.url, method));
      if (seen.ok && calls.some((call) => call.method === method && !hasData(call.body))) return true;
      if (method === 'POST' && !calls.some((call) => hasData(call.body))) return true;
    }
    return false;
  },
  'TEST-09': async (probe, receiver) => {
    for (const answer of [{ status: 200 }, { status: 200, delayMs: 300 }]) {
      receiver.answer = { ...answer, body: 'once' };
      const { calls } = await tested(probe, receiver, configuration(receiver.url));
      if (calls.length !== 1) return true;
    }
    return false;
  },
  'DEL-01': async (probe) => {
    const before = Number((await probe.list()).json['total']);
    const { seen, total, changed } = await afterDelete(probe);
    return (
      !seen.ok ||
      total !== before - 1 ||
      changed.some(({ uuid }) => !probe.sandbox.accounts[0].webhooks().includes(String(uuid))) ||
      (await stillListed(probe))
    );
  },
  'DEL-02': async (probe) => {
    const { gone, changed } = await afterDelete(probe);
    if (gone.length > 0 || changed.length > 0) return true;
    const [like = ''] = probe.sandbox.accounts[0].webhooks();
    await probe.deleteWebhook(`${like.slice(0, 24)}${'0'.repeat(12)}`);
    await probe.settled();
    return !probe.sandbox.accounts[0].webhooks().includes(like);
  },
} satisfies Record<string, Check>;

/** Whether a body contains any data. */
function hasData(body: string): boolean {
  return !['', 'null', '{}', '[object Object]'].includes(body);
}

/** Whether a deleted webhook is still listed: in pages, in the bare list, to a new key, or under a filter. */
async function stillListed(probe: Probe): Promise<boolean> {
  const put = { event: 'e', request_method: 'PUT', target_url: 'https://a.example' };
  const [first = '', second = ''] = probe.sandbox.accounts[0].webhooks();
  const deleted = [first, second, probe.sandbox.createWebhook(0, put)];
  for (const uuid of deleted) {
    await probe.deleteWebhook(uuid);
    await probe.settled();
  }
  const atOnce = [1, 2].map((each) =>
    probe.sandbox.createWebhook(0, { ...put, target_url: `https://a.example/${each}` }),
  );
  await Promise.all(atOnce.map(async (uuid) => probe.deleteWebhook(uuid)));
  await probe.settled();
  deleted.push(...atOnce);
  const shown = [...(await walk(probe)), ...(await probe.list()).data];
  const token = (await probe.createKey('a new one')).json['last_token'];
  if (typeof token === 'string') shown.push(...(await walk(probe, 20, token)));
  if (probe.dialect.filterPlacement !== 'none') {
    shown.push(...(await probe.filtered({ uuid: deleted })).data);
    shown.push(...(await probe.filtered({ target_url: put.target_url })).data);
    if (Number((await probe.filtered({ uuid: first })).json['total'] ?? 0) > 0) return true;
  }
  return shown.some((one) => deleted.includes(String(one['uuid'])));
}
