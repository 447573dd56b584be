/** The backoff policy that the owner of a client declares; see the driver's contract (Errors). */

/**
 * How far a wait may deviate from its envelope `min(base · factor^(n-1), cap)`: bounds of the factor that it is
 * multiplied by.
 */
export type DeclaredJitter = 'none' | 'full' | 'decorrelated' | readonly [lowest: number, highest: number];

/** The backoff policy that the owner of a client declares. Times are in milliseconds unless stated otherwise. */
export interface DeclaredBackoff {
  /** The envelope of the first wait. */
  readonly base: number;
  readonly factor: number;
  /** The longest envelope; null if there is no bound. */
  readonly cap: number | null;
  readonly jitter: DeclaredJitter;
  /** How many times a request is sent at most, including the first; null if there is no bound. */
  readonly attempts: number | null;
  /** The longest `Retry-After`, in seconds, that the client obeys; null if there is no bound. */
  readonly retryAfterMax: number | null;
  /** What waits are measured from: the end of the answer, or the start of the previous attempt. */
  readonly from: 'end' | 'start';
}
