/** The backoff policy that the owner of a client declares; see the driver's contract (Errors). */

/** How far a wait may lie from its envelope `min(base · factor^(n-1), cap)`: bounds of the factor by which it is multiplied. */
export type DeclaredJitter = 'none' | 'full' | 'decorrelated' | readonly [lowest: number, highest: number];

/** The backoff policy that the owner of a client declares. Times are milliseconds but where said otherwise. */
export interface DeclaredBackoff {
  /** The envelope of the first wait. */
  readonly base: number;
  readonly factor: number;
  /** No envelope is longer; null where there is no bound. */
  readonly cap: number | null;
  readonly jitter: DeclaredJitter;
  /** How often a request is sent at most, the first time included; null where there is no bound. */
  readonly attempts: number | null;
  /** The longest `Retry-After`, in seconds, that is waited for as it says; null where there is no bound. */
  readonly retryAfterMax: number | null;
  /** What waits are measured from: the end of the answer, or the start of the attempt before. */
  readonly from: 'end' | 'start';
}
