/** What may disturb a run on a conforming target: each conforms to the description in its own way. */
import type { Sandbox } from '@outreach-api/sandbox';
import { profileDisturbances } from './profile-disturbances.ts';
import { serviceDisturbances } from './service-disturbances.ts';
import type { Chance } from './seeded-chance.ts';
import type { Answerer } from './simulated-network.ts';

/** Stands in front of a sandbox. */
export type Disturber = (sandbox: Sandbox, chance: Chance) => Answerer;

/** The shortest and longest time that a request, or its answer, travels, in milliseconds. */
export type LatencyRange = readonly [leastMs: number, mostMs: number];

/** One kind of disturbance. */
export interface Disturbance {
  readonly before: Disturber;
  /** By default as on loopback. */
  readonly latencyMs?: LatencyRange;
}

/** How often a gateway or the network fails, as a fraction of 1. */
const failureRate = 0.02;

/** How often the gateway of an ordinary staging fails. */
const ordinaryFailureRate = 0.01;

/** By name: all that the proof uses. */
export const disturbances = {
  none: { before: straight },
  'a slow network': { before: straight, latencyMs: [5, 150] },
  'a gateway that fails before the effect': { before: failing('before', gatewayFailure) },
  'a gateway that fails after the effect': { before: failing('after', gatewayFailure) },
  'a gateway that fails now and then': { before: failingNowAndThen },
  'requests that are lost': { before: failing('before', connectionLost) },
  'answers that are lost': { before: failing('after', connectionLost) },
  'a restart': { before: restarting },
  'a lock-out after wrong credentials': { before: lockingOut },
  'a list that is cached for a while': { before: caching },
  'others at work': { before: othersAtWork },
  'others seldom at work, far away': { before: seldomAtWork, latencyMs: [150, 250] },
  ...profileDisturbances,
  ...serviceDisturbances,
} as const satisfies Readonly<Record<string, Disturbance>>;

/** The name of a disturbance. */
export type DisturbanceName = keyof typeof disturbances;

/** The names of all disturbances. */
export const disturbanceNames = Object.keys(disturbances).filter(
  (name): name is DisturbanceName => name in disturbances,
);

function straight(sandbox: Sandbox): Answerer {
  return async (request, env) => sandbox.fetch(request, env);
}

function gatewayFailure(chance: Chance): Response {
  const statuses = [502, 503, 504];
  return new Response('<h1>Bad gateway</h1>', {
    status: statuses[Math.floor(chance.number() * statuses.length)] ?? 502,
    headers: { 'content-type': 'text/html' },
  });
}

function connectionLost(): never {
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}

function failing(when: 'before' | 'after', fail: (chance: Chance) => Response): Disturber {
  return (sandbox, chance) => async (request, env) => {
    const fails = chance.number() < failureRate;
    if (fails && when === 'before') return fail(chance);
    const answer = await sandbox.fetch(request, env);
    return fails ? fail(chance) : answer;
  };
}

/** Half of the failures come before the effect, half after it. */
function failingNowAndThen(sandbox: Sandbox, chance: Chance): Answerer {
  return async (request, env) => {
    const fails = chance.number() < ordinaryFailureRate;
    const tookEffect = !fails || chance.number() < 0.5;
    const answer = tookEffect ? await sandbox.fetch(request, env) : null;
    return fails || answer === null ? gatewayFailure(chance) : answer;
  };
}

/** Twice in a run, all requests fail for two seconds. */
function restarting(sandbox: Sandbox, chance: Chance): Answerer {
  const begins = [100, 700].map((from) => from + Math.floor(chance.number() * 500));
  let count = 0;
  let until = 0;
  return async (request, env) => {
    count += 1;
    if (begins.includes(count)) until = performance.now() + 2000;
    return performance.now() < until ? gatewayFailure(chance) : sandbox.fetch(request, env);
  };
}

