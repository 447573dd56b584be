/** Checks of statements by what public bug reports name: odd texts and addresses, long arrays, joins, caches. */
import { configuration } from '../configuration.ts';
import type { StatementId } from '../../src/index.ts';
import type { Json, Probe, Seen } from '../probe.ts';
import { unknownUuid, walk, takesFilters } from './check.ts';
import type { Check } from './check.ts';

/** Not ordinary text: it may be refused, but comes back as it is where it is accepted. */
const oddTexts = [
  'Tom & Jerry',
  'a <b>bold</b> name',
  'two  blanks',
  'a\u00a0hard blank',
  '2026-11-25T10:15:00.250Z',
  '1',
  `${'u'.repeat(254)}Ω`,
  'x𝒳y',
  'Élan',
  'می\u200cروم',
  '10e30',
  String.raw`a\b`,
  'I <3 it',
  'caf%C3%A9',
  '1+1',
  'Dear {{name}}',
  'for $1',
  '𝒳'.repeat(50),
  '007',
  '2026-11-25',
  'No',
];

/** Ordinary text, which any service takes. */
const plainTexts = ['Select A Union Having All On It', 'full'];

const addresses = [
  'crm?a=1&b=2',
  'a,b',
  'a_b',
  'axb',
  'd+e',
  'd e',
  ...Array.from({ length: 30 }, (_, at) => `n${at}`),
];

/** Webhooks with such addresses and every method; returns all webhooks of the account. */
async function varied(probe: Probe): Promise<readonly Json[]> {
  for (const [at, address] of addresses.entries())
    probe.sandbox.createWebhook(0, {
      event: 'e',
      request_method: ['POST', 'PUT', 'PATCH'][at % 3] ?? 'POST',
      target_url: `https://odd.example/${address}`,
    });
  return walk(probe);
}

const takesFurther = (probe: Probe): boolean =>
  takesFilters(probe) && probe.dialect.furtherFields !== 'none' && probe.dialect.filterableFields === 'all';

/** The uuids of up to a page of 20 under a filter. */
async function foundBy(probe: Probe, filter: Json): Promise<readonly unknown[]> {
  return (await probe.filtered(filter)).data.map(({ uuid }) => uuid);
}

const uuidsOf = (records: readonly Json[]): readonly unknown[] => records.map(({ uuid }) => uuid);

/** Whether two sets hold the same. */
function isSameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((element) => other.includes(element));
}

/** Whether any of these texts, where taken, comes back otherwise in the answer or in a later read. */
async function isChanged(probe: Probe, by: 'answer' | 'read'): Promise<boolean> {
  const uuid = probe.sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: 'full' });
  for (const label of [...oddTexts, '']) {
    const answer = await probe.update(uuid, { label });
    await probe.settled();
    const shown = by === 'answer' ? answer : await probe.profile(uuid);
    if (answer.ok && shown.json['label'] !== label) return true;
  }
  return false;
}

/** Whether any ordinary text is refused, also one that another profile has. */
async function isPlainTextRefused(probe: Probe): Promise<boolean> {
  const [uuid = ''] = [0, 1].map(() =>
    probe.sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: 'full' }),
  );
  for (const label of plainTexts) if (!(await probe.update(uuid, { label })).ok) return true;
  return false;
}

/** Whether a page contradicts its own envelope. */
function isContradictory({ ok, json, data }: Seen): boolean {
  const rest = Math.max(0, Number(json['total']) - Number(json['offset']));
  return ok && data.length !== Math.min(Number(json['limit']), rest);
}

/** Whether a filter still counts a webhook that it counted before it was deleted. */
async function isStillCounted(probe: Probe): Promise<boolean> {
  const filter = { event: 'counted' };
  const uuid = probe.sandbox.createWebhook(0, {
    request_method: 'POST',
    target_url: 'https://a.example',
    ...filter,
  });
  await probe.filtered(filter);
  await probe.deleteWebhook(uuid);
  await probe.settled();
  return (await probe.filtered(filter)).json['total'] !== 0;
}

