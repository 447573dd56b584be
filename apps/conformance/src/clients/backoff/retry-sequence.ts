/** The attempts at one request that a client made because it was limited (Errors). */

/** What an answer of 429 said of the time to come back. */
export type RetryAfter =
  | { readonly kind: 'seconds'; readonly seconds: number }
  /** @property at - on the clock of the attempts, in milliseconds */
  | { readonly kind: 'date'; readonly at: number }
  | { readonly kind: 'malformed'; readonly text: string };

/** One attempt. Times are milliseconds on one clock that never goes back. */
export interface Attempt {
  readonly arrivedAt: number;
  /** When the answer had been sent; null where there was none. */
  readonly answeredAt: number | null;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Null where the answer had no such header. */
  readonly retryAfter: RetryAfter | null;
}

/** The attempts at one request, the first included, in the order of their arrival. All but the last were answered 429. */
export interface RetrySequence {
  /** What was asked for, in words. */
  readonly request: string;
  readonly attempts: readonly Attempt[];
  /**
   * How it ended: the client stopped asking by itself, it was ended while it might have gone on, or it got another
   * answer than 429.
   */
  readonly ended: 'gave up' | 'cut' | 'got through';
}
