/** Checks of AUTH and TEAM. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { Probe, Difference } from '../probe.ts';
import { profileOf, same, unknownUuid, walk, webhooksOf } from './check.ts';
import type { Check } from './check.ts';

/** Whether any of the seven operations accepts this credential, or has an effect with it. */
async function letsIn(probe: Probe, targetUrl: string, difference: Difference): Promise<boolean> {
  const { sandbox } = probe;
  const webhook = sandbox.createWebhook(0, {
    event: 'e',
    request_method: 'POST',
    target_url: 'https://a.example',
  });
  const profile = sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: null });
  const test = { event: 'sender_profile_sent_email', request_method: 'POST', target_url: targetUrl };
  const before = same0(sandbox.snapshot());
  await probe.list();
  const answers = [
    await probe.list('', difference),
    await probe.list('?limit=1&offset=0', difference),
    await probe.profile(profile, difference),
    await probe.createKey('let in', difference),
    await probe.update(profile, { label: 'let in' }, difference),
    await probe.test(test, difference),
    await probe.deleteWebhook(webhook, difference),
    await probe.deleteProfile(profile, difference),
  ];
  await probe.settled();
  return answers.some(({ ok }) => ok) || same0(sandbox.snapshot()) !== before;
}

const same0 = (value: unknown): string => JSON.stringify(value);

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Tampered forms of a real key. */
function tampered(token: string): string[] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims: object = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()) };
  const bytes = Buffer.from(signature, 'base64url');
  const first = Buffer.from(bytes);
  first[0] = (first[0] ?? 0) ^ 255;
  const last = Buffer.from(bytes);
  last[last.length - 1] = (last.at(-1) ?? 0) ^ 255;
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = encode({ alg: 'ES256', typ: 'JWT', jwk: other.publicKey.export({ format: 'jwk' }) });
  const anew = sign('sha256', Buffer.from(`${jwk}.${payload}`), {
    key: other.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  const unknown = `${encode({ alg: 'HS256', typ: 'JWT', kid: 'unknown' })}.${payload}`;
  const longer = Buffer.concat([bytes, Buffer.from([7])]);
  const swapped = Array.from(signature, (one) =>
    one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
  );
  const fields: object = { ...JSON.parse(Buffer.from(header, 'base64url').toString()) };
  return [
    `${jwk}.${payload}.${anew.toString('base64url')}`,
    `${header}.${payload}.${longer.toString('base64url')}`,
    `${header}.${payload}.${Buffer.alloc(bytes.length).toString('base64url')}`,
    `${header}.${payload}.${swapped.join('')}`,
    `${encode({ ...fields, more: 1 })}.${payload}.${signature}`,
    `${encode({ alg: 'NONE', typ: 'JWT' })}.${payload}.`,
    `${encode({ alg: 'nonE', typ: 'JWT' })}.${payload}.`,
    `${encode({ typ: 'JWT' })}.${payload}.`,
    `${unknown}.${createHmac('sha256', '').update(unknown).digest('base64url')}`,
    `${header}.${payload}.${first.toString('base64url')}`,
    `${header}.${payload}.${last.toString('base64url')}`,
    `${header}.${encode({ ...claims, name: 'changed' })}.${signature}`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${encode({ alg: 'HS384', typ: 'JWT' })}.${payload}.${signature}`,
  ];
}

export const accessChecks = {
  'AUTH-01': async (probe, receiver) => {
    const calls = receiver.calls.length;
    const broken = await letsIn(probe, `${receiver.url}/anonymous`, { token: null });
    if (probe.dialect.filterPlacement !== 'none') {
      const { ok } = await probe.filtered({ request_method: 'POST' }, '', { token: null });
      if (ok) return true;
    }
    return broken || receiver.calls.length !== calls;
  },
  'AUTH-02': async (probe, { url }) => {
    const forged = [{ alg: 'HS256' }, { sub: '1' }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const differences: Difference[] = [
      { token: 'random-text' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { token: null, authorization: '' },
      { token: 'null' },
      { token: null, authorization: 'Basic dXNlcjpwYXNz' },
      { token: `${forged.join('.')}.c2lnbmF0dXJl` },
    ];
    for (const difference of differences) if (await letsIn(probe, url, difference)) return true;
    return false;
  },
  'AUTH-03': async (probe, { url }) => {
    for (const token of tampered(probe.sandbox.accounts[0].token)) {
      if (await letsIn(probe, url, { token })) return true;
    }
    return false;
  },
  'AUTH-04': (probe, { url }) => letsIn(probe, url, { token: probe.sandbox.accounts[0].expiredToken }),
  'AUTH-05': async (probe) => {
    const token = String((await probe.createKey('fresh')).json['last_token']);
    const [own, other] = probe.sandbox.accounts;
    const [profile = ''] = own.senderProfiles();
    await probe.createKey('theirs', { token: other.token });
    const answers = [
      await probe.list('', { token }),
      await probe.profile(profile, { token }),
      await probe.list('', { token }),
      await probe.createKey('second', { token }),
    ];
    return answers.some(({ ok }) => !ok);
  },
  'TEAM-01': async (probe) => {
    const [own, other] = probe.sandbox.accounts;
    const mine = new Set(own.webhooks());
    const theirs = await walk(probe, 20, other.token);
    await probe.list();
    theirs.push(...webhooksOf(await probe.list('', { token: other.token })));
    theirs.push(...webhooksOf(await probe.list(`?team_id=${own.teamId}`, { token: other.token })));
    if (probe.dialect.filterPlacement !== 'none') {
      const { data } = await probe.list();
      const filter = { target_url: data[0]?.['target_url'] };
      theirs.push(...webhooksOf(await probe.filtered(filter, '', { token: other.token })));
    }
    const fresh = String((await probe.createKey('theirs', { token: other.token })).json['last_token']);
    theirs.push(...webhooksOf(await probe.list('', { token: fresh })));
    if (probe.dialect.filterPlacement !== 'none') {
      const [{ uuid } = {}, { request_method: method } = {}] = (await probe.list()).data;
      const filters = [{ uuid }, { uuid: [uuid] }, { uuid: { '!=': unknownUuid } }, { uuid: { '>=': uuid } }];
      for (const filter of [...filters, { uuid: 'is_not_null' }, { request_method: method }])
        for (const token of [other.token, fresh])
          theirs.push(...webhooksOf(await probe.filtered(filter, '', { token })));
    }
    return theirs.length === 0 || theirs.some(({ uuid }) => mine.has(String(uuid)));
  },
  'TEAM-02': async (probe) => {
    const { sandbox } = probe;
    const { token: known } = sandbox.accounts[1];
    const fresh = String((await probe.createKey('theirs', { token: known })).json['last_token']);
    const webhook = sandbox.createWebhook(0, {
      event: 'e',
      request_method: 'POST',
      target_url: 'https://a.example',
    });
    const profile = sandbox.createSenderProfile(0, { first_name: 'Ursula', last_name: 'Own', label: 'mine' });
    const before = [await walk(probe), profileOf(await probe.profile(profile))];
    const seen = [];
    for (const token of [known, fresh])
      seen.push(
        await probe.profile(profile, { token }),
        await probe.update(profile, { label: 'theirs' }, { token }),
        await probe.deleteWebhook(webhook, { token }),
        await probe.deleteProfile(profile, { token }),
      );
    await probe.settled();
    const after = [await walk(probe), profileOf(await probe.profile(profile))];
    return !same(before, after) || seen.some(({ text }) => text.includes('Ursula'));
  },
  'JSON-01': async (probe) => {
    const [profile = ''] = probe.sandbox.accounts[0].senderProfiles();
    const answers = [
      await probe.list(),
      await probe.profile(profile),
      await probe.update(profile, { label: 'json' }),
      await probe.createKey('json'),
    ];
    return (
      answers.some(({ isJson, ok }) => !ok || !isJson) ||
      webhooksOf(answers[0] ?? (await probe.list())).length === 0
    );
  },
} satisfies Record<string, Check>;
