/** The sandbox's own record of the requests it received and of their effects. */

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

/** What a request did to the data or to the outside world. */
export type Effect = 'none' | 'created' | 'updated' | 'deleted' | 'delivered';

/** One request that the sandbox answered. */
export interface RecordedRequest {
  /** When it arrived, as an RFC 3339 date-time in UTC. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The query, with its `?`, or empty. */
  readonly query: string;
  readonly operation: Operation;
  /** The body as text, up to 4,000 characters; empty until it is read. */
  body: string;
  /** The account whose key was presented and accepted, or null. */
  account: 0 | 1 | null;
  /** The status of the answer; 0 until there is one. */
  status: number;
  /** Its most significant effect. */
  effect: Effect;
}

/** How much of a body is recorded, in characters. */
export const recordedBodyBound = 4000;

/** How many requests are kept. */
const recordBound = 100_000;

/** Adds to the record, and drops the oldest requests beyond the limit. */
export function remember(record: RecordedRequest[], request: RecordedRequest): void {
  record.push(request);
  // In batches: shifting an array of 100,000 for each request would be slow.
  if (record.length > recordBound + 1000) record.splice(0, record.length - recordBound);
}