/** After seven refused credentials within five seconds, all callers are refused for three seconds. */
function lockingOut(sandbox: Sandbox): Answerer {
  let until = 0;
  let refusals: number[] = [];
  return async (request, env) => {
    const now = performance.now();
    if (now < until) return new Response('locked', { status: 403 });
    const answer = await sandbox.fetch(request, env);
    if (answer.status === 401) refusals = [...refusals.filter((at) => at > now - 5000), now];
    if (refusals.length > 6) {
      until = now + 3000;
      refusals = [];
    }
    return answer;
  };
}

/** Each page is cached for a second, unless a webhook is deleted through the API. */
function caching(sandbox: Sandbox): Answerer {
  const keptMs = 1000;
  const kept = new Map<string, { readonly answer: Response; readonly since: number }>();
  return async (request, env) => {
    if (request.method === 'DELETE') kept.clear();
    const isList = request.method === 'GET' && request.url.includes('/api/webhooks');
    // A filter in the body makes a different request with the same address.
    if (!isList || env.body !== undefined) return sandbox.fetch(request, env);
    const page = `${request.headers.get('authorization')} ${request.headers.get('accept-encoding')} ${request.url}`;
    const known = kept.get(page);
    if (known !== undefined && performance.now() - known.since < keptMs) return known.answer.clone();
    const answer = await sandbox.fetch(request, env);
    if (answer.ok) kept.set(page, { answer: answer.clone(), since: performance.now() });
    return answer;
  };
}

/** Another client constantly creates and deletes webhooks and updates profiles that are not the suite's. */
function othersAtWork(sandbox: Sandbox, chance: Chance): Answerer {
  const [account] = sandbox.accounts;
  const [, , ...profiles] = account.senderProfiles();
  const theirs: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const request = new Request(`http://127.0.0.1:1${path}`, {
      method,
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await sandbox.fetch(request);
  };
  const pauseMs = 50 * 4 ** Math.floor(chance.number() * 3);
  let nextAt = pauseMs;
  let turn = 0;
  const act = async (): Promise<void> => {
    turn += 1;
    const target_url = `https://crm.example/hooks/${turn}`;
    const gone = turn % 3 === 1 ? theirs.shift() : undefined;
    const profile = turn % 3 === 2 ? profiles[turn % profiles.length] : undefined;
    if (gone !== undefined) await send('DELETE', `/integrations/api/webhooks/${gone}`);
    else if (profile !== undefined)
      await send('PUT', `/flows/api/sender-profiles/${profile}`, { last_name: `Busy ${turn}` });
    else
      theirs.push(sandbox.createWebhook(0, { event: 'contact_replied', request_method: 'PUT', target_url }));
  };
  return async (request, env) => {
    // It acts as time passes, and stops with the run.
    for (; nextAt < performance.now(); nextAt += pauseMs * (0.5 + chance.number())) await act();
    return sandbox.fetch(request, env);
  };
}

/** Another client creates a webhook, and deletes it, every 12 seconds or so: seldom, but while most batches are sent. */
function seldomAtWork(sandbox: Sandbox, chance: Chance): Answerer {
  const [{ token }] = sandbox.accounts;
  const headers = { authorization: `Bearer ${token}` };
  const aboutMs = (): number => 12_000 * (0.5 + chance.number());
  let theirs: string | null = null;
  let nextAt = aboutMs();
  return async (request, env) => {
    for (; nextAt < performance.now(); nextAt += aboutMs()) {
      const address = `http://127.0.0.1:1/integrations/api/webhooks/${theirs ?? ''}`;
      if (theirs !== null) await sandbox.fetch(new Request(address, { method: 'DELETE', headers }));
      const hook = {
        event: 'contact_replied',
        request_method: 'PUT',
        target_url: 'https://crm.example/seldom',
      };
      theirs = theirs === null ? sandbox.createWebhook(0, hook) : null;
    }
    return sandbox.fetch(request, env);
  };
}
