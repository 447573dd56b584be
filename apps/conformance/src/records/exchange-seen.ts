/** An exchange as rules judge it: who asked for what, and what was answered. */
import type { CreatedKey } from './created-key.ts';
import type { OperationId } from './operation.ts';

/** Who asked: with a key of the account, made through the API or not, of another account, or whoever must be refused. */
export type CallerKind = 'main key' | 'created key' | 'other account' | 'intruder';

/** Who asked. */
export interface Caller {
  readonly kind: CallerKind;
  /** In words. */
  readonly name: string;
}

/** An answer as rules judge it. */
export interface AnswerSeen {
  readonly status: number;
  readonly ok: boolean;
  /** The body; undefined where it is no JSON, and where it may hold a new key: see {@link ExchangeSeen.key}. */
  readonly json: unknown;
}

/** An exchange as rules judge it. */
export interface ExchangeSeen {
  /** When it was sent, the first time, in milliseconds since the epoch. */
  readonly at: number;
  /** Null where it was none of the seven. */
  readonly operation: OperationId | null;
  readonly caller: Caller;
  /** From the base address on, query included. */
  readonly path: string;
  /** The JSON that was sent, or the text where it was none; undefined where nothing was. */
  readonly sent: unknown;
  /** Null where there was none. */
  readonly answer: AnswerSeen | null;
  /** What the answer to a creation says, without the key. */
  readonly key: CreatedKey | null;
  /** Keys that the answer shows, and must not, in words. */
  readonly shows: readonly string[];
  /**
   * How many writes to the record that the path names the suite had begun when it was sent and when it was answered,
   * itself among them; null where others were under way.
   */
  readonly writes: readonly [sent: number, answered: number] | null;
}

/** The uuid in the path of a request, or whatever stands in its place; null where there is none. */
export function uuidIn({ path }: Pick<ExchangeSeen, 'path'>): string | null {
  const last = /\/(?:webhooks|sender-profiles)\/([^/?]+)$/.exec(path)?.[1];
  return last === undefined || last === 'test' ? null : decodeURIComponent(last);
}

/** See {@link ExchangeSeen.sent}. */
export function sentIn(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Whether it was sent with a key of the account under test. */
export function hasOurKey({ caller }: ExchangeSeen): boolean {
  return caller.kind === 'main key' || caller.kind === 'created key';
}

/** Whether it was sent with a key, of whichever account. */
export function hasKey(exchange: ExchangeSeen): boolean {
  return hasOurKey(exchange) || exchange.caller.kind === 'other account';
}
