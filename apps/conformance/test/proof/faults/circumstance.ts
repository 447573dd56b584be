/** Under which circumstances a drawn fault shows: what is known of a request and of those before it. */
import type { Sandbox } from '@outreach-api/sandbox';
import { sentIn } from '@outreach-api/model/records/exchange-seen';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { isWrite, operationOf, type OperationId } from '@outreach-api/model/records/operation';
import { recordIn } from '../../record-in.ts';

/** A request, and what came before it. */
export interface Circumstance {
  readonly operation: OperationId;
  readonly url: URL;
  readonly caller: 'target file' | 'created key' | 'other account' | 'nobody entitled';
  /** The filter as it was sent; empty if there was none. */
  readonly filter: string;
  readonly limit: number | null;
  readonly offset: number | null;
  /** The body of a write; null if it is no JSON object. */
  readonly sent: JsonObject | null;
  /** Of the record that the path names, in one spelling; empty if it names none. */
  readonly uuid: string;
  readonly isUpperCase: boolean;
  /** Whether the record existed before the run. */
  readonly isOld: boolean;
  /** How many requests for the operation came before. */
  readonly nth: number;
  /** How many requests for the operation on this record came before. */
  readonly nthOfRecord: number;
  /** Whether the same caller sent exactly this before. */
  readonly isRepeated: boolean;
  /** Whether this text was sent before for the same field, by anybody. */
  readonly isTextRepeated: boolean;
  readonly othersUnderWay: readonly OperationId[];
  /** What was done last, however long ago; null if nothing was. */
  readonly lastDone: OperationId | null;
  /** Whether the request before this one was refused. */
  readonly isAfterRefusal: boolean;
  /** Milliseconds since the first request. */
  readonly sinceMs: number;
}

/** Circumstances of lists. */
const ofLists = {
  'with a filter': ({ filter }) => filter !== '',
  'with an array in the filter': ({ filter }) => filter.includes('['),
  'with an operator in the filter': ({ filter }) => /[<>=!]/.test(filter),
  'with a filter of target_url': ({ filter }) => filter.includes('target_url'),
  'with a filter of event': ({ filter }) => filter.includes('event'),
  'with a filter of uuid': ({ filter }) => filter.includes('uuid'),
  'with a filter past the first page': ({ filter, offset }) => filter !== '' && (offset ?? 0) > 0,
  'past the first page': ({ offset }) => (offset ?? 0) > 0,
  'with a limit of 1': ({ limit }) => limit === 1,
  'with a limit above 20': ({ limit }) => (limit ?? 0) > 20,
  'with a limit': ({ limit }) => limit !== null,
  'without a limit': ({ limit }) => limit === null,
  'with an offset and no limit': ({ limit, offset }) => limit === null && (offset ?? 0) > 0,
  'with a limit and no offset': ({ limit, offset }) => limit !== null && offset === null,
} as const satisfies Readonly<Record<string, (of: Circumstance) => boolean>>;

/** Circumstances of requests for one record. */
const ofRecords = {
  'of a record that is new': ({ isOld }) => !isOld,
  'of a record that is old': ({ isOld }) => isOld,
  'the first time for a record': ({ nthOfRecord }) => nthOfRecord === 0,
  'the second time for a record': ({ nthOfRecord }) => nthOfRecord === 1,
  'from the third time for a record on': ({ nthOfRecord }) => nthOfRecord > 1,
} as const satisfies Readonly<Record<string, (of: Circumstance) => boolean>>;

const textsIn = ({ sent }: Circumstance): readonly string[] =>
  Object.values(sent ?? {}).filter((one) => typeof one === 'string');
const someText =
  (is: (text: string) => boolean) =>
  (of: Circumstance): boolean =>
    textsIn(of).some((text) => is(text));

