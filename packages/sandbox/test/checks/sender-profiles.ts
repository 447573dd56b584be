/** Checks of PROF. */
import { randomUUID } from 'node:crypto';
import { pause } from '../own-clock.ts';
import type { Json, Probe } from '../probe.ts';
import { isDateTime, profileFields, profileOf, same, unknownUuid } from './check.ts';
import type { Check } from './check.ts';
import { ordinaryTexts } from './keys.ts';

const nullable = new Set([
  'linkedin_server_id',
  'linkedin_browser_uuid',
  'linkedin_account_uuid',
  'mailbox_uuid',
  'assignee_user_id',
  'label',
]);
const integers = new Set(['team_id', 'user_id', 'linkedin_server_id', 'assignee_user_id']);

function profiles({ sandbox }: Probe): [string, string, ...string[]] {
  const [first = '', second = '', ...rest] = sandbox.accounts[0].senderProfiles();
  return [first, second, ...rest];
}

function badField(name: string, value: unknown): boolean {
  if (value === null) return !nullable.has(name);
  if (integers.has(name)) return !Number.isInteger(value);
  if (typeof value !== 'string') return true;
  return name.endsWith('_at') && !isDateTime(value);
}

/** Whether it is not a record of a sender profile as described. */
export function isNoProfile(json: Json): boolean {
  return profileFields.some((name) => !(name in json) || badField(name, json[name]));
}

const alike = { first_name: 'Ada', last_name: 'Okafor', label: 'alike' };

/** Gives the first two profiles the same names and label. */
async function makeAlike(probe: Probe): Promise<string> {
  const [one, other] = profiles(probe);
  await probe.update(one, alike);
  await probe.update(other, alike);
  await probe.settled();
  return one;
}

/** What an update must leave unchanged. */
function kept({ json }: { readonly json: Json }): unknown[] {
  return ['uuid', 'team_id', 'user_id', 'created_at'].map((name) => json[name]);
}

/** The other profiles of the account, as read. */
async function others(probe: Probe, but: string): Promise<Json[]> {
  const read: Json[] = [];
  for (const uuid of profiles(probe)) if (uuid !== but) read.push(profileOf(await probe.profile(uuid)));
  return read;
}

function updates(): Json[] {
  const full = ordinaryTexts.map((text, i) => ({
    first_name: text,
    last_name: ordinaryTexts.at(i - 1),
    label: text.slice(0, 40),
  }));
  const misleading = { first_name: "x'--y", last_name: 'null', label: '007' };
  return [
    ...full,
    misleading,
    misleading,
    { label: '0' },
    { label: 'alone' },
    { first_name: 'ada' },
    { first_name: 'ADA' },
    { first_name: 'Nguyễn Kahaʻi', last_name: 'یاسمین Čapek', label: 'Հայկ ሰላም' },
    { first_name: 'No', last_name: '9007199254740993', label: '2026-11-24' },
    { first_name: 'Dr. Smith, Jr.', last_name: 'प्रिया', label: 'North &amp; South' },
    { first_name: 's'.repeat(37) },
    { last_name: "o'neill", label: 'zoë' },
  ];
}

const holds = (record: Json, update: Json): boolean =>
  Object.entries(update).every(([name, value]) => record[name] === value);

