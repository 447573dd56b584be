/** Reads the exchanges with the API from an HTTP archive. */
import { operationOf } from '@outreach-api/model/records/operation';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import type { PassingAnswer, PassingBody, PassingExchange, PassingRequest } from '../passing-exchange.ts';
import { isStandIn } from '../stand-in.ts';
import type { Archive, ArchiveEntry } from './archive.ts';
import { archivedAnswerBody, archivedRequestBody } from './archived-body.ts';

/** What is read from an archive. */
export interface ArchivedExchanges {
  /** In the order in which they were sent. */
  readonly exchanges: readonly PassingExchange[];
  /** The reasons why others were left out, each with its count. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Whether it shows credentials; browsers leave them out by default. */
  readonly showsCredentials: boolean;
}

/** The parts of the time of an entry before its request was sent; `connect` holds `ssl`. */
const untilSent = ['blocked', 'dns', 'connect', 'send'];
/** mitmproxy opens the connection to the server before the request arrives, or while it waits for the answer. */
const untilSentByProxy = ['send'];

/** Reads the exchanges with the API at this base address from an archive. */
export function exchangesIn({ entries, creator, malformed }: Archive, baseUrl: string): ArchivedExchanges {
  const leftOut = new Map<string, number>(malformed === 0 ? [] : [['entries that are malformed', malformed]]);
  const parts = creator.startsWith('mitmproxy') ? untilSentByProxy : untilSent;
  const sentAt = (entry: ArchiveEntry): number => entry.startedAt + sum(entry, parts);
  const inOrder = entries.toSorted((one, other) => sentAt(one) - sentAt(other));
  const known = new Set<string>();
  const ofApi = inOrder.flatMap((entry) => {
    const path = pathIn(entry, baseUrl);
    const operation = path === null ? null : operationOf(entry.method, path);
    const why = whyLeftOut(entry, path, operation === null, known);
    if (why !== null) leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
    return why !== null || path === null || operation === null ? [] : [{ entry, path, operation }];
  });
  const showsCredentials = ofApi.some(({ entry }) => shownCredential(headersIn(entry.request)) !== null);
  const exchanges = ofApi.map(({ entry, path, operation }) => {
    const headers = headersIn(entry.request);
    const isHidden = 'authorization' in headers || !showsCredentials;
    const authorization = shownCredential(headers) ?? (isHidden ? notRecorded : null);
    const request: PassingRequest = {
      operation,
      method: entry.method,
      path,
      headers,
      authorization,
      body: archivedRequestBody(entry, headers),
    };
    return exchangeOf(entry, sentAt(entry), request);
  });
  return { exchanges: inTurns(exchanges), leftOut, showsCredentials };
}

/**
 * Browsers record the end of an answer late: after the page has received it, and perhaps has sent another request. A
 * client that repeats a request once the headers have arrived has had the answer. So has one that sends another request
 * on the same HTTP/1 connection, whatever the times say: each entry reads the clock for itself, a few milliseconds off.
 */
function inTurns(exchanges: readonly ArchivedExchange[]): readonly PassingExchange[] {
  const next = new Map<string, number>();
  return exchanges
    .toReversed()
    .map(({ began, turns, ...exchange }) => {
      const { request, arrivedAt, answeredAt } = exchange;
      const same = JSON.stringify([request.method, request.path, request.body, request.authorization]);
      const again = next.get(same) ?? Number.POSITIVE_INFINITY;
      const then = (turns === null ? undefined : next.get(turns)) ?? Number.POSITIVE_INFINITY;
      next.set(same, arrivedAt);
      if (turns !== null) next.set(turns, arrivedAt);
      return answeredAt === null
        ? exchange
        : { ...exchange, answeredAt: Math.min(answeredAt, again < began ? answeredAt : again, then) };
    })
    .toReversed();
}

interface ArchivedExchange extends PassingExchange {
  /** When its answer began. */
  readonly began: number;
  /** The connection, if only one exchange at a time can be under way on it; null if it may have more. */
  readonly turns: string | null;
}

const notRecorded = { kind: 'not recorded' } as const;

