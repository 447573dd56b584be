/** Creates and checks the keys of the other service, signed with ES256 or HS384. */
import { createHmac, generateKeyPairSync, randomBytes, sign, timingSafeEqual, verify } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { further, stamp, type OtherAccount, type OtherState, type Reply } from './other-service-state.ts';

/** What is known of a key. */
export interface OtherKey {
  readonly account: OtherAccount;
  readonly expires: number;
  /** Whether it was created through the API. */
  readonly made: boolean;
}

const takesMs = 4;
const day = 86_400_000;

/** The keys of the other service. */
export class OtherKeys {
  readonly #state: OtherState;
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #secret = randomBytes(48);
  readonly #known = new Map<string, OtherKey>();
  /** Headers already verified to hold a key: a signature is checked only once. */
  readonly #shown = new Map<string, OtherKey>();
  #underWay: string | null = null;

  constructor(state: OtherState) {
    this.#state = state;
  }

  /** A key created at this time. */
  issue(account: OtherAccount, at: number, jti = newJti(), made = false): string {
    const years = new Date(at);
    years.setUTCFullYear(years.getUTCFullYear() + 3);
    const expires = this.#state.fault === 'a key lives 3 x 360 days' ? at + 3 * 360 * day : years.getTime();
    const ref = randomBytes(9).toString('hex');
    this.#known.set(ref, { account, expires, made });
    const { algorithm, claims } = this.#state.behaviour;
    const payload = {
      ref,
      aud: ['outreach', 'crm'],
      ...(claims.includes('jti') ? { jti } : {}),
      ...(claims.includes('exp') ? { exp: Math.floor(expires / 1000) } : {}),
    };
    const signed = `${part({ typ: 'at+jwt', kid: '1', alg: algorithm })}.${part(payload)}`;
    return `${signed}.${this.#signature(signed).toString('base64url')}`;
  }

  /** The key in a header, or null; also if it has expired. */
  known(authorization: string | null): OtherKey | null {
    const header = authorization ?? '';
    const key = this.#shown.get(header) ?? this.#checked(header);
    if (key !== null) this.#shown.set(header, key);
    return key;
  }

  #checked(authorization: string): OtherKey | null {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/.exec(authorization)?.[1] ?? '';
    const [header = '', payload = '', signature = ''] = token.split('.');
    const head = parsed(header);
    const isNone = String(head['alg']).toLowerCase() === 'none';
    const lax = this.#state.fault === 'alg none is taken' && isNone && signature === '';
    const strict =
      head['alg'] === this.#state.behaviour.algorithm && this.#isSigned(`${header}.${payload}`, signature);
    return lax || strict ? (this.#known.get(String(parsed(payload)['ref'])) ?? null) : null;
  }

  /** Create an API key. */
  async create({ account, made }: OtherKey, body: JsonObject): Promise<Reply> {
    const { fault, behaviour } = this.#state;
    const { name } = body;
    if (typeof name !== 'string' || name.length > 500) return { status: behaviour.refusals.malformed };
    const jti = (fault === 'keys made at once share a jti' ? this.#underWay : null) ?? newJti();
    this.#underWay = jti;
    await wait(takesMs);
    if (this.#underWay === jti) this.#underWay = null;
    const now = Date.now();
    const json = {
      ...further(this.#state),
      created_at: stamp(now),
      last_token: this.issue(account, now, jti, true),
      name: fault === 'a key name is cut at 32' ? Array.from(name).slice(0, 32).join('') : name,
      team_id: fault === 'a key made with a made key has no team' && made ? null : account.team,
      user_id: account.user,
      jti,
    };
    return { status: behaviour.statuses.key, json };
  }

  #signature(signed: string): Buffer {
    return this.#state.behaviour.algorithm === 'ES256'
      ? sign('sha256', Buffer.from(signed), { key: this.#pair.privateKey, dsaEncoding: 'ieee-p1363' })
      : createHmac('sha384', this.#secret).update(signed).digest();
  }

  #isSigned(signed: string, signature: string): boolean {
    const bytes = Buffer.from(signature, 'base64url');
    if (this.#state.behaviour.algorithm === 'ES256') {
      const key = { key: this.#pair.publicKey, dsaEncoding: 'ieee-p1363' } as const;
      return verify('sha256', Buffer.from(signed), key, bytes);
    }
    const right = this.#signature(signed);
    return bytes.length === right.length && timingSafeEqual(bytes, right);
  }
}

function newJti(): string {
  return `key:${randomBytes(10).toString('hex')}`;
}

function part(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
