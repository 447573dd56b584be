/** Conforming worlds in which sender profiles change that the suite works on, or updates take effect in unusual ways. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '@outreach-api/sandbox';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import type { Disturbance, Disturber, LatencyRange } from './disturbances.ts';
import type { Answerer } from './simulated-network.ts';

const farAway: LatencyRange = [20, 150];

/** Others begin after a run has: it refuses to begin on profiles that were updated a moment ago and change again. */
const beginMs = 100;
const beginFarAwayMs = 2000;

/** By name: what the description allows to happen to a profile in use. */
export const profileDisturbances = {
  'others on our profiles every 100 ms': { before: othersOnOurs(100, 'updates') },
  'others on our profiles every 500 ms': { before: othersOnOurs(500, 'updates and deletions') },
  'others on our profiles every 2 s': { before: othersOnOurs(2000, 'updates and deletions') },
  'others on our profiles every 8 s': { before: othersOnOurs(8000, 'updates and deletions') },
  'a status that changes every 300 ms': { before: changingStatus(300) },
  'a status that changes every 700 ms': { before: changingStatus(700) },
  // One reading after the other takes about as long as what changes by itself.
  'others on our profiles every 100 ms, far away': {
    before: othersOnOurs(100, 'updates', beginFarAwayMs),
    latencyMs: farAway,
  },
  'a status that changes every 300 ms, far away': { before: changingStatus(300), latencyMs: farAway },
  'a status that changes every 900 ms, far away': { before: changingStatus(900), latencyMs: farAway },
  'a replica that lags after 202': { before: laggingReplica },
  'changes that are all answered 202': { before: acceptingAll },
  'cleared fields that get defaults': { before: givingDefaults },
  'profiles that synchronise after an update': { before: synchronising },
  'links that are missing for 2 s after an update, far away': { before: relinking, latencyMs: farAway },
  'updates that end after a second, far away': { before: endingLater, latencyMs: [150, 250] },
  'one update at a time': { before: oneUpdateAtATime },
  'schedules that show when they are due': { before: dueSchedules },
} as const satisfies Readonly<Record<string, Disturbance>>;

/** One in this many turns of the others deletes, the others update. */
const deletesOneIn = 6;

/** Text longer than this is accepted with 202, and then refused. */
const longestText = 60;

function isOfProfiles({ url }: Request): boolean {
  return url.includes('/sender-profiles/');
}

function sameAddress(request: Request, method: string, body: string | null = null): Request {
  const headers = {
    authorization: request.headers.get('authorization') ?? '',
    'content-type': 'application/json',
  };
  return new Request(request.url, { method, headers, body });
}

/** The answer of the sandbox, uncompressed, so that it can be changed. */
async function plainAnswer(
  sandbox: Sandbox,
  request: Request,
  env: Parameters<Answerer>[1],
): Promise<Response> {
  if (!isOfProfiles(request)) return sandbox.fetch(request, env);
  const plain = new Request(request);
  plain.headers.delete('accept-encoding');
  return sandbox.fetch(plain, env);
}

async function recordIn(answer: Response): Promise<JsonObject | null> {
  const json: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return isRecord(json) ? json : null;
}

