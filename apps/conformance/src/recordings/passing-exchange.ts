/** A request of whoever, and the answer to it, as they went by. They hold credentials: nothing here is written anywhere. */
import type { OperationId } from '../records/operation.ts';

/** What is known of a body. */
export type PassingBody =
  /** Nothing was sent. */
  | { readonly kind: 'none' }
  /** Decoded. */
  | { readonly kind: 'text'; readonly text: string }
  /** There may have been one, in full or in part. */
  | { readonly kind: 'unknown'; readonly why: string };

/** A request as it went by. */
export interface PassingRequest {
  readonly operation: OperationId;
  readonly method: string;
  /** From the base address on, query included. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Authorization header; `not recorded` where the recording leaves out whether there was one. */
  readonly authorization: string | null | { readonly kind: 'not recorded' };
  readonly body: PassingBody;
}

/** An answer as it went by. */
export interface PassingAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PassingBody;
  /** Whether whoever recorded it gave it, in the place of the server. */
  readonly isOfRecorder: boolean;
}

/** A request and the answer to it, as they went by. */
export interface PassingExchange {
  /** When the last byte of the request had come, in milliseconds since the epoch. */
  readonly at: number;
  /** The same on a clock that never goes back, in milliseconds. */
  readonly arrivedAt: number;
  /** When the answer was sent, on that clock; null where there was none. */
  readonly answeredAt: number | null;
  /** Which connection it came on; null where that is not known. */
  readonly connection: number | null;
  readonly request: PassingRequest;
  /** Null where there was none. */
  readonly answer: PassingAnswer | null;
}
