/** An exchange as rules judge it: who sent which request, and the response. */
import { parsedJson } from './parsed-json.ts';
import type { AnswerClass } from './answer-class.ts';
import type { CreatedKey } from './created-key.ts';
import type { OperationId } from './operation.ts';

/**
 * Whose request: a key of the account, created through the API or not; a key of another account; or a caller to be
 * refused.
 */
export type CallerKind = 'main key' | 'created key' | 'other account' | 'intruder';

/** Who sent the request. */
export interface Caller {
  readonly kind: CallerKind;
  /** In words. */
  readonly name: string;
}

/** An answer as rules judge it. */
export interface AnswerSeen {
  readonly status: number;
  readonly ok: boolean;
  /** The body; undefined if it is not JSON, or if it may hold a new key: see {@link ExchangeSeen.key}. */
  readonly json: unknown;
}

/** An exchange as rules judge it. */
export interface ExchangeSeen {
  /** When it was first sent, in milliseconds since the epoch. */
  readonly at: number;
  /** Null if it was none of the seven. */
  readonly operation: OperationId | null;
  readonly caller: Caller;
  /** Relative to the base address, query included. */
  readonly path: string;
  /** The JSON that was sent, or the text if it was not JSON; undefined if nothing was sent. */
  readonly sent: unknown;
  /** Null if there was none. */
  readonly answer: AnswerSeen | null;
  /** What came of it, and whose answer that is. */
  readonly came: AnswerClass;
  /** What the answer to a creation says, without the key. */
  readonly key: CreatedKey | null;
  /** Keys that the answer shows but must not, in words. */
  readonly shows: readonly string[];
  /**
   * How many writes to the record that the path names the suite had begun when the request was sent and when it was
   * answered, itself included; null if others were in flight.
   */
  readonly writes: readonly [sent: number, answered: number] | null;
}

/** The uuid in the path of a request, or whatever is in its place; null if there is none. */
export function uuidIn({ path }: Pick<ExchangeSeen, 'path'>): string | null {
  const last = /\/(?:webhooks|sender-profiles)\/([^/?]+)$/.exec(path)?.[1];
  return last === undefined || last === 'test' ? null : decodeURIComponent(last);
}

/** See {@link ExchangeSeen.sent}. */
export function sentIn(body: string | null): unknown {
  if (body === null) return undefined;
  const sent = parsedJson(body);
  return sent === undefined ? body : sent;
}

/** Whether it is a key of the account under test. */
export function isOurs(kind: CallerKind): boolean {
  return kind === 'main key' || kind === 'created key';
}

/** Whether it was sent with a key of the account under test. */
export function hasOurKey({ caller }: ExchangeSeen): boolean {
  return isOurs(caller.kind);
}

/** Whether it was sent with a key, of whatever account. */
export function hasKey(exchange: ExchangeSeen): boolean {
  return hasOurKey(exchange) || exchange.caller.kind === 'other account';
}
