/** A small server of API keys that a test can make broken or unusual. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answerer } from '../simulation/simulated-network.ts';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';

/** How a small server handles API keys; each part is a freedom that the description leaves, or a breach. */
export interface KeyServerBehaviour {
  /** The status of a creation. */
  readonly status: number;
  /** Whether answers have `Date`. */
  readonly sendDate: boolean;
  /** After how many milliseconds a created key is accepted. */
  readonly validAfterMs: number;
  /** How long each creation takes, in milliseconds. */
  readonly takesMs: number;
  /** The claims of a key. */
  readonly claims: (jti: string, now: Date) => JsonObject;
  /** The JOSE header. */
  readonly header: JsonObject;
  readonly createdAt: (now: Date) => string;
  readonly jti: () => string;
  /** Which names are refused. */
  readonly refuses: (name: string) => boolean;
  /** Further fields of the record, or changed ones. */
  readonly record: (record: JsonObject, underWay: readonly string[]) => JsonObject;
}

const day = 86_400_000;

/** A server that conforms in an uncommon way. */
export const unusual: KeyServerBehaviour = {
  status: 202,
  sendDate: false,
  validAfterMs: 150,
  takesMs: 0,
  claims: (jti, now) => ({ jti, exp: Math.floor(now.getTime() / 1000) + 1095 * 86_400 }),
  header: { alg: 'X-OWN', kid: '' },
  // The local time, without an offset.
  createdAt: (now) => new Date(now.getTime() + day / 4).toISOString().slice(0, 19),
  jti: () => String(randomBytes(5).readUIntBE(0, 5)),
  refuses: () => false,
  record: (record) => ({ ...record, team_id: null, token: record['last_token'], password: 'none' }),
};

/** A server like most others. */
export const usual: KeyServerBehaviour = {
  status: 201,
  sendDate: true,
  validAfterMs: 0,
  takesMs: 0,
  claims: (jti, now) => ({ jti, exp: Math.floor((now.getTime() + 1096 * day) / 1000) }),
  header: { alg: 'HS256' },
  createdAt: (now) => now.toISOString(),
  jti: () => randomUUID(),
  refuses: () => false,
  record: (record) => record,
};

/** A small server of keys. */
export interface KeyServer {
  readonly answer: Answerer;
  /** The first key. */
  readonly token: string;
}

/** Creates an API of keys with an empty list of webhooks. */
export function keyServer(behaviour: KeyServerBehaviour): KeyServer {
  const keys = new Keys(behaviour);
  return { token: keys.first, answer: async (request) => dated(await answerTo(keys, request), behaviour) };
}

function dated(answer: Response, { sendDate }: KeyServerBehaviour): Response {
  if (sendDate) answer.headers.set('date', new Date().toUTCString());
  return answer;
}

/** The keys of the server, each with the time from which it is accepted. */
class Keys {
  readonly behaviour: KeyServerBehaviour;
  readonly first: string;
  readonly #since = new Map<string, number>();
  readonly #underWay: string[] = [];

  constructor(behaviour: KeyServerBehaviour) {
    this.behaviour = behaviour;
    this.first = tokenOf(behaviour, behaviour.jti(), new Date());
    this.#since.set(this.first, 0);
  }

  takes(token: string): boolean {
    return (this.#since.get(token) ?? Number.POSITIVE_INFINITY) <= Date.now();
  }

  async create(name: string): Promise<JsonObject> {
    const { createdAt, record, validAfterMs, takesMs } = this.behaviour;
    this.#underWay.push(name);
    await wait(takesMs);
    const now = new Date();
    const jti = this.behaviour.jti();
    const last_token = tokenOf(this.behaviour, jti, now);
    this.#since.set(last_token, Date.now() + validAfterMs);
    const shown = record(
      { jti, user_id: 1, team_id: 2, name, last_token, created_at: createdAt(now) },
      this.#underWay,
    );
    this.#underWay.splice(this.#underWay.indexOf(name), 1);
    return shown;
  }
}

async function answerTo(keys: Keys, request: Request): Promise<Response> {
  const { headers, method } = request;
  const { pathname } = new URL(request.url);
  if (!keys.takes(headers.get('authorization')?.slice('Bearer '.length) ?? ''))
    return new Response(null, { status: 302, headers: { location: '/login' } });
  if (method === 'GET' && pathname.startsWith('/integrations/api/webhooks'))
    return new Response('{"data":[],"limit":20,"offset":0,"total":0,"has_more":false}');
  const given: unknown = method === 'POST' && pathname.startsWith('/id/') ? await request.json() : null;
  const name = isRecord(given) ? given['name'] : undefined;
  return typeof name === 'string' && !keys.behaviour.refuses(name)
    ? new Response(JSON.stringify(await keys.create(name)), { status: keys.behaviour.status })
    : new Response('What?', { status: 400 });
}

function tokenOf({ claims, header }: KeyServerBehaviour, jti: string, now: Date): string {
  const signature = header['alg'] === 'none' ? '' : randomBytes(48).toString('base64url');
  return `${part(header)}.${part({ ...claims(jti, now), nonce: randomUUID() })}.${signature}`;
}

function part(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
