/** Talks to an in-process sandbox as a client would. */
import { isUtf8 } from 'node:buffer';
import { createSandbox } from '../src/index.ts';
import { pause } from './own-clock.ts';
import type { Dialect, Sandbox, SandboxOptions } from '../src/index.ts';
import { defaultDialect } from '../src/index.ts';

/** A JSON object as received. */
export type Json = Readonly<Record<string, unknown>>;

/** An answer, read to its end. */
export interface Seen {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
  /** The JSON object of the body; empty if there is none. */
  readonly json: Json;
  readonly isJson: boolean;
  /** The records of an envelope. */
  readonly data: readonly Json[];
  readonly date: string | null;
  readonly etag: string | null;
}

/** How a request differs from a usual one. */
export interface Difference {
  /** The token; none if null, the first account's by default. */
  readonly token?: string | null;
  /** The whole Authorization header. */
  readonly authorization?: string;
  readonly body?: unknown;
  /** The body as it is written. */
  readonly text?: string;
  /** Further headers, or others than usual. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of one sandbox. */
export interface Probe {
  readonly sandbox: Sandbox;
  readonly dialect: Dialect;
  send(method: string, path: string, difference?: Difference): Promise<Seen>;
  list(query?: string, difference?: Difference): Promise<Seen>;
  /** The list under a filter, in the placement of the dialect. */
  filtered(filter: Json, query?: string, difference?: Difference): Promise<Seen>;
  profile(uuid: string, difference?: Difference): Promise<Seen>;
  update(uuid: string, body: Json, difference?: Difference): Promise<Seen>;
  createKey(name: string, difference?: Difference): Promise<Seen>;
  test(body: Json, difference?: Difference): Promise<Seen>;
  deleteWebhook(uuid: string, difference?: Difference): Promise<Seen>;
  deleteProfile(uuid: string, difference?: Difference): Promise<Seen>;
  /** Resolves when changes answered with 202 are done. */
  settled(): Promise<void>;
}

/** Opens a sandbox with these options, and a client for it. */
export async function openProbe(options: SandboxOptions = {}): Promise<Probe> {
  const sandbox = await createSandbox(options);
  const dialect = { ...defaultDialect, ...options.dialect };
  const ask = async (
    method: string,
    path: string,
    difference: Difference,
    getBody?: string,
  ): Promise<Seen> => {
    const headers = new Headers();
    const token = difference.token === undefined ? sandbox.accounts[0].token : difference.token;
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    if (difference.authorization !== undefined) headers.set('authorization', difference.authorization);
    const written = difference.body === undefined ? null : JSON.stringify(difference.body);
    const body = difference.text ?? written;
    if (body !== null) headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(difference.headers ?? {})) headers.set(name, value);
    const request = new Request(`http://sandbox.test${path}`, { method, headers, body });
    return seen(await sandbox.fetch(request, getBody === undefined ? {} : { body: getBody }));
  };
  const webhooks = '/integrations/api/webhooks';
  const profiles = '/flows/api/sender-profiles';
  return {
    sandbox,
    dialect,
    send: (method, path, difference = {}) => ask(method, path, difference),
    list: (query = '', difference = {}) => ask('GET', `${webhooks}${query}`, difference),
    filtered: (filter, query = '', difference = {}) => {
      const { query: placed, body } = placedFilter(filter, dialect.filterPlacement);
      const search = [query, placed].filter((part) => part !== '').join('&');
      return ask('GET', `${webhooks}?${search}`, difference, body);
    },
    profile: (uuid, difference = {}) => ask('GET', `${profiles}/${uuid}`, difference),
    update: (uuid, body, difference = {}) => ask('PUT', `${profiles}/${uuid}`, { body, ...difference }),
    createKey: (name, difference = {}) =>
      ask('POST', '/id/api/jwt-tokens/create-api-key', { body: { name }, ...difference }),
    test: (body, difference = {}) => ask('POST', `${webhooks}/test`, { body, ...difference }),
    deleteWebhook: (uuid, difference = {}) => ask('DELETE', `${webhooks}/${uuid}`, difference),
    deleteProfile: (uuid, difference = {}) => ask('DELETE', `${profiles}/${uuid}`, difference),
    settled: () =>
      dialect.successStatusOfUpdate === '202' || dialect.successStatusOfDelete === '202'
        ? pause(80)
        : Promise.resolve(),
  };
}

async function seen(response: Response): Promise<Seen> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const value = isUtf8(bytes) ? parsed(text) : undefined;
  const json: Json = typeof value === 'object' && value !== null ? { ...value } : {};
  const data: unknown = json['data'];
  const records: unknown[] = Array.isArray(data) ? data : [];
  return {
    status: response.status,
    ok: response.ok,
    text,
    json,
    isJson: value !== undefined,
    data: records.map((record) => ({ ...(typeof record === 'object' ? record : {}) })),
    date: response.headers.get('date'),
    etag: response.headers.get('etag'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function placedFilter(filter: Json, placement: Dialect['filterPlacement']): { query: string; body?: string } {
  if (placement === 'body-json') return { query: '', body: JSON.stringify({ filter }) };
  if (placement !== 'query-brackets') {
    return { query: `filter=${encodeURIComponent(JSON.stringify(filter))}` };
  }
  const pairs = Object.entries(filter).flatMap(([field, condition]) => {
    if (Array.isArray(condition)) return condition.map((one) => [`filter[${field}][]`, String(one)]);
    if (typeof condition === 'object' && condition !== null) {
      return Object.entries(condition).map(([operator, operand]) => [
        `filter[${field}][${operator}]`,
        String(operand),
      ]);
    }
    return [[`filter[${field}]`, String(condition)]];
  });
  return { query: pairs.map((pair) => pair.map((part) => encodeURIComponent(part)).join('=')).join('&') };
}
