/** The attempts at one request that a client made because it was rate limited (Errors). */

/** What a 429 answer said about when to retry. */
export type RetryAfter =
  | { readonly kind: 'seconds'; readonly seconds: number }
  /** @property at - on the clock of the attempts, in milliseconds */
  | { readonly kind: 'date'; readonly at: number }
  | { readonly kind: 'malformed'; readonly text: string };

/** One attempt. Times are milliseconds on one clock that never goes back. */
export interface Attempt {
  readonly arrivedAt: number;
  /** When the answer had been sent; null if there was none. */
  readonly answeredAt: number | null;
  /** Null if there was no answer. */
  readonly status: number | null;
  /** Null if the answer had no such header. */
  readonly retryAfter: RetryAfter | null;
}

/** The attempts at one request, the first included, in the order of their arrival. All but the last were answered 429. */
export interface RetrySequence {
  /** The request, in words. */
  readonly request: string;
  /** Its path, with the query; not set if it is unknown. */
  readonly path?: string;
  readonly attempts: readonly Attempt[];
  /**
   * How it ended: the client stopped by itself, it was killed while it might have continued, or it got an answer other
   * than 429.
   */
  readonly ended: 'gave up' | 'cut' | 'got through';
}
