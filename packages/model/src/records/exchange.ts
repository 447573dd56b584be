/** A request and its response, as they are kept. */
import type { Answer, SentRequest } from '@outreach-api/wire/exchange';

export type { Answer, SentRequest };

/** An answer as it is kept for reports: a long body only in part. */
export type RecordedAnswer = Pick<Answer, 'status' | 'headers' | 'text'>;

/** One request, and the answer to it or why there was none. */
export interface Exchange {
  /** The purpose of the request: `control` requests show that a refusal means something. */
  readonly role: 'subject' | 'control';
  readonly request: SentRequest;
  /** Whose credential it was sent with, in words, e.g. `the key of the target file`. */
  readonly caller: string;
  /** The Authorization header as a shell would write it, with credentials from the environment; null: none. */
  readonly authorization: string | null;
  readonly answer: RecordedAnswer | null;
  readonly failure: string | null;
  /** Set if the connection was closed or reset instead of an answer. */
  readonly isCut?: boolean;
  readonly milliseconds: number;
  /**
   * When a request of a client arrived, in milliseconds since the first of its call; not set for requests of the suite's
   * own.
   */
  readonly arrivedAfterMs?: number;
}

/** Whether the body of an answer is JSON. */
export function isJson({ json, isMisencoded = false }: Answer): boolean {
  return json !== undefined && !isMisencoded;
}

/** The date of an answer by its `Date` header, in milliseconds since the epoch; null if it has none. */
export function dateOf(answer: Answer): number | null {
  const header = answer.headers['date'];
  const date = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? null : date;
}

/** The caller with the key of the target file, in words. */
export const mainCaller = 'the key of the target file';

/** Who adds headers to requests that mean nothing. */
export type SenderOfHeaders = 'a browser' | 'proxies' | 'an HTTP library';