export const reportedChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'PROF-04': async (probe) => (await isPlainTextRefused(probe)) || isChanged(probe, 'answer'),
  'PROF-05': (probe) => isChanged(probe, 'read'),
  'KEY-02': async (probe) => {
    for (const name of [`a & b ${Math.random()}`, `O'Neil ${Math.random()}`]) {
      const { ok, json } = await probe.createKey(name);
      if (ok && json['name'] !== name) return true;
    }
    return false;
  },
  'FILT-01': async (probe) => {
    if (!takesFilters(probe)) return false;
    const all = await varied(probe);
    const operands = ['https://odd.example/a_b', 'https://odd.example/d+e'];
    // In brackets, a comma may separate the elements of an array.
    if (probe.dialect.filterPlacement !== 'query-brackets')
      operands.push('https://odd.example/n1,https://odd.example/n2');
    for (const operand of operands) {
      const expected = all.filter((one) => one['target_url'] === operand);
      if (!isSameSet(await foundBy(probe, { target_url: operand }), uuidsOf(expected))) return true;
    }
    // There, a scalar that is null may be spelled `null`, too.
    const isSpelled = probe.dialect.filterPlacement === 'query-brackets';
    return takesFurther(probe) && !isSpelled && (await foundBy(probe, { name: 'null' })).length > 0;
  },
  'FILT-02': async (probe) => {
    if (!takesFilters(probe)) return false;
    const uuids = uuidsOf(await varied(probe));
    const [first] = uuids;
    const many = await probe.filtered({ uuid: uuids.slice(0, 24) });
    return (
      !isSameSet(await foundBy(probe, { uuid: [first] }), [first]) || (many.ok && many.json['total'] !== 24)
    );
  },
  'FILT-05': async (probe) => {
    if (!takesFurther(probe)) return false;
    const { data } = await probe.list();
    for (const { created_at: own } of data.slice(0, 6)) {
      const greater = await probe.filtered({ created_at: { '>': own } });
      const less = await probe.filtered({ created_at: { '<': own } });
      const isAt = ({ created_at: at }: Json): boolean => Date.parse(String(at)) === Date.parse(String(own));
      if ([...greater.data, ...less.data].some(isAt)) return true;
      const most = await probe.filtered({ created_at: { '<=': own } });
      if (most.ok && !most.data.some(isAt)) return true;
    }
    return false;
  },
  'TEAM-01': async (probe) => {
    if (!takesFilters(probe)) return false;
    const filter = { uuid: { '!=': unknownUuid }, event: 'is_not_null' };
    const { data } = await probe.filtered(filter, '', { token: probe.sandbox.accounts[1].token });
    return data.some(({ uuid }) => probe.sandbox.accounts[0].webhooks().includes(String(uuid)));
  },
  'PAGE-05': async (probe) => {
    await varied(probe);
    const { total } = (await probe.list()).json;
    if (isContradictory(await probe.list('?offset=3'))) return true;
    for (const limit of [16, 20])
      for (let offset = 0; offset < Number(total); offset += limit)
        if (isContradictory(await probe.list(`?limit=${limit}&offset=${offset}`))) return true;
    if (!takesFilters(probe)) return false;
    for (let offset = 0; offset < Number(total); offset += 20)
      if (isContradictory(await probe.filtered({ event: 'is_not_null' }, `limit=20&offset=${offset}`)))
        return true;
    return false;
  },
  'PAGE-07': async (probe) => {
    const listed = uuidsOf(await varied(probe));
    return new Set(listed).size !== listed.length;
  },
  'PAGE-09': async (probe) => {
    const { total } = (await probe.list()).json;
    const { ok, json } = await probe.list('?offset=5000');
    return ok && json['total'] !== total;
  },
  'DEL-01': async (probe, receiver) => {
    const uuid = probe.sandbox.createWebhook(0, {
      event: 'e',
      request_method: 'PUT',
      target_url: 'https://a.example',
    });
    const before = await walk(probe);
    const { ok } = await probe.deleteWebhook(uuid);
    await probe.settled();
    const after = await walk(probe);
    if (ok && after.length === before.length) return true;
    const put = { event: 'e', request_method: 'PUT', target_url: 'https://shared.example' };
    const [shared = ''] = [0, 1].map(() => probe.sandbox.createWebhook(0, put));
    await probe.test({ uuid: shared, ...configuration(receiver.url) });
    await probe.deleteWebhook(shared);
    await probe.settled();
    if (uuidsOf(await walk(probe)).some((one) => String(one).toLowerCase() === shared.toLowerCase()))
      return true;
    return takesFilters(probe) && isStillCounted(probe);
  },
  'AUTH-01': async (probe) => {
    const [profile = ''] = probe.sandbox.accounts[0].senderProfiles();
    await probe.profile(profile);
    return (await probe.profile(profile, { token: null })).ok;
  },
  'TEAM-02': async (probe) => {
    const [own, other] = probe.sandbox.accounts;
    const [profile = ''] = own.senderProfiles();
    await probe.profile(profile);
    return (await probe.profile(profile, { token: other.token })).ok;
  },
  'TEST-02': async (probe, receiver) => {
    for (const path of ['/odd?a=%3A&b=2', '/odd?a=x%23y&b=2', '/caf%C3%A9', '/odd;v=1/on', '/odd?flag']) {
      const before = receiver.calls.length;
      const { ok } = await probe.test(configuration(`${receiver.url}${path}`));
      if (!ok || receiver.calls.slice(before).some(({ url }) => url !== path)) return true;
    }
    const alone = receiver.calls.length;
    await Promise.all([0, 1].map(async () => probe.test(configuration(`${receiver.url}/at-once`))));
    if (receiver.calls.length !== alone + 2) return true;
    const uuid = probe.sandbox.createWebhook(0, configuration('https://stored.example'));
    const before = receiver.calls.length;
    await probe.test({ uuid, ...configuration(receiver.url) });
    return receiver.calls.length === before;
  },
  'TEST-09': async (probe, receiver) => {
    for (const answer of [
      { status: 202, body: '{}' },
      { status: 204, body: '' },
      { status: 201, body: '<p>thanks</p>' },
    ]) {
      receiver.answer = answer;
      const before = receiver.calls.length;
      await probe.test(configuration(receiver.url));
      if (receiver.calls.length !== before + 1) return true;
    }
    return false;
  },
  'PROF-09': async (probe) => {
    const names = { first_name: 'A', last_name: 'B', label: null };
    const doomed = [0, 1].map(() => probe.sandbox.createSenderProfile(0, names));
    await probe.update(doomed[0] ?? '', { label: 'updated' });
    await probe.settled();
    const answers = await Promise.all(doomed.map(async (uuid) => probe.deleteProfile(uuid)));
    await probe.settled();
    if (answers.some(({ ok }) => !ok)) return true;
    const reads = await Promise.all(doomed.map(async (uuid) => probe.profile(uuid)));
    return reads.some(({ ok }) => ok);
  },
  'PROF-11': async (probe) => {
    const [uuid = ''] = probe.sandbox.accounts[0].senderProfiles();
    const like = `${uuid.slice(0, -1)}${uuid.endsWith('7') ? '8' : '7'}`;
    return (await probe.profile(like)).ok;
  },
};
