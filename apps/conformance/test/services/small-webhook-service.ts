/**
 * A small service with the three webhook operations, written independently of the sandbox: each of its habits can be
 * replaced, by a conforming one that the sandbox does not have or by a defect.
 */
import { randomUUID } from 'node:crypto';
import type { Deliver } from '@outreach-api/sandbox';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { startingWebhooks } from './small-webhook-start.ts';

/** A webhook as the small service stores it. */
export interface SmallWebhook {
  uuid: string;
  event: string;
  request_method: string;
  target_url: string;
}

/** One answer. */
export interface SmallAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call to a target. */
export interface SmallCall {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
}

/** What a target answered. */
export interface SmallResponse {
  readonly status: number;
  readonly text: string;
}

/** The data available to the service's habits. */
export interface SmallData {
  webhooks: SmallWebhook[];
  /** Requests of one kind so far, including the current one. */
  count: number;
  /** Calls a target, in addition to the calls of a test. */
  readonly callAsWell: (call: Omit<SmallCall, 'body'>) => void;
}

/** How the service does each thing. */
export interface SmallHabits {
  readonly start: number;
  /** The records of the whole list, as shown. */
  shown(data: SmallData, limit: number): readonly JsonObject[];
  total(data: SmallData): number;
  /** Null: the test is accepted. */
  refusal(body: JsonObject, data: SmallData): SmallAnswer | null;
  calls(body: JsonObject, data: SmallData): readonly SmallCall[];
  /** Runs before the calls. */
  store(body: JsonObject, data: SmallData): void;
  answer(responses: readonly SmallResponse[], body: JsonObject): SmallAnswer;
  /** Deletes and answers. */
  remove(uuid: string, data: SmallData): SmallAnswer;
}

const required = ['event', 'request_method', 'target_url'] as const;

/** The habits of a plain conforming service. */
export const plainHabits: SmallHabits = {
  start: 23,
  shown: ({ webhooks }) => webhooks.map((webhook) => ({ ...webhook })),
  total: ({ webhooks }) => webhooks.length,
  refusal: (body) => {
    if (Object.keys(body).join(',') === 'uuid') return { status: 422 };
    return required.every((field) => typeof body[field] === 'string')
      ? null
      : { status: 400, body: 'incomplete' };
  },
  calls: ({ request_method, target_url, event }) => {
    const method = String(request_method);
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? JSON.stringify({ event }) : null;
    return [{ method, url: String(target_url), body }];
  },
  store: () => undefined,
  answer: ([response]) => ({ status: 200, body: { status: response?.status, body: response?.text } }),
  remove: (uuid, data) => {
    const left = data.webhooks.filter((webhook) => webhook.uuid !== uuid);
    const found = left.length < data.webhooks.length;
    data.webhooks = left;
    return { status: found ? 204 : 404 };
  },
};

/** A small in-process service. */
export interface SmallService {
  readonly data: SmallData;
  make(webhook: Omit<SmallWebhook, 'uuid'>): string;
  readonly answer: (request: Request) => Promise<Response>;
}

/**
 * Creates a service of the webhook operations with these habits, the others as in {@link plainHabits}.
 *
 * @param call - how it calls targets
 */
export function smallService(habits: Partial<SmallHabits>, call: Deliver): SmallService {
  const all = { ...plainHabits, ...habits };
  const data: SmallData = {
    webhooks: startingWebhooks(all.start),
    count: 0,
    callAsWell: ({ method, url }) => void call({ method, url, payload: null, event: '' }),
  };
  const make = (webhook: Omit<SmallWebhook, 'uuid'>): string => {
    const uuid = randomUUID();
    data.webhooks.push({ uuid, ...webhook });
    return uuid;
  };
  return { data, make, answer: async (request) => responseOf(await handle(request, all, data, call)) };
}

async function handle(
  request: Request,
  habits: SmallHabits,
  data: SmallData,
  call: Deliver,
): Promise<SmallAnswer> {
  const url = new URL(request.url);
  if (!request.headers.has('authorization')) return { status: 401 };
  const list = '/integrations/api/webhooks';
  if (request.method === 'GET' && url.pathname === list) return page(url.searchParams, habits, data);
  data.count += 1;
  if (request.method === 'POST' && url.pathname === `${list}/test`)
    return test(await request.text(), habits, data, call);
  if (request.method === 'DELETE') return habits.remove(url.pathname.split('/').at(-1) ?? '', data);
  return { status: 404 };
}

function page(query: URLSearchParams, habits: SmallHabits, data: SmallData): SmallAnswer {
  const limit = Math.min(Number(query.get('limit') ?? 20), 100);
  const offset = Number(query.get('offset') ?? 0);
  const total = habits.total(data);
  const records = habits.shown(data, limit).slice(offset, offset + limit);
  return {
    status: 200,
    body: { data: records, limit, offset, total, has_more: offset + records.length < total },
  };
}

async function test(text: string, habits: SmallHabits, data: SmallData, call: Deliver): Promise<SmallAnswer> {
  const parsed: unknown = JSON.parse(text);
  const body = isRecord(parsed) ? parsed : {};
  const refusal = habits.refusal(body, data);
  if (refusal !== null) return refusal;
  habits.store(body, data);
  const responses: SmallResponse[] = [];
  for (const { method, url, body: payload } of habits.calls(body, data)) {
    const result = await call({ method, url, payload, event: String(body['event']) });
    if (result.kind === 'failed') throw new TypeError(result.reason);
    responses.push({ status: result.status, text: new TextDecoder().decode(result.body) });
  }
  return habits.answer(responses, body);
}

function responseOf({ status, body, headers }: SmallAnswer): Response {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text === '' ? null : text, {
    status,
    headers: { ...(text === '' ? {} : { 'content-type': 'application/json' }), ...headers },
  });
}
