/** A request as it is sent, and what is received. */

/** A request as it was sent. Header names are lower-case. */
export interface SentRequest {
  readonly method: string;
  /** The whole address, query included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer as it came, decoded. */
export interface Answer {
  readonly status: number;
  /** Whether the status is 2xx: success. Anything else is a refusal, including a redirect. */
  readonly ok: boolean;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON, or undefined if it cannot be read as JSON. */
  readonly json: unknown;
  /** Set if the body can be read as JSON, but is not UTF-8, as JSON must be (RFC 8259 §8.1). */
  readonly isMisencoded?: boolean;
}
