/**
 * A complete service of the API, written only from the description and its statements, without the sandbox's code and
 * in another style: it shows that the suite judges the description and not the sandbox.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Deliver } from '@outreach-api/sandbox';
import type { Answerer } from '../simulation/simulated-network.ts';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import type { Provisioner } from '../../src/target/provision.ts';
import { OtherKeys, type OtherKey } from './other-service-keys.ts';
import { listWebhooks } from './other-service-list.ts';
import { type OtherFault, type OtherServiceBehaviour } from './other-service-behaviour.ts';
import { deleteProfile, getProfile, updateProfile } from './other-service-profiles.ts';
import { fillAccounts } from './other-service-start.ts';
import { addProfile, addWebhook, newState, type OtherState, type Reply } from './other-service-state.ts';
import { deleteWebhook, testWebhook } from './other-service-webhooks.ts';

/** The other service, and what its owner knows of it. */
export interface OtherService {
  readonly answer: Answerer;
  readonly token: string;
  readonly otherAccountToken: string;
  readonly expiredToken: string;
  readonly senderProfiles: readonly string[];
  readonly provisioner: Required<Omit<Provisioner, 'close'>>;
}

const year = 366 * 86_400_000;

/**
 * Creates the other service.
 *
 * @param call - how it calls targets
 */
export function otherService(
  behaviour: OtherServiceBehaviour,
  fault: OtherFault | null,
  call: Deliver,
): OtherService {
  const state = newState(behaviour, fault, call);
  fillAccounts(state);
  const [first, second] = state.accounts;
  const keys = new OtherKeys(state);
  const buckets = new Buckets(state);
  return {
    answer: async (request) => {
      state.count += 1;
      const reply = await replyTo(request, state, keys, buckets);
      return responseOf(reply, state, request.headers.get('accept-encoding') ?? '');
    },
    token: keys.issue(first, Date.now()),
    otherAccountToken: keys.issue(second, Date.now()),
    expiredToken: keys.issue(first, Date.now() - 4 * year),
    senderProfiles: [...first.profiles.keys()],
    provisioner: {
      createWebhook: async (webhook) => addWebhook(first, webhook),
      createSenderProfile: async (profile) => addProfile(first, profile),
    },
  };
}

/** The rate limit: a bucket for each account, refilled steadily. */
class Buckets {
  readonly #state: OtherState;
  readonly #levels = new Map<unknown, { level: number; at: number }>();
  #asked = 0;

  constructor(state: OtherState) {
    this.#state = state;
  }

  /** Takes one request out of the bucket; false if it is empty. */
  take(key: OtherKey): boolean {
    const { bucket, limitsOneIn } = this.#state.behaviour;
    this.#asked += 1;
    if (limitsOneIn !== null && this.#asked % limitsOneIn === 0) return false;
    if (bucket === null) return true;
    const whose = this.#state.fault === 'each key has a limit of its own' ? key : key.account;
    const now = performance.now();
    const { level, at } = this.#levels.get(whose) ?? { level: bucket.size, at: now };
    const filled = Math.min(bucket.size, level + ((now - at) * bucket.perSecond) / 1000);
    this.#levels.set(whose, { level: filled < 1 ? filled : filled - 1, at: now });
    return filled >= 1;
  }
}

async function replyTo(
  request: Request,
  state: OtherState,
  keys: OtherKeys,
  buckets: Buckets,
): Promise<Reply> {
  const { fault, behaviour } = state;
  const text = await request.text();
  const { pathname, searchParams } = new URL(request.url);
  const [operation = '', , id = ''] = operationOf(request.method, pathname) ?? [];
  const authorization = request.headers.get('authorization');
  const key = keys.known(authorization);
  const isKnown =
    key !== null &&
    (key.expires > Date.now() || (fault === 'an expired key may update' && operation === 'update'));
  if (!isKnown) {
    const done = fault === 'a delete without a credential is answered 404 and done' && authorization === null;
    if (done && operation === 'remove profile') deleteProfile(state, state.accounts[0], id);
    return { status: behaviour.refusals.credential, text: state.count % 2 === 0 ? '' : 'who are you?' };
  }
  const act = async (): Promise<Reply> => perform(operation, id, { text, searchParams, key }, state, keys);
  if (buckets.take(key)) return act();
  if (fault === 'a limited update is done' && operation === 'update') await act();
  if (fault === 'a limited update is answered 403' && operation === 'update') return { status: 403 };
  if (fault === 'every other limited list is answered 403' && operation === 'list' && state.count % 2 === 0)
    return { status: 403 };
  return { status: 429, text: '<!doctype html><title>Slow down</title>', type: 'text/html' };
}

interface Asked {
  readonly text: string;
  readonly searchParams: URLSearchParams;
  readonly key: OtherKey;
}

async function perform(
  operation: string,
  id: string,
  { text, searchParams, key }: Asked,
  state: OtherState,
  keys: OtherKeys,
): Promise<Reply> {
  const { account } = key;
  if (operation === 'list') return listWebhooks(state, account, searchParams);
  if (operation === 'remove webhook') return deleteWebhook(state, account, id);
  if (operation === 'read') return getProfile(state, account, id);
  if (operation === 'remove profile') return deleteProfile(state, account, id);
  if (operation === '') return { status: 404 };
  const body = parsed(text);
  if (body === null) return { status: state.behaviour.refusals.malformed, text: 'JSON, please' };
  if (operation === 'create key') return keys.create(key, body);
  if (operation === 'test') return testWebhook(state, body);
  return updateProfile(state, account, id, body);
}

const routes: readonly (readonly [operation: string, method: string, path: RegExp])[] = [
  ['create key', 'POST', /^\/id\/api\/jwt-tokens\/create-api-key$/],
  ['list', 'GET', /^\/integrations\/api\/webhooks$/],
  ['test', 'POST', /^\/integrations\/api\/webhooks\/test$/],
  ['remove webhook', 'DELETE', /^\/integrations\/api\/webhooks\/([^/]+)$/],
  ['read', 'GET', /^\/flows\/api\/sender-profiles\/([^/]+)$/],
  ['update', 'PUT', /^\/flows\/api\/sender-profiles\/([^/]+)$/],
  ['remove profile', 'DELETE', /^\/flows\/api\/sender-profiles\/([^/]+)$/],
];

function operationOf(method: string, path: string): readonly [string, string, string] | null {
  const route = routes.find((one) => one[1] === method && one[2].test(path));
  return route === undefined ? null : [route[0], method, route[2].exec(path)?.[1] ?? ''];
}

/** Some answers come late, some compressed, some on a connection that is closed afterwards. */
async function responseOf(
  reply: Reply,
  { count, behaviour }: OtherState,
  accepts: string,
): Promise<Response> {
  if (count % 4 === 0) await wait(5);
  const text = reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json, null, 1);
  const isPacked = count % 3 === 0 && text !== '' && accepts.includes('gzip');
  return new Response(text === '' ? null : isPacked ? gzipSync(text) : text, {
    status: reply.status,
    headers: {
      'content-type':
        reply.json === undefined ? (reply.type ?? 'text/plain') : 'application/json;charset=UTF-8',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      ...(count % 11 === 0 ? { connection: 'close' } : {}),
      ...(behaviour.sendDate ? { date: new Date().toUTCString() } : {}),
    },
  });
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
