/** API keys: real JWTs, bound to the caller's team, for 3 years (section Create an API key). */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ApiKey } from '@outreach-api/types';
import type { JWTPayload } from 'jose';
import { refused } from '../answer.ts';
import type { KeyBehaviour } from '../behaviour.ts';
import { dateText } from '../date-text.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Caller, StoredKey } from '../records.ts';
import { threeYearsAfter } from '../three-years.ts';
import type { World } from '../world.ts';
import { bodyFields, textField } from './text-field.ts';

/** Keys as described. */
export function describedKeys(world: World): KeyBehaviour {
  const { dialect, store } = world;
  const made: StoredKey[] = [];
  return {
    keyName: (body) => {
      const fields = bodyFields(body, ['name'], dialect);
      if (!fields.ok) return fields;
      const given = fields.value.get('name');
      const name =
        given === undefined ? refused('invalid-body', 'name is required') : textField('name', given, dialect);
      if (name.ok && dialect.keyNames === 'unique' && isGiven(name.value, store.keys.all()))
        return refused('invalid-body', 'there is a key of this name');
      return dialect.keyQuota !== 'none' && made.length >= Number(dialect.keyQuota)
        ? refused('invalid-body', 'there are enough keys')
        : name;
    },
    newKey: (name, { caller }) => freshKey(name, caller, world.now(), dialect),
    sign: async (key) => signedToken(key, world),
    keepKey: ({ key, token }) => {
      store.keys.insert(key, token);
      const replaced = dialect.keyRotation === 'kept' ? [] : made.filter((one) => one.userId === key.userId);
      for (const { jti } of replaced) store.keys.revoke(jti);
      made.push(key);
    },
    keyRecord: ({ key, token }) => {
      const shown = {
        jti: key.jti,
        user_id: key.userId,
        team_id: dialect.keyTeam === 'null' ? null : key.teamId,
        name: key.name,
        last_token: token,
        created_at: dateText(key.createdAt, dialect.dateFormat),
      } satisfies ApiKey;
      const expires = dateText(key.expiresAt, dialect.dateFormat);
      return dialect.furtherFields === 'none' ? shown : { ...shown, expires_at: expires };
    },
  };
}

/** A key for the user and team of `caller`, from now on. */
export function freshKey(
  name: string,
  caller: Omit<Caller, 'jti'>,
  now: number,
  dialect: Dialect,
): StoredKey {
  return {
    jti: newJti(dialect.jtiForm),
    userId: caller.userId,
    teamId: caller.teamId,
    accountId: caller.accountId,
    name,
    createdAt: now,
    expiresAt: threeYearsAfter(now, dialect.threeYears),
  };
}

function newJti(form: Dialect['jtiForm']): string {
  if (form === 'uuid') return randomUUID();
  return form === 'hex' ? randomBytes(16).toString('hex') : `key_${randomBytes(12).toString('hex')}`;
}

/** The JWT of a key, with the claims of the dialect. */
export function signedToken(key: StoredKey, world: World): string {
  const { dialect } = world;
  const claims: JWTPayload = {
    sub: String(key.userId),
    ...furtherClaims(key, dialect),
    ...(dialect.jwtExp === 'present' ? { exp: seconds(key.expiresAt) } : {}),
    // Without a jti, two keys created within a second would be identical.
    ...(dialect.jwtJti === 'present' ? { jti: key.jti } : { nonce: randomUUID() }),
  };
  const signed = `${base64url({ alg: world.key.algorithm, typ: 'JWT' })}.${base64url(claims)}`;
  return `${signed}.${world.key.signature(signed)}`;
}

function base64url(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function furtherClaims(key: StoredKey, dialect: Dialect): JWTPayload {
  const iat = seconds(key.createdAt);
  switch (dialect.jwtClaims) {
    case 'minimal':
      return {};
    case 'usual':
      return { iat, team_id: key.teamId, name: key.name };
    case 'wide':
    default:
      return {
        iss: 'outreach-sandbox',
        aud: 'outreach-api',
        iat,
        nbf: iat,
        team_id: key.teamId,
        scopes: ['webhooks', 'sender-profiles'],
      };
  }
}

function seconds(time: number): number {
  return Math.floor(time / 1000);
}

/** Whether a key has the name, in whatever letters: as most databases compare text. */
function isGiven(name: string, keys: readonly StoredKey[]): boolean {
  return keys.some((key) => key.name.toLowerCase() === name.toLowerCase());
}
