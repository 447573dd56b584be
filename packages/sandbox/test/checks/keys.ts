/** Checks of KEY. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Probe, Seen } from '../probe.ts';
import { isDateTime, same, unknownUuid } from './check.ts';
import type { Check } from './check.ts';

const day = 86_400_000;
/** Ordinary text that every server must accept. */
export const ordinaryTexts = [
  'Having Key 7',
  'Q',
  "Zoë O'Neill-Nguyễn",
  'Ключ для команды',
  'abcdefghij ABCDEFGHIJ klmnopqrst KLMNOPQRST uvwxyz',
  '𐐀𐐁𐐂 張偉',
] as const;

function claims({ json }: Seen): ReturnType<typeof decodeJwt> | null {
  try {
    const token = String(json['last_token']);
    decodeProtectedHeader(token);
    return token.split('.').length === 3 ? decodeJwt(token) : null;
  } catch {
    return null;
  }
}

/** The keys that two accounts create at the same time. */
async function bothAccounts(probe: Probe): Promise<readonly [ours: Seen, theirs: Seen]> {
  const theirs = { token: probe.sandbox.accounts[1].token };
  return Promise.all([probe.createKey('ours'), probe.createKey('theirs', theirs)]);
}

export const keyChecks = {
  'KEY-01': async (probe) => {
    for (const name of ordinaryTexts) {
      const { ok, json } = await probe.createKey(name);
      const { jti, user_id: user, team_id: team, last_token: token, created_at: created } = json;
      const text = [jti, json['name'], token, created].every((one) => typeof one === 'string');
      const numbers = Number.isInteger(user) && (team === null || Number.isInteger(team));
      if (!ok || !text || !numbers || !isDateTime(created)) return true;
    }
    return false;
  },
  'KEY-02': async (probe) => {
    for (const name of ordinaryTexts) if ((await probe.createKey(name)).json['name'] !== name) return true;
    const names = ['at the', 'same time'];
    const both = await Promise.all(names.map((name) => probe.createKey(name)));
    return both.some(({ json }, index) => json['name'] !== names[index]);
  },
  'KEY-03': async (probe) => {
    const seen = [
      await probe.createKey('', { body: {} }),
      await probe.createKey('', { body: { label: 'a key' } }),
    ];
    return seen.some(({ ok }) => ok);
  },
  'KEY-04': async (probe) => claims(await probe.createKey('jwt')) === null,
  'KEY-05': async (probe) => {
    const seen = [await probe.createKey('jti'), await probe.createKey('another jti')];
    return seen.some((one) => {
      const jti = claims(one)?.jti;
      return jti !== undefined && jti !== one.json['jti'];
    });
  },
  'KEY-06': async (probe) => {
    const first = await probe.createKey('exp');
    const second = await probe.createKey('exp too', { token: String(first.json['last_token']) });
    return [first, second].some((seen) => {
      const exp = claims(seen)?.exp;
      const created = Date.parse(String(seen.json['created_at']));
      const years = (exp ?? 0) * 1000 - created;
      return exp !== undefined && (years < 1094 * day || years > 1097 * day);
    });
  },
  'KEY-07': async (probe) => {
    const seen = [
      await probe.createKey('same name'),
      await probe.createKey('same name'),
      ...(await Promise.all(['one', 'two', 'three'].map((name) => probe.createKey(name)))),
    ];
    const token = String((await probe.createKey('by the main key')).json['last_token']);
    seen.push(await probe.createKey('by a key', { token }), ...(await bothAccounts(probe)));
    return ['jti', 'last_token'].some(
      (name) => new Set(seen.map(({ json }) => json[name])).size !== seen.length,
    );
  },
  'KEY-08': async (probe) => {
    const token = String((await probe.createKey('secret')).json['last_token']);
    const [profile = ''] = probe.sandbox.accounts[0].senderProfiles();
    const seen = [
      await probe.list(),
      await probe.profile(profile),
      await probe.profile(unknownUuid, { token }),
      await probe.test({ uuid: unknownUuid }, { token }),
      // Last: it may revoke the key.
      await probe.createKey('next'),
    ];
    return seen.some(({ text }) => text.includes(token));
  },
  'KEY-09': async (probe) => {
    const { json, date } = await probe.createKey('now');
    return date !== null && Math.abs(Date.parse(String(json['created_at'])) - Date.parse(date)) > 300_000;
  },
  'KEY-10': async (probe) => {
    const first = await probe.createKey('first');
    const second = await probe.createKey('second');
    // With the newest: earlier ones may have been revoked by it.
    const third = await probe.createKey('third', { token: String(second.json['last_token']) });
    const { user_id, team_id } = (await probe.createKey('other', { token: probe.sandbox.accounts[1].token }))
      .json;
    const named = await probe.createKey('fourth', { body: { name: 'fourth', user_id, team_id } });
    const [met] = await bothAccounts(probe);
    const taken = [first, second, third, met, ...(named.ok ? [named] : [])];
    const owners = taken.map(({ json }) => [json['user_id'], json['team_id']]);
    return owners.some((owner) => !same(owner, owners[0]));
  },
} satisfies Record<string, Check>;
