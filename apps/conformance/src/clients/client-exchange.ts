/** A request of a client as the service met it, and what the client was answered. */
import type { RecordedAnswer } from '../records/exchange.ts';
import type { OperationId } from '../records/operation.ts';

/**
 * How a request named its caller (Authentication). Credentials are told apart by labels, never by their text, which is
 * in no history.
 */
export type CredentialSeen =
  | { readonly kind: 'none' }
  /** @property label - the same for the same credential, e.g. `key 1` */
  | { readonly kind: 'bearer'; readonly label: string }
  | { readonly kind: 'other scheme'; readonly scheme: string };

/** A request of a client, and the answer to it. Times are milliseconds, with fractions, on one clock that never goes back. */
export interface ClientExchange {
  /** When its last byte had come. */
  readonly arrivedAt: number;
  /**
   * When the last byte of the answer was handed over to be sent, taken before that; null where there was none. So what
   * comes after it never seems to come sooner than it did, however busy this machine is.
   */
  readonly answeredAt: number | null;
  /** Which connection it came on; null where that is not known. */
  readonly connection: number | null;
  readonly credential: CredentialSeen;
  readonly method: string;
  /** From the base address on, query included. */
  readonly path: string;
  /** Null where it was none of the seven. */
  readonly operation: OperationId | null;
  /** Lower-case names; without `authorization` and cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Credentials masked; null where there was none. */
  readonly body: string | null;
  /** Credentials masked; null where the connection was closed in place of an answer. */
  readonly answer: RecordedAnswer | null;
}