export const senderProfileChecks = {
  'PROF-01': async (probe) => {
    for (const uuid of profiles(probe)) {
      const { ok, json } = await probe.profile(uuid);
      if (!ok || isNoProfile(json)) return true;
    }
    const [uuid] = profiles(probe);
    await probe.update(uuid, { first_name: 'Ada', last_name: 'Okafor', label: 'updated' });
    await probe.settled();
    const inFrench = { headers: { 'accept-language': 'fr' } };
    return [await probe.profile(uuid), await probe.profile(uuid, inFrench)].some(({ json }) =>
      isNoProfile(json),
    );
  },
  'PROF-02': async (probe) => {
    for (const uuid of profiles(probe)) if ((await probe.profile(uuid)).json['uuid'] !== uuid) return true;
    return false;
  },
  'PROF-03': async (probe) => {
    const [uuid] = profiles(probe);
    const first = profileOf(await probe.profile(uuid));
    for (let i = 0; i < 3; i += 1) if (!same(first, profileOf(await probe.profile(uuid)))) return true;
    return false;
  },
  'PROF-04': async (probe) => {
    const [uuid] = profiles(probe);
    for (const update of updates()) {
      const { ok, json } = await probe.update(uuid, update);
      if (!ok || !holds(json, update) || profileFields.some((name) => !(name in json))) return true;
    }
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    return !(await probe.update(uuid, { label: 'charset' }, { headers })).ok;
  },
  'PROF-05': async (probe) => {
    const [uuid] = profiles(probe);
    await probe.profile(uuid);
    for (const update of updates()) {
      await probe.update(uuid, update);
      await probe.settled();
      if (!holds((await probe.profile(uuid)).json, update)) return true;
    }
    return false;
  },
  'PROF-06': async (probe) => {
    const [uuid] = profiles(probe);
    const before = kept(await probe.profile(uuid));
    const answered = kept(await probe.update(uuid, { label: 'kept' }));
    await probe.settled();
    if (!same(before, answered) || !same(before, kept(await probe.profile(uuid)))) return true;
    const made = probe.sandbox.createSenderProfile(0, { first_name: 'Ada', last_name: 'Kept', label: null });
    const first = kept(await probe.profile(made));
    const { json: other } = await probe.createKey('other owner', { token: probe.sandbox.accounts[1].token });
    const { user_id } = other;
    // A key need not say its team.
    const { teamId: team_id } = probe.sandbox.accounts[1];
    await probe.update(made, { created_at: '2020-01-01T00:00:00.000Z', team_id, user_id });
    await probe.update(made, { uuid: randomUUID() });
    await probe.settled();
    return !same(first, kept(await probe.profile(made)));
  },
  'PROF-07': async (probe) => {
    const names = { first_name: 'Ada', last_name: 'Fresh', label: null };
    const made = probe.sandbox.createSenderProfile(0, names);
    await pause(5);
    const fresh = await probe.update(made, { label: 'fresh' });
    if (Date.parse(String(fresh.json['updated_at'])) < Date.parse(String(fresh.json['created_at'])))
      return true;
    const [uuid] = profiles(probe);
    let last = 0;
    for (const label of ['a', 'b', 'c', null]) {
      const { json } = label === null ? await probe.profile(uuid) : await probe.update(uuid, { label });
      await probe.settled();
      const updated = Date.parse(String(json['updated_at']));
      if (updated < last || updated < Date.parse(String(json['created_at']))) return true;
      last = updated;
    }
    return Date.parse(String((await probe.profile(uuid)).json['updated_at'])) < last;
  },
  'PROF-08': async (probe) => {
    const uuid = await makeAlike(probe);
    const before = await others(probe, uuid);
    await probe.update(uuid, { first_name: 'Only', last_name: 'This', label: 'one' });
    await probe.settled();
    return !same(before, await others(probe, uuid));
  },
  'PROF-09': async (probe) => {
    const [uuid] = profiles(probe);
    if (await isBroughtBack(probe)) return true;
    const { ok } = await probe.deleteProfile(uuid);
    await probe.settled();
    if (!ok || (await probe.profile(uuid)).ok || (await probe.update(uuid, { label: 'back' })).ok)
      return true;
    await pause(350);
    return (await probe.profile(uuid)).ok;
  },
  'PROF-10': async (probe) => {
    const uuid = await makeAlike(probe);
    const before = await others(probe, uuid);
    await probe.deleteProfile(uuid);
    await probe.settled();
    const after: Json[] = [];
    for (const record of before) after.push(profileOf(await probe.profile(String(record['uuid']))));
    return !same(before, after);
  },
  'PROF-11': async (probe) => {
    const mailbox = (await probe.profile(profiles(probe)[0])).json['mailbox_uuid'];
    const [real] = profiles(probe);
    const [first = '', ...rest] = real.split('-');
    const swapped = [(first.match(/../g) ?? []).toReversed().join(''), ...rest].join('-');
    const versionless = `${real.slice(0, 14)}0${real.slice(15)}`;
    for (const uuid of [unknownUuid, String(mailbox), swapped, versionless]) {
      if ((await probe.profile(uuid)).ok || (await probe.update(uuid, { label: 'nobody' })).ok) return true;
    }
    return false;
  },
  'PROF-12': async (probe) => {
    const [uuid] = profiles(probe);
    const full = ['one', 'two', 'three', 'four'].map((text) => ({
      first_name: text,
      last_name: text,
      label: text,
    }));
    const [base = {}] = full;
    const partly = [
      { ...base, label: 'five' },
      { ...base, first_name: 'six' },
      { ...base, last_name: 'seven' },
    ];
    // Which of them meet depends on the machine: several are tried.
    for (const together of [full, partly, full, partly, full, partly]) {
      await probe.update(uuid, base);
      await probe.settled();
      await Promise.all(together.map((update) => probe.update(uuid, update)));
      await probe.settled();
      const { json } = await probe.profile(uuid);
      if (!together.some((update) => holds(json, update))) return true;
    }
    return false;
  },
} satisfies Record<string, Check>;

/** Whether an update in progress brings back a profile that is deleted meanwhile. */
async function isBroughtBack(probe: Probe): Promise<boolean> {
  const names = { first_name: 'Ada', last_name: 'Doomed', label: null };
  // How far the update gets depends on the machine: several are tried.
  for (const meanwhileMs of [0, 10, 0, 10]) {
    const doomed = probe.sandbox.createSenderProfile(0, names);
    const underWay = probe.update(doomed, { label: 'meanwhile' });
    await pause(meanwhileMs);
    await Promise.all([underWay, probe.deleteProfile(doomed)]);
    await probe.settled();
    if ((await probe.profile(doomed)).ok) return true;
  }
  return false;
}
