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
  /** The uuid of the path in lower case, as it came where it is no UUID, or null where the path has none. */
  readonly uuid: string | null;
  /** The body as text; empty where there is none. */
  readonly body: string;
}

/** A request whose credential was taken. */
export interface AdmittedCall extends Call {
  readonly caller: Caller;
}
