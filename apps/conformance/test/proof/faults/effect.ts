/** What drawn faults do to requests and answers. */
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '@outreach-api/sandbox';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { recordIn } from '../../record-in.ts';
import { withoutHyphens, type Circumstance } from './circumstance.ts';

/** A request that a fault may mistreat. */
export interface Faulty {
  readonly request: Request;
  readonly of: Circumstance;
  readonly sandbox: Sandbox;
  /** Passes the request on, or another one. */
  readonly pass: (request?: Request) => Promise<Response>;
  /** What the same request of the same caller was answered before; null if it is the first. */
  readonly before: Response | null;
}

/** What a fault does; null if it can do nothing here. */
export type Effect = (faulty: Faulty) => Promise<Response | null>;

/** An effect, and what it breaks. */
export interface Described {
  readonly effect: Effect;
  /** The statements of which one must be found broken, by the beginnings of their ids. */
  readonly breaks: readonly string[];
}

/** The statements that a broken list may break. */
export const brokenByLists = ['PAGE', 'FILT', 'HOOK', 'DEL', 'TEST-07', 'TEAM-01', 'JSON'];

/** Failures and refusals of requests in order. */
export function failures(breaks: readonly string[]): Readonly<Record<string, Described>> {
  const refused = (status: number): Described => ({
    breaks: [...breaks, 'HOOK-04', 'AUTH-05', 'JSON'],
    effect: async ({ of }) => (isEntitled(of) && isInOrder(of) ? new Response(null, { status }) : null),
  });
  return {
    'fails with 500': refused(500),
    'refuses with 400': refused(400),
    'refuses with 404': refused(404),
    'refuses with 403': refused(403),
  };
}

/** Without a body, and without anything that may be refused. */
function isInOrder({ operation, sent, limit, offset, isUpperCase, filter }: Circumstance): boolean {
  const isPlain =
    (limit === null || (limit >= 1 && limit <= 20)) && (offset === null || offset >= 0) && filter === '';
  if (operation === 'listWebhooks') return isPlain;
  if (operation === 'testWebhook') return isFull(sent ?? {});
  if (operation === 'createApiKey') return Object.keys(sent ?? {}).join('') === 'name';
  return !isUpperCase;
}

/** Whether it was sent with a key of the account. */
export function isEntitled({ caller }: Circumstance): boolean {
  return caller === 'target file' || caller === 'created key';
}

/** Answers as the same request was answered before. */
export function asBefore(breaks: readonly string[]): Described {
  return {
    breaks,
    effect: async ({ request, before, pass }) => {
      if (before === null || request.method !== 'GET') return before;
      const [now, then] = await Promise.all([pass(), before].map(async (one) => (await one).clone().text()));
      return now === then ? null : before;
    },
  };
}

/** Confirms what it does not do. */
export function notPassed(breaks: readonly string[]): Described {
  return {
    breaks,
    effect: async ({ of }) => (isEntitled(of) ? new Response(null, { status: 204 }) : null),
  };
}

/** Changes some members of each page. */
export function onPage(
  change: (page: JsonObject) => JsonObject | null,
  breaks: readonly string[],
): Described {
  return onRecord((page) => {
    const difference = Array.isArray(page['data']) ? change(page) : null;
    return difference === null ? null : { ...page, ...difference };
  }, breaks);
}

/** Changes the records of each page. */
export function onData(change: (data: readonly JsonObject[]) => readonly unknown[] | null): Described {
  return onPage(({ data }) => {
    const records = Array.isArray(data) ? data.filter((one: unknown) => isRecord(one)) : [];
    const other = change(records);
    return other === null ? null : { data: other };
  }, brokenByLists);
}

/** Changes each record that is answered. */
export function onRecord(
  change: (record: JsonObject) => JsonObject | null,
  breaks: readonly string[],
): Described {
  return {
    breaks,
    effect: async ({ pass }) => {
      const answer = await pass();
      const record = await shownIn(answer);
      const other = record === null ? null : change(record);
      return other === null || isDeepStrictEqual(other, record) ? null : changed(answer, other);
    },
  };
}

/** Does to another record, too, what succeeds for one. @param others - of which one is chosen, the first that is another */
export function alsoTo(
  others: (sandbox: Sandbox) => readonly string[],
  breaks: readonly string[],
): Described {
  return {
    breaks,
    effect: async ({ request, of, sandbox, pass }) => {
      const other = others(sandbox).find((uuid) => withoutHyphens(uuid) !== of.uuid);
      const answer = await pass();
      if (!answer.ok || other === undefined) return null;
      await pass(forRecord(request, other, of.sent === null ? undefined : JSON.stringify(of.sent)));
      return answer;
    },
  };
}

/** Changes what is sent. */
export function onBody(
  change: (sent: JsonObject) => JsonObject,
  breaks: readonly string[] = ['PROF'],
): Described {
  return {
    breaks,
    effect: async ({ request, of, pass }) => {
      if (of.sent === null) return null;
      const other = change(of.sent);
      return JSON.stringify(other) === JSON.stringify(of.sent) || Object.keys(other).length === 0
        ? null
        : pass(withBody(request, other));
    },
  };
}

/** Changes the name of each key. */
export function onName(change: (name: string) => string): Described {
  return onRecord((record) => ({ ...record, name: change(String(record['name'])) }), ['KEY']);
}

/** The same record without a field. */
export function without(record: JsonObject, field: string): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

/** The page in an answer; null if it holds none. */
export async function pageIn(answer: Response): Promise<JsonObject | null> {
  const page = await shownIn(answer);
  return page !== null && Array.isArray(page['data']) ? page : null;
}

/** The record in an answer that succeeded; null if it holds none. */
export async function shownIn(answer: Response): Promise<JsonObject | null> {
  const record = await recordIn(answer);
  return answer.ok && Object.keys(record).length > 0 ? record : null;
}

/** The same answer with another body. */
export function changed({ status, headers }: Response, body: JsonObject): Response {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return new Response(JSON.stringify(body), { status, headers: kept });
}

/** The same request with another key. */
export function withKey(request: Request, token: string): Request {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { headers });
}

function withBody({ url, method, headers }: Request, body: JsonObject): Request {
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** The same request for another record. */
export function forRecord({ url, method, headers }: Request, uuid: string, body?: string): Request {
  return new Request(url.replace(/[^/]+$/, uuid), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** The same body with each text changed. */
export function mapped(sent: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([field, value]) => [field, typeof value === 'string' ? change(value) : value]),
  );
}

/** Whether it is a test that should call its target. */
export function isWholeTest(of: Circumstance): boolean {
  return isEntitled(of) && isFull(of.sent ?? {});
}

/** Whether a test names all that is required. */
export function isFull(sent: JsonObject): boolean {
  return ['event', 'request_method', 'target_url'].every((field) => typeof sent[field] === 'string');
}

/** An address without its percent-encoding. */
export function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
