/** A small client of the API that keeps the description; tests may change each of its habits. */
import { isRecord } from '@outreach-api/model/records/is-record';
import type { DriverAnswer } from '../../src/clients/driver-call.ts';
import type { ClientUnderTest, Fetch } from './in-process.ts';

/** A request before it is sent. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The parts of a list page that a walk reads. */
export interface Page {
  readonly data: readonly unknown[];
  readonly limit: number;
  readonly total: number;
  readonly has_more: boolean;
}

/** The habits of a client. */
export interface Habits {
  /** Changes a request before it is sent. @param attempt - starting at 1 */
  send(asked: Asked, attempt: number): Asked;
  /** How long it waits before the next attempt, in milliseconds; null if it gives up. */
  waitMs(attempt: number, retryAfter: string | null): number | null;
  /** Where the next page begins; null if there is none. */
  next(page: Page, offset: number, asked: number | undefined): number | null;
  /** What the caller gets from an answer. */
  brought(value: unknown, call: string): unknown;
  /** What a walk returns that is refused after these records; null if it fails. */
  failed(records: readonly unknown[]): readonly unknown[] | null;
  /** Changes the records of a walk. */
  walked(records: readonly unknown[]): readonly unknown[];
}

/** Base 200 ms, doubled, without jitter; 5 attempts; `Retry-After` is obeyed up to a minute. */
export const policy = {
  base: 200,
  factor: 2,
  cap: 30_000,
  floor: 0,
  addedJitter: 0,
  jitter: 'none',
  attempts: 5,
  retryAfterMax: 60,
  retryAfterDates: true,
  from: 'end',
} as const;

const own: Habits = {
  send: (asked) => asked,
  waitMs: (attempt, retryAfter) => {
    if (attempt >= policy.attempts) return null;
    const stated = statedMs(retryAfter);
    if (stated > policy.retryAfterMax * 1000) return null;
    return Math.max(stated, policy.base * policy.factor ** (attempt - 1));
  },
  next: (page, offset) => (page.has_more && page.data.length > 0 ? offset + page.data.length : null),
  brought: (value) => value,
  failed: () => null,
  walked: (records) => records,
};

/** What `Retry-After` asks for, in milliseconds; 0 if it is missing or unreadable. */
export function statedMs(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = retryAfter.endsWith(' GMT') ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}

/** A small client with these habits; the others are those of a client that keeps the description. */
export function smallClient(changed: Partial<Habits> = {}): ClientUnderTest {
  const habits = { ...own, ...changed };
  return async ({ call, with: input }, { baseUrl, token, fetch }) => {
    const sender = { baseUrl, token, fetch, habits };
    if (call === 'webhooks.all') return walk(input, sender);
    const asked = requestOf(call, input);
    const { status, json } = await sent(asked, sender);
    return status >= 200 && status < 300
      ? { ok: true, status, value: habits.brought(json, call) }
      : { ok: false, status };
  };
}

interface Sender {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: Fetch;
  readonly habits: Habits;
}

interface Got {
  readonly status: number;
  readonly json: unknown;
}

async function walk(input: Readonly<Record<string, unknown>>, sender: Sender): Promise<DriverAnswer> {
  const records: unknown[] = [];
  const limit = typeof input['limit'] === 'number' ? input['limit'] : undefined;
  const { filter } = input;
  for (let offset: number | null = 0; offset !== null;) {
    const { status, json } = await sent(requestOf('webhooks.list', { limit, offset, filter }), sender);
    if (!isPage(json)) {
      const value = sender.habits.failed(records);
      return value === null ? { ok: false, status } : { ok: true, value };
    }
    records.push(...json.data);
    offset = sender.habits.next(json, offset, limit);
  }
  return { ok: true, value: sender.habits.walked(records) };
}

function isPage(json: unknown): json is Page {
  return isRecord(json) && Array.isArray(json['data']) && typeof json['has_more'] === 'boolean';
}

const places: Readonly<Record<string, readonly [method: string, path: string]>> = {
  'webhooks.list': ['GET', '/integrations/api/webhooks'],
  'webhooks.test': ['POST', '/integrations/api/webhooks/test'],
  'webhooks.delete': ['DELETE', '/integrations/api/webhooks/'],
  'apiKeys.create': ['POST', '/id/api/jwt-tokens/create-api-key'],
  'senderProfiles.get': ['GET', '/flows/api/sender-profiles/'],
  'senderProfiles.update': ['PUT', '/flows/api/sender-profiles/'],
  'senderProfiles.delete': ['DELETE', '/flows/api/sender-profiles/'],
};

function requestOf(call: string, input: Readonly<Record<string, unknown>>): Asked {
  const [method, path] = places[call] ?? ['GET', '/'];
  const { uuid, ...fields } = input;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = method === 'GET' && !path.endsWith('/') ? given : [];
  const body = method === 'POST' ? input : method === 'PUT' ? fields : null;
  return {
    method,
    path: path.endsWith('/') ? `${path}${String(uuid)}` : path,
    query: Object.fromEntries(
      query.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
    headers: body === null ? {} : { 'content-type': 'application/json' },
    body: body === null ? null : JSON.stringify(body),
  };
}

async function sent(plain: Asked, { baseUrl, token, fetch, habits }: Sender): Promise<Got> {
  const authorized = { ...plain, headers: { authorization: `Bearer ${token}`, ...plain.headers } };
  for (let attempt = 1; ; attempt += 1) {
    const { method, path, query, headers, body } = habits.send(authorized, attempt);
    const search = new URLSearchParams(query).toString();
    const url = `${baseUrl}${path}${search === '' ? '' : `?${search}`}`;
    const response = await fetch(url, { method, headers, body });
    const text = await response.text();
    const waitMs =
      response.status === 429 ? habits.waitMs(attempt, response.headers.get('retry-after')) : null;
    if (waitMs === null)
      return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : null };
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
  }
}
