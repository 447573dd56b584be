/** One request as the operations see it. */
import type { Caller } from './records.ts';
import type { Operation } from './request-record.ts';

/** A request to one of the seven operations. */
export interface Call {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The uuid in the path, in lower case; unchanged if it is not a UUID, null if there is none. */
  readonly uuid: string | null;
  /** The body as text; empty if there is none. */
  readonly body: string;
}

/** A request whose credential was accepted. */
export interface AdmittedCall extends Call {
  readonly caller: Caller;
}
