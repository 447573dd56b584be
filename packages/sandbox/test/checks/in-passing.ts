/** Checks of statements by answers requested for other statements: to other callers, to unusual bodies, to refusals. */
import { decodeJwt } from 'jose';
import type { StatementId } from '../../src/index.ts';
import type { Difference, Json, Probe, Seen } from '../probe.ts';
import { unknownUuid } from './check.ts';
import type { Check } from './check.ts';
import { isNoProfile } from './sender-profiles.ts';

/** A new key: under some dialects the next one replaces it. */
async function newKey(probe: Probe): Promise<Difference & { readonly token: string }> {
  const { json } = await probe.createKey(`in passing ${Math.random()}`);
  return { token: String(json['last_token']) };
}

function another({ sandbox }: Probe): Difference {
  return { token: sandbox.accounts[1].token };
}

function firstProfile({ sandbox }: Probe): string {
  return sandbox.accounts[0].senderProfiles()[0] ?? '';
}

const isOf = ({ json }: Seen, uuid: string): boolean =>
  String(json['uuid']).toLowerCase() === uuid.toLowerCase();

/**
 * Creations with a blank name, with more in the body than a name, and by another account, as far as they are accepted.
 */
async function oddCreations(probe: Probe): Promise<readonly (Seen & { readonly name: string })[]> {
  const more = `more ${Math.random()}`;
  const other = `other ${Math.random()}`;
  const seen = [
    { ...(await probe.createKey('', {})), name: '' },
    { ...(await probe.createKey('', { body: { name: more, note: 'more' } })), name: more },
    { ...(await probe.createKey(other, another(probe))), name: other },
  ];
  return seen.filter(({ ok }) => ok);
}

const dayMs = 86_400_000;

/** The texts of a profile after it was updated. */
async function afterUpdate(probe: Probe, uuid: string, update: Json): Promise<Json> {
  await probe.update(uuid, update);
  await probe.settled();
  return (await probe.profile(uuid)).json;
}

export const inPassingChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'AUTH-05': async (probe) => {
    const { json, ok } = await probe.createKey('');
    return ok && !(await probe.list('', { token: String(json['last_token']) })).ok;
  },
  'PROF-01': async (probe) => {
    const uuid = firstProfile(probe);
    if (isNoProfile((await probe.profile(uuid, await newKey(probe))).json)) return true;
    return isNoProfile(await afterUpdate(probe, uuid, { label: 'alone' }));
  },
  'PROF-02': async (probe) => {
    const uuid = firstProfile(probe);
    return !isOf(await probe.profile(uuid, await newKey(probe)), uuid);
  },
  'PROF-04': async (probe) => {
    const body = { label: 'by a new key' };
    const { json } = await probe.update(firstProfile(probe), body, await newKey(probe));
    return json['label'] !== body.label;
  },
  'PROF-05': async (probe) => {
    const uuid = probe.sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: null });
    for (const last_name of ['One', 'Two', 'Three'])
      if ((await afterUpdate(probe, uuid, { last_name }))['last_name'] !== last_name) return true;
    return false;
  },
  'PROF-06': async (probe) => {
    const uuid = firstProfile(probe);
    const seen = [
      await probe.update(uuid, { label: 'by a new key' }, await newKey(probe)),
      await probe.update(uuid, {}),
    ];
    return seen.some((one) => one.ok && !isOf(one, uuid));
  },
  'PROF-07': async (probe) => {
    const { json } = await probe.profile(firstProfile(probe), await newKey(probe));
    return Date.parse(String(json['updated_at'])) < Date.parse(String(json['created_at']));
  },
  'PAGE-01': async (probe) => {
    const seen = [await probe.list('', await newKey(probe)), await probe.list('', another(probe))];
    return seen.some(({ json }) => json['limit'] !== 20);
  },
  'PAGE-02': async (probe) => (await probe.list('', await newKey(probe))).json['offset'] !== 0,
  'PAGE-04': async (probe) => !('total' in (await probe.list('', await newKey(probe))).json),
  'PAGE-05': async (probe) => {
    if ((await probe.list('?limit=7', await newKey(probe))).data.length !== 7) return true;
    if (probe.dialect.filterPlacement === 'none') return false;
    const { json, data } = await probe.filtered({ request_method: 'PUT' });
    return data.length !== Math.min(Number(json['limit']), Number(json['total']));
  },
  'PAGE-06': async (probe) => {
    const seen = [await probe.list('', await newKey(probe)), await probe.list('', another(probe))];
    return seen.some(({ json, data }) => json['has_more'] !== data.length < Number(json['total']));
  },
  'HOOK-01': async (probe) => {
    if (probe.dialect.filterPlacement === 'none') return false;
    const { data } = await probe.filtered({ request_method: { '!=': 'PATCH' } });
    return data.some((record) => !('request_method' in record));
  },
  'HOOK-03': async (probe) => {
    const { data } = await probe.list('', another(probe));
    return new Set(data.map(({ uuid }) => uuid)).size !== data.length;
  },
  'KEY-01': async (probe) =>
    (await oddCreations(probe)).some(
      ({ json }) => typeof json['name'] !== 'string' || typeof json['created_at'] !== 'string',
    ),
  'KEY-02': async (probe) => (await oddCreations(probe)).some(({ json, name }) => json['name'] !== name),
  'KEY-04': async (probe) =>
    (await oddCreations(probe)).some(({ json }) => String(json['last_token']).split('.').length !== 3),
  'KEY-06': async (probe) =>
    (await oddCreations(probe)).some(({ json }) => {
      const { exp } = decodeJwt(String(json['last_token']));
      const years = (exp ?? 0) * 1000 - Date.parse(String(json['created_at']));
      return exp !== undefined && (years < 1094 * dayMs || years > 1097 * dayMs);
    }),
  'KEY-08': async (probe) => {
    const [main, key] = [{ token: probe.sandbox.accounts[0].token }, await newKey(probe)];
    const letters = { body: { name: 'x'.repeat(300) } };
    for (const caller of [key, main]) {
      const seen = [
        await probe.createKey('', { body: {}, ...caller }),
        await probe.createKey('', { ...letters, ...caller }),
        await probe.update(unknownUuid, { label: 'nobody' }, caller),
        await probe.list('?limit=x', caller),
        await probe.list('?limit=-1', caller),
      ];
      if (seen.some(({ ok, text }) => !ok && text.includes(caller.token))) return true;
    }
    return false;
  },
  'KEY-09': async (probe) =>
    (await oddCreations(probe)).some(
      ({ json, date }) =>
        date !== null && Math.abs(Date.parse(String(json['created_at'])) - Date.parse(date)) > 300_000,
    ),
  'TEST-01': async (probe) => (await probe.test({ uuid: unknownUuid }, await newKey(probe))).ok,
};
