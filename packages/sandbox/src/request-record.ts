/** The sandbox's own record of what it was asked to do, and of what that did. */

/** The seven operations of the API, and everything else that a path may name. */
export type Operation =
  | 'apiKeys.create'
  | 'webhooks.list'
  | 'webhooks.test'
  | 'webhooks.delete'
  | 'senderProfiles.get'
  | 'senderProfiles.update'
  | 'senderProfiles.delete'
  | 'unknown';

/** What a request did to the data or to the outside. */
export type Effect = 'none' | 'created' | 'updated' | 'deleted' | 'delivered';

/** One request that the sandbox answered. */
export interface RecordedRequest {
  /** When it came, as an RFC 3339 date-time in UTC. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The query, with its `?`, or empty. */
  readonly query: string;
  readonly operation: Operation;
  /** The body as text, up to 10,000 characters; empty while it is not read. */
  body: string;
  /** The account whose key was presented and taken, or null. */
  account: 0 | 1 | null;
  /** The status of the answer; 0 while there is none. */
  status: number;
  /** The weightiest thing that it did. */
  effect: Effect;
}

/** How much of a body is remembered, in characters. */
export const recordedBodyBound = 10_000;

/** How many requests are remembered. */
const recordBound = 100_000;

/** Adds to the record, and forgets the oldest requests above the bound. */
export function remember(record: RecordedRequest[], request: RecordedRequest): void {
  record.push(request);
  // In lumps: to shift an array of 100,000 for each request would be slow.
  if (record.length > recordBound + 1000) record.splice(0, record.length - recordBound);
}