function exchangeOf(entry: ArchiveEntry, sent: number, request: PassingRequest): ArchivedExchange {
  const answer = answerIn(entry);
  // A client with a `Retry-After` may count from the arrival of the headers.
  const began = sent + sum(entry, ['wait']);
  const saysWhen = answer !== null && 'retry-after' in answer.headers;
  // Several writers count `ssl` twice in `time`: it is used only if the parts are missing.
  const isInParts = entry.timings.has('wait');
  const ended = isInParts ? began + sum(entry, ['receive']) : Math.max(sent, entry.startedAt + entry.time);
  const answered = saysWhen ? began : ended;
  const connection = Number(entry.connection ?? Number.NaN);
  const isHttp1 = /^http\/1/i.test(String(entry.request['httpVersion']));
  return {
    at: sent,
    arrivedAt: sent,
    answeredAt: answer === null ? null : answered,
    connection: Number.isNaN(connection) ? null : connection,
    request,
    answer,
    began,
    turns: isHttp1 ? entry.connection : null,
  };
}

/** Schemes that a client may have used by mistake: any other first word may belong to a placeholder. */
const otherSchemes =
  /^(?:basic|digest|token|api-?key|key|jwt|oauth|negotiate|ntlm|hawk|dpop|hoba|mutual|private-token|aws4-hmac-sha256)$/i;

/**
 * The header Authorization, unless there is none or it was replaced: by a placeholder, with or without the scheme, or by a
 * hash. Without a scheme only a JWT is certainly what the client sent.
 */
function shownCredential({ authorization }: Readonly<Record<string, string>>): string | null {
  const text = authorization?.trim() ?? '';
  const [, scheme = '', value = ''] = /^(\S+)\s+(.*)$/s.exec(text) ?? [];
  // This suite names the credentials that it removes.
  if (value.startsWith('$OUTREACH_') || /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return text;
  if (otherSchemes.test(scheme)) return text;
  return scheme.toLowerCase() === 'bearer' && !isStandIn(value) ? text : null;
}

/** A status of 0 marks a request that was aborted, blocked or not answered. */
function answerIn(entry: ArchiveEntry): PassingAnswer | null {
  const { status } = entry.response;
  if (typeof status !== 'number' || status < 100) return null;
  const headers = headersIn(entry.response);
  const body: PassingBody = archivedAnswerBody(entry, headers);
  return { status, headers, body, recorder: null };
}

/** Why an entry is left out; null if it is not. Requests outside the API are not reported. */
function whyLeftOut(
  { entry, method, request, response, startedAt }: ArchiveEntry,
  path: string | null,
  isNone: boolean,
  known: Set<string>,
): string | null {
  if (path === null) return 'requests to somewhere else';
  if (method === 'OPTIONS') return 'preflights of a browser (OPTIONS)';
  if (isNone) return 'requests that are none of the seven operations';
  if (typeof entry['_fromCache'] === 'string') return 'answered from the cache of a browser';
  if (response['_fetchedViaServiceWorker'] === true) return 'answered by a service worker';
  if (entry['_wasFulfilled'] === true) return 'answered by a test in place of the server';
  if (response['statusText'] === 'Internal Redirect') return 'sent elsewhere by the browser itself';
  if (Object.keys(headersIn(request)).length === 0) return 'recorded without headers';
  const name = JSON.stringify([
    startedAt,
    method,
    path,
    entry['time'],
    entry['_connectionId'],
    entry['timings'],
  ]);
  if (known.has(name)) return 'recorded twice';
  known.add(name);
  return null;
}

function pathIn({ url }: ArchiveEntry, baseUrl: string): string | null {
  const whole = `${url.origin}${url.pathname}`;
  return whole.startsWith(`${baseUrl}/`) ? `${whole.slice(baseUrl.length)}${url.search}` : null;
}

/** Repeated headers are joined as in HTTP; HTTP/2 pseudo-headers, which begin with a colon, are skipped. */
function headersIn(message: JsonObject): Readonly<Record<string, string>> {
  const { headers } = message;
  const joined: Record<string, string> = {};
  for (const header of Array.isArray(headers) ? headers : []) {
    if (!isRecord(header)) continue;
    const { name, value } = header;
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    const key = name.toLowerCase();
    joined[key] = key in joined ? `${joined[key]}, ${value}` : value;
  }
  return joined;
}

function sum({ timings }: ArchiveEntry, names: readonly string[]): number {
  return names.reduce((all, name) => all + (timings.get(name) ?? 0), 0);
}
