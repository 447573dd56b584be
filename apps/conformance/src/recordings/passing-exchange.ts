/** A recorded request of any client and its answer, with credentials: never written anywhere. */
import type { OperationId } from '@outreach-api/model/records/operation';

/** What is known about a body. */
export type PassingBody =
  /** Nothing was sent. */
  | { readonly kind: 'none' }
  /** Decoded. */
  | { readonly kind: 'text'; readonly text: string }
  /** There may have been one, complete or in part. */
  | { readonly kind: 'unknown'; readonly why: string };

/** A request as it was recorded. */
export interface PassingRequest {
  readonly operation: OperationId;
  readonly method: string;
  /** Relative to the base address, with the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Authorization header; `not recorded` if the recording does not show whether there was one. */
  readonly authorization: string | null | { readonly kind: 'not recorded' };
  readonly body: PassingBody;
}

/** An answer as it was recorded. */
export interface PassingAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PassingBody;
  /** Why the recorder answered instead of the server; null if the server did. */
  readonly recorder: string | null;
}

/** A request and its answer, as they were recorded. */
export interface PassingExchange {
  /** When the last byte of the request had arrived, in milliseconds since the epoch. */
  readonly at: number;
  /** The same on a clock that never goes back, in milliseconds. */
  readonly arrivedAt: number;
  /** When the answer was sent, on that clock; null if there was none. */
  readonly answeredAt: number | null;
  /** Which connection it came on; null if unknown. */
  readonly connection: number | null;
  readonly request: PassingRequest;
  /** Null if there was none. */
  readonly answer: PassingAnswer | null;
}
