/** Conforming services that refuse, fail and answer in unusual ways. */
import { createHash } from 'node:crypto';
import type { Sandbox } from '@outreach-api/sandbox';
import { isRecord } from '@outreach-api/model/records/is-record';
import { isOrdinaryText } from '@outreach-api/model/texts/ordinary-text';
import { jsonFault } from '@outreach-api/wire/json-fault';
import type { Disturbance, Disturber } from './disturbances.ts';
import type { Chance } from './seeded-chance.ts';
import type { Answerer } from './simulated-network.ts';

/** By name: what the description leaves to a service. */
export const serviceDisturbances = {
  'answers with entity tags': { before: taggingAnswers },
  'one write at a time': { before: oneWriteAtATime },
  'profiles that are locked after an update': { before: lockedAfterUpdates },
  'a delivery network that fails now and then': { before: unreachableNowAndThen },
  'servers that disagree on the largest page': { before: disagreeing },
  'a limit of six webhook tests': { before: limitingTests },
  'webhook tests that may be made once in 3 s': { before: refusingRepeatedTests },
  'addresses that may name a parameter once': { before: refusingRepeatedParameters },
  'filters that refuse what serves nobody': { before: refusingIdleFilters },
  'unusual names that are not answered': { before: droppingUnusualNames },
  'fields with the names of members of objects': { before: namingMembers },
  'writes that fail for 2 s': { before: whileAway(1200, 2000, isWriting, 500) },
  'keys that are out of service for 3 s': { before: whileAway(400, 3000, isOfKeys, 503) },
} as const satisfies Readonly<Record<string, Disturbance>>;

type Body = Readonly<Record<string, unknown>>;

async function bodyOf(request: Request): Promise<Body> {
  const json: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  return isRecord(json) ? json : {};
}

function isTest({ url }: Request): boolean {
  return url.endsWith('/webhooks/test');
}

/** Whether a test names everything that it must. */
function isFullTest({ event, request_method, target_url }: Body): boolean {
  return [event, request_method, target_url].every((field) => typeof field === 'string');
}

function isWriting({ method }: Request): boolean {
  return method !== 'GET';
}

function isOfKeys({ url }: Request): boolean {
  return url.includes('/id/');
}

/** Once, a part of the service is away, and what it is asked for is answered with this status. */
function whileAway(
  fromMs: number,
  forMs: number,
  isOfIt: (request: Request) => boolean,
  status: number,
): Disturber {
  return (sandbox) => {
    const goesAt = performance.now() + fromMs;
    return async (request, env) => {
      const awayMs = performance.now() - goesAt;
      return awayMs >= 0 && awayMs < forMs && isOfIt(request)
        ? Response.json({ message: 'try again later' }, { status })
        : sandbox.fetch(request, env);
    };
  };
}

/** What is read has an entity tag, and is not sent to who has it already. */
function taggingAnswers(sandbox: Sandbox): Answerer {
  return async (request, env) => {
    const answer = await sandbox.fetch(request, env);
    if (request.method !== 'GET' || !answer.ok) return answer;
    const bytes = new Uint8Array(await answer.clone().arrayBuffer());
    const etag = `W/"${createHash('sha1').update(bytes).digest('hex')}"`;
    const headers = new Headers(answer.headers);
    headers.set('etag', etag);
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(bytes, { status: answer.status, headers });
  };
}

/** Any write beside another one is refused. */
function oneWriteAtATime(sandbox: Sandbox): Answerer {
  let isBusy = false;
  return async (request, env) => {
    if (request.method === 'GET') return sandbox.fetch(request, env);
    if (isBusy) return Response.json({ message: 'another request is under way' }, { status: 409 });
    isBusy = true;
    try {
      return await sandbox.fetch(request, env);
    } finally {
      isBusy = false;
    }
  };
}

/** For 300 ms after an update, a profile takes no further change. */
function lockedAfterUpdates(sandbox: Sandbox): Answerer {
  const lockedMs = 300;
  const updatedAt = new Map<string, number>();
  return async (request, env) => {
    const isChange = request.url.includes('/sender-profiles/') && request.method !== 'GET';
    const address = request.url.toLowerCase();
    if (isChange && performance.now() < (updatedAt.get(address) ?? Number.NEGATIVE_INFINITY) + lockedMs)
      return new Response('locked', { status: 423 });
    const answer = await sandbox.fetch(request, env);
    if (isChange && request.method === 'PUT' && answer.ok) updatedAt.set(address, performance.now());
    return answer;
  };
}