/** Others update any profile of the account, and may delete any but the fixtures, this often on average. */
function othersOnOurs(
  pauseMs: number,
  what: 'updates' | 'updates and deletions',
  fromMs = beginMs,
): Disturber {
  return (sandbox, chance) => {
    const [account] = sandbox.accounts;
    const fixtures = account.senderProfiles().slice(0, 2);
    const send = async (method: string, uuid: string, body?: object): Promise<void> => {
      const request = new Request(`http://127.0.0.1:1/flows/api/sender-profiles/${uuid}`, {
        method,
        headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await sandbox.fetch(request);
    };
    let nextAt = fromMs + pauseMs * chance.number();
    let turn = 0;
    const act = async (): Promise<void> => {
      turn += 1;
      const uuids = account.senderProfiles();
      const uuid = uuids[Math.floor(chance.number() * uuids.length)];
      const field = ['first_name', 'last_name', 'label'][Math.floor(chance.number() * 3)] ?? 'label';
      if (uuid === undefined) return;
      const deletes = what !== 'updates' && turn % deletesOneIn === 0 && !fixtures.includes(uuid);
      await (deletes ? send('DELETE', uuid) : send('PUT', uuid, { [field]: `Busy ${turn}` }));
    };
    return async (request, env) => {
      // They act as time passes, and stop with the run.
      for (; nextAt < performance.now(); nextAt += pauseMs * 2 * chance.number()) await act();
      return sandbox.fetch(request, env);
    };
  };
}

/** The status of every profile changes by itself, this often. */
function changingStatus(everyMs: number): Disturber {
  return (sandbox) => async (request, env) => {
    const answer = await plainAnswer(sandbox, request, env);
    if (!isOfProfiles(request) || !answer.ok || request.method === 'DELETE') return answer;
    const record = await recordIn(answer);
    if (record === null) return answer;
    const status = Math.floor(Date.now() / everyMs) % 2 === 0 ? 'enabled' : 'synchronising';
    return Response.json({ ...record, status }, { status: answer.status });
  };
}

/** For 300 ms after an update answered 202, every other read shows the record as it was before. */
function laggingReplica(sandbox: Sandbox): Answerer {
  const lagMs = 300;
  const old = new Map<string, { readonly at: number; readonly text: string }>();
  let reads = 0;
  return async (request, env) => {
    if (!isOfProfiles(request)) return sandbox.fetch(request, env);
    const { method } = request;
    const url = request.url.toLowerCase();
    const before = method === 'PUT' ? await sandbox.fetch(sameAddress(request, 'GET'), {}) : null;
    const answer = await plainAnswer(sandbox, request, env);
    if (before?.ok === true && answer.status === 202)
      old.set(url, { at: performance.now(), text: await before.text() });
    if (method !== 'GET') return answer;
    reads += 1;
    const kept = old.get(url);
    const isBehind = kept !== undefined && performance.now() <= kept.at + lagMs && reads % 2 === 1;
    return isBehind && answer.ok
      ? new Response(kept.text, { headers: { 'content-type': 'application/json' } })
      : answer;
  };
}

/**
 * Changes of profiles that are there are answered 202, whatever becomes of them: long text is refused later and never
 * shown; a deletion takes effect after a while.
 */
function acceptingAll(sandbox: Sandbox): Answerer {
  const deletedAfterMs = 1200;
  return async (request, env) => {
    if (!isOfProfiles(request) || request.method === 'GET') return sandbox.fetch(request, env);
    const shown = await sandbox.fetch(sameAddress(request, 'GET'), {});
    if (!shown.ok) return sandbox.fetch(request, env);
    if (request.method === 'DELETE') {
      const later = sameAddress(request, 'DELETE');
      void wait(deletedAfterMs).then(async () => sandbox.fetch(later, {}));
      return new Response(null, { status: 202 });
    }
    const sent = (await recordIn(new Response(await request.clone().text()))) ?? {};
    if (Object.values(sent).some((value) => Array.from(String(value)).length > longestText))
      return Response.json({ ...(await recordIn(shown)), ...sent }, { status: 202 });
    const answer = await plainAnswer(sandbox, request, env);
    return answer.ok ? new Response(await answer.text(), { status: 202, headers: answer.headers }) : answer;
  };
}

const defaultTexts = { first_name: 'Unknown', last_name: 'Unknown', label: 'No label' } as const;

/** Text that an update leaves out or sends as null, and that is empty afterwards, gets a default. */
function givingDefaults(sandbox: Sandbox): Answerer {
  const clearedIn = new Map<string, readonly string[]>();
  return async (request, env) => {
    if (!isOfProfiles(request)) return sandbox.fetch(request, env);
    const sent = request.method === 'PUT' ? await recordIn(new Response(await request.clone().text())) : null;
    const answer = await plainAnswer(sandbox, request, env);
    if (!answer.ok || request.method === 'DELETE') return answer;
    const address = request.url.toLowerCase();
    if (sent !== null)
      clearedIn.set(
        address,
        Object.keys(defaultTexts).filter((field) => isNoValue(sent[field])),
      );
    const record = await recordIn(answer);
    if (record === null) return answer;
    const cleared = clearedIn.get(address) ?? [];
    const defaults = Object.entries(defaultTexts).filter(
      ([field]) => cleared.includes(field) && (record[field] ?? '') === '',
    );
    return Response.json({ ...record, ...Object.fromEntries(defaults) }, { status: answer.status });
  };
}

function isNoValue(sent: unknown): boolean {
  return (sent ?? null) === null || (typeof sent === 'string' && sent.trim() === '');
}

/** For 100 ms after an update, a profile has another status. */
function synchronising(sandbox: Sandbox): Answerer {
  const forMs = 100;
  const updatedAt = new Map<string, number>();
  return async (request, env) => {
    const answer = await plainAnswer(sandbox, request, env);
    if (!isOfProfiles(request) || !answer.ok) return answer;
    if (request.method === 'PUT') updatedAt.set(request.url.toLowerCase(), performance.now());
    const isUnderWay =
      performance.now() < (updatedAt.get(request.url.toLowerCase()) ?? Number.NEGATIVE_INFINITY) + forMs;
    const record = request.method === 'GET' && isUnderWay ? await recordIn(answer) : null;
    return record === null ? answer : Response.json({ ...record, status: 'syncing' });
  };
}

/** For 2 s after an update, a profile shows no links. */
function relinking(sandbox: Sandbox): Answerer {
  const forMs = 2000;
  const updatedAt = new Map<string, number>();
  return async (request, env) => {
    const answer = await plainAnswer(sandbox, request, env);
    if (!isOfProfiles(request) || !answer.ok) return answer;
    const address = request.url.toLowerCase();
    if (request.method === 'PUT') updatedAt.set(address, performance.now());
    const isUnderWay = performance.now() < (updatedAt.get(address) ?? Number.NEGATIVE_INFINITY) + forMs;
    const record = isUnderWay ? await recordIn(answer) : null;
    return record === null
      ? answer
      : Response.json(
          { ...record, linkedin_server_id: null, linkedin_browser_uuid: null },
          { status: answer.status },
        );
  };
}

/** An update ends a second after its answer, and `updated_at` is when it has ended. */
function endingLater(sandbox: Sandbox): Answerer {
  const takesMs = 1000;
  const updated = new Set<string>();
  return async (request, env) => {
    const answer = await plainAnswer(sandbox, request, env);
    const record = isOfProfiles(request) && answer.ok ? await recordIn(answer) : null;
    if (record === null) return answer;
    if (request.method === 'PUT') updated.add(request.url.toLowerCase());
    const endsAt = Date.parse(String(record['updated_at'])) + takesMs;
    return updated.has(request.url.toLowerCase()) && Date.now() > endsAt
      ? Response.json({ ...record, updated_at: new Date(endsAt).toISOString() }, { status: answer.status })
      : answer;
  };
}

/** A profile shows its schedule, and with it when it is due next. */
function dueSchedules(sandbox: Sandbox): Answerer {
  return async (request, env) => {
    const answer = await plainAnswer(sandbox, request, env);
    const record = isOfProfiles(request) && answer.ok ? await recordIn(answer) : null;
    const schedule = { timezone: 'UTC', next_run_at: new Date(Date.now() + 60_000).toISOString() };
    return record === null ? answer : Response.json({ ...record, schedule }, { status: answer.status });
  };
}

/** An update beside another one is refused. */
function oneUpdateAtATime(sandbox: Sandbox): Answerer {
  const takesMs = 10;
  let isBusy = false;
  return async (request, env) => {
    if (request.method !== 'PUT') return sandbox.fetch(request, env);
    if (isBusy) return Response.json({ message: 'another update is under way' }, { status: 409 });
    isBusy = true;
    try {
      await wait(takesMs);
      return await sandbox.fetch(request, env);
    } finally {
      isBusy = false;
    }
  };
}
