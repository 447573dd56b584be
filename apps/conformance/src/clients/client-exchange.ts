/** A request of a client as the service received it, and the answer. */
import type { RecordedAnswer } from '@outreach-api/model/records/exchange';
import type { OperationId } from '@outreach-api/model/records/operation';

/**
 * How a request named its caller (Authentication). Credentials are distinguished by labels; their text is in no history.
 */
export type CredentialSeen =
  | { readonly kind: 'none' }
  /** @property label - the same for the same credential, e.g. `key 1` */
  | { readonly kind: 'bearer'; readonly label: string }
  | { readonly kind: 'other scheme'; readonly scheme: string }
  /** A recording that leaves credentials out. */
  | { readonly kind: 'not recorded' };

/** A request of a client, and the answer to it. Times are milliseconds, with fractions, on one clock that never goes back. */
export interface ClientExchange {
  /** When its last byte had arrived. */
  readonly arrivedAt: number;
  /**
   * When the last byte of the answer was handed over to be sent; null if there was none. The time is taken just before
   * that, so that what follows never seems to come sooner than it did, however busy this machine is.
   */
  readonly answeredAt: number | null;
  /** Which connection it came on; null if unknown. */
  readonly connection: number | null;
  readonly credential: CredentialSeen;
  readonly method: string;
  /** Relative to the base address, with the query. */
  readonly path: string;
  /** Null if it was none of the seven. */
  readonly operation: OperationId | null;
  /** Names in lower case; without `authorization` and cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** With credentials masked; null if there was none. */
  readonly body: string | null;
  /** With credentials masked; null if the connection was closed instead of an answer. */
  readonly answer: RecordedAnswer | null;
}