/** Circumstances of requests with a body. */
const ofBodies = {
  'with letters outside ASCII': someText((text) => /[^ -~]/u.test(text)),
  'with letters outside the basic plane': someText((text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
  'with an apostrophe': someText((text) => text.includes("'")),
  'with a text of 40 letters or more': someText((text) => Array.from(text).length >= 40),
  'with a text of one letter': someText((text) => Array.from(text).length === 1),
  'with a text of digits': someText((text) => /^\d+$/.test(text)),
  'with a text that begins with a digit': someText((text) => /^\d/.test(text)),
  'with a text that names a value': someText((text) => /^(null|true|false|undefined|none|nan)$/i.test(text)),
  'with a text in capitals': someText((text) => /[A-Z]{2}/.test(text) && text === text.toUpperCase()),
  'with a text in small letters': someText((text) => /[a-z]/.test(text) && text === text.toLowerCase()),
  'with a text sent before': ({ isTextRepeated }) => isTextRepeated,
  'with several blanks': someText((text) => text.trim().split(' ').length > 2),
  'with a hyphen': someText((text) => text.includes('-')),
} as const satisfies Readonly<Record<string, (of: Circumstance) => boolean>>;

/** Circumstances of updates. */
const ofUpdates = {
  'with one field': ({ sent }) => Object.keys(sent ?? {}).length === 1,
  'with two fields': ({ sent }) => Object.keys(sent ?? {}).length === 2,
  'with all fields': ({ sent }) => Object.keys(sent ?? {}).length === 3,
  'with a label alone': ({ sent }) => Object.keys(sent ?? {}).join('') === 'label',
  'with a last name alone': ({ sent }) => Object.keys(sent ?? {}).join('') === 'last_name',
  'with two names that are alike': ({ sent }) =>
    sent?.['first_name'] !== undefined && sent['first_name'] === sent['last_name'],
} as const satisfies Readonly<Record<string, (of: Circumstance) => boolean>>;

/** Circumstances of tests. */
const ofTests = {
  'with a uuid': ({ sent }) => sent?.['uuid'] !== undefined,
  'without a uuid': ({ sent }) => sent?.['uuid'] === undefined,
  'with GET': ({ sent }) => sent?.['request_method'] === 'GET',
  'with PUT or PATCH': ({ sent }) => /^(PUT|PATCH)$/.test(String(sent?.['request_method'])),
  'with DELETE': ({ sent }) => sent?.['request_method'] === 'DELETE',
  'with a query in the address': ({ sent }) => String(sent?.['target_url']).includes('?'),
  'with a percent sign in the address': ({ sent }) => String(sent?.['target_url']).includes('%'),
  'with a long address': ({ sent }) => String(sent?.['target_url']).length > 255,
} as const satisfies Readonly<Record<string, (of: Circumstance) => boolean>>;

/** Circumstances of any request. */
const ofAny = {
  'with a created key': ({ caller }) => caller === 'created key',
  'each third time': ({ nth }) => nth % 3 === 2,
  'the second time that it is sent': ({ isRepeated }) => isRepeated,
  'while another request is under way': ({ othersUnderWay }) => othersUnderWay.length > 0,
  'while the same operation is under way': ({ othersUnderWay, operation }) =>
    othersUnderWay.includes(operation),
  'while a write is under way': ({ othersUnderWay }) => othersUnderWay.some((other) => isWrite(other)),
  'right after a write': ({ lastDone }) => isWrite(lastDone),
  'right after a deletion': ({ lastDone }) =>
    lastDone === 'deleteWebhook' || lastDone === 'deleteSenderProfile',
  'right after a test': ({ lastDone }) => lastDone === 'testWebhook',
  'right after a key was created': ({ lastDone }) => lastDone === 'createApiKey',
  'right after a refusal': ({ isAfterRefusal }) => isAfterRefusal,
  'after two seconds': ({ sinceMs }) => sinceMs > 2000,
} as const satisfies Readonly<Record<string, (of: Circumstance) => boolean>>;

/** All circumstances, by name. */
export const circumstances: Readonly<Record<string, (of: Circumstance) => boolean>> = {
  ...ofAny,
  ...ofLists,
  ...ofRecords,
  ...ofBodies,
  ...ofUpdates,
  ...ofTests,
};

/** The names of the circumstances that an operation may have. */
export const circumstancesOf: Readonly<Record<OperationId, readonly string[]>> = {
  listWebhooks: named(ofAny, ofLists),
  getSenderProfile: named(ofAny, ofRecords),
  updateSenderProfile: named(ofAny, ofRecords, ofBodies, ofUpdates),
  deleteSenderProfile: named(ofAny, { 'of a record that is new': true }),
  deleteWebhook: named(ofAny, { 'of a record that is new': true }),
  createApiKey: named(ofAny, ofBodies),
  testWebhook: named(ofAny, ofTests),
};

function named(...groups: readonly object[]): readonly string[] {
  return groups.flatMap((group) => Object.keys(group));
}

/** Follows the requests of a run. */
export class RequestLog {
  readonly #accounts: Sandbox['accounts'];
  readonly #old: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();
  readonly #sent = new Set<string>();
  readonly #underWay: OperationId[] = [];
  readonly #created = new Set<string>();
  readonly #began = performance.now();
  #lastDone: OperationId | null = null;
  #isAfterRefusal = false;

  constructor(sandbox: Sandbox) {
    this.#accounts = sandbox.accounts;
    this.#old = new Set(sandbox.accounts[0].senderProfiles().map(withoutHyphens));
  }

  /** What is known of a request; null if it is none of the seven operations. */
  async begin(request: Request, bodyOfGet: string | undefined): Promise<Circumstance | null> {
    const url = new URL(request.url);
    const operation = operationOf(request.method, url.pathname);
    if (operation === null) return null;
    const authorization = request.headers.get('authorization') ?? '';
    const text = request.method === 'GET' ? (bodyOfGet ?? '') : await request.clone().text();
    const body = sentIn(text);
    const sent = isRecord(body) ? body : null;
    const spelling = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
    const isRecordNamed = /^[0-9a-f-]{32,36}$/i.test(spelling);
    const uuid = isRecordNamed ? withoutHyphens(spelling) : '';
    const texts = Object.entries(sent ?? {}).map(
      ([field, value]) => `${operation} ${field} ${String(value)}`,
    );
    const known: Circumstance = {
      operation,
      url,
      caller: this.#callerOf(authorization),
      filter: filterIn(url, request.method === 'GET' ? text : ''),
      limit: numberIn(url, 'limit'),
      offset: numberIn(url, 'offset'),
      sent,
      uuid,
      isUpperCase: /[A-F]/.test(spelling),
      isOld: this.#old.has(uuid),
      nth: this.#count(operation),
      nthOfRecord: this.#count(`${operation} ${uuid}`),
      isRepeated: this.#wasSent(`${authorization} ${request.method} ${request.url} ${text}`),
      isTextRepeated: texts.map((one) => this.#wasSent(one)).some(Boolean),
      othersUnderWay: [...this.#underWay],
      lastDone: this.#lastDone,
      isAfterRefusal: this.#isAfterRefusal,
      sinceMs: performance.now() - this.#began,
    };
    this.#underWay.push(operation);
    return known;
  }

  /** What came for it. */
  async end({ operation }: Circumstance, answer: Response): Promise<void> {
    this.#underWay.splice(this.#underWay.indexOf(operation), 1);
    this.#isAfterRefusal = !answer.ok;
    if (answer.ok) this.#lastDone = operation;
    if (operation !== 'createApiKey' || !answer.ok) return;
    const record = await recordIn(answer);
    this.#created.add(`Bearer ${String(record['last_token'])}`);
  }

  #callerOf(authorization: string): Circumstance['caller'] {
    const [ours, other] = this.#accounts;
    if (authorization === `Bearer ${ours.token}`) return 'target file';
    if (authorization === `Bearer ${other.token}`) return 'other account';
    return this.#created.has(authorization) ? 'created key' : 'nobody entitled';
  }

  #count(what: string): number {
    const count = this.#counts.get(what) ?? 0;
    this.#counts.set(what, count + 1);
    return count;
  }

  #wasSent(what: string): boolean {
    const isKnown = this.#sent.has(what);
    this.#sent.add(what);
    return isKnown;
  }
}

/** The form of a uuid that all its spellings share. */
export function withoutHyphens(uuid: string): string {
  return uuid.toLowerCase().replaceAll('-', '');
}

function filterIn(url: URL, body: string): string {
  const query = [...url.searchParams].filter(([name]) => name !== 'limit' && name !== 'offset');
  return [...query.map(([name, value]) => `${name}=${value}`), body].join('&').replace(/^&|&$/g, '');
}

function numberIn(url: URL, name: string): number | null {
  const text = url.searchParams.get(name);
  return text === null ? null : Number(text);
}