/** One in fifty requests is answered by the network: the service failed, or was not reached. */
function unreachableNowAndThen(sandbox: Sandbox, chance: Chance): Answerer {
  const statuses = [520, 521, 522, 524, 525];
  return async (request, env) => {
    if (chance.number() >= 0.02) return sandbox.fetch(request, env);
    const status = statuses[Math.floor(chance.number() * statuses.length)] ?? 520;
    if (status === 520 || status === 524) await sandbox.fetch(request, env);
    return new Response('<h1>Web server is down</h1>', { status });
  };
}

/** Every other request for more than 50 records is refused. */
function disagreeing(sandbox: Sandbox): Answerer {
  let large = 0;
  return async (request, env) => {
    const isLarge = Number(new URL(request.url).searchParams.get('limit')) > 50;
    if (isLarge) large += 1;
    return isLarge && large % 2 === 0 && request.headers.has('authorization')
      ? Response.json({ message: 'the limit is too large' }, { status: 400 })
      : sandbox.fetch(request, env);
  };
}

/** Of the tests of each account that name everything, six are made. */
function limitingTests(sandbox: Sandbox): Answerer {
  const made = new Map<string, number>();
  return async (request, env) => {
    if (!isTest(request) || !isFullTest(await bodyOf(request))) return sandbox.fetch(request, env);
    const key = request.headers.get('authorization') ?? '';
    const account = sandbox.accounts[1].token === key.replace(/^\S+ /, '') ? 'second' : 'first';
    if ((made.get(account) ?? 0) >= 6)
      return Response.json({ message: 'no more tests in this plan' }, { status: 403 });
    const answer = await sandbox.fetch(request, env);
    if (answer.ok) made.set(account, (made.get(account) ?? 0) + 1);
    return answer;
  };
}

/** The same test again is refused for a while, whoever sends it. */
function refusingRepeatedTests(sandbox: Sandbox): Answerer {
  const refusedForMs = 3000;
  const made = new Map<string, number>();
  return async (request, env) => {
    const body = isTest(request) ? await bodyOf(request) : {};
    if (!isFullTest(body)) return sandbox.fetch(request, env);
    const test = JSON.stringify(body);
    if (performance.now() < (made.get(test) ?? Number.NEGATIVE_INFINITY) + refusedForMs)
      return Response.json({ message: 'this test has just been made' }, { status: 409 });
    const answer = await sandbox.fetch(request, env);
    if (answer.ok) made.set(test, performance.now());
    return answer;
  };
}

/** An address to call that names a parameter twice is refused. */
function refusingRepeatedParameters(sandbox: Sandbox): Answerer {
  return async (request, env) => {
    const body = isTest(request) ? await bodyOf(request) : {};
    const parameters = [...(URL.parse(String(body['target_url']))?.searchParams.keys() ?? [])];
    return isFullTest(body) && new Set(parameters).size < parameters.length
      ? Response.json({ message: 'a parameter is repeated' }, { status: 400 })
      : sandbox.fetch(request, env);
  };
}

function isIdle(condition: unknown, field: string): boolean {
  if (Array.isArray(condition)) return new Set(condition).size < condition.length;
  return (
    field === 'uuid' && isRecord(condition) && Object.keys(condition).some((key) => /^[<>]=?$/.test(key))
  );
}

/** A filter that repeats a value, or compares uuids by order, is refused. */
function refusingIdleFilters(sandbox: Sandbox): Answerer {
  return async (request, env) => {
    const text = new URL(request.url).searchParams.get('filter');
    const filter: unknown = text === null || jsonFault(text) !== null ? null : JSON.parse(text);
    return isRecord(filter) && Object.entries(filter).some(([field, condition]) => isIdle(condition, field))
      ? Response.json({ message: 'this filter is not supported' }, { status: 400 })
      : sandbox.fetch(request, env);
  };
}

/** A firewall closes the connection where a name or label is no ordinary text. */
function droppingUnusualNames(sandbox: Sandbox): Answerer {
  return async (request, env) => {
    const takesText = request.method === 'PUT' || request.url.endsWith('/create-api-key');
    const { name, first_name, last_name, label } = takesText ? await bodyOf(request) : {};
    const texts = [name, first_name, last_name, label].filter((text) => typeof text === 'string');
    if (texts.every(isOrdinaryText)) return sandbox.fetch(request, env);
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
}

/** Records have further fields, named as members of any object are. */
function namingMembers(sandbox: Sandbox): Answerer {
  return async (request, env) => {
    const plain = new Request(request);
    plain.headers.delete('accept-encoding');
    const answer = await sandbox.fetch(plain, env);
    if (!answer.ok || isTest(request) || request.method === 'DELETE') return answer;
    const text = await answer.text();
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    const more = '"__proto__":{"a":1},"constructor":"b","toString":null,';
    return new Response(text.replaceAll(/\{(?=\s*"(?:uuid|jti)")/g, `{${more}`), {
      status: answer.status,
      headers,
    });
  };
}
