/** The backoff policy that the owner of a client declares; see the driver's contract (Errors). */

/**
 * How far a wait may deviate from its envelope `min(base · factor^(n-1), cap)`: bounds of the factor that it is
 * multiplied by, `full` (0 to the envelope), or one of the two policies that are called decorrelated. `decorrelated` is
 * that of AWS, `min(cap, random between base and 3 · previous wait)`; `decorrelated-v2` is that of Polly and cockatiel.
 */
export type DeclaredJitter =
  | 'none'
  | 'full'
  | 'decorrelated'
  | 'decorrelated-v2'
  | readonly [lowest: number, highest: number];

/** The backoff policy that the owner of a client declares. Times are in milliseconds unless stated otherwise. */
export interface DeclaredBackoff {
  /** The envelope of the first wait. */
  readonly base: number;
  readonly factor: number;
  /** The longest envelope; null if there is no bound. */
  readonly cap: number | null;
  /** The shortest wait, whatever the jitter. */
  readonly floor: number;
  readonly jitter: DeclaredJitter;
  /** Up to this much is added to each wait, besides the jitter that it is multiplied by. */
  readonly addedJitter: number;
  /** How many times a request is sent at most, including the first; null if there is no bound. */
  readonly attempts: number | null;
  /**
   * The longest `Retry-After`, in seconds, that the client obeys: null if there is no bound, 0 if it ignores the header.
   * Not set if nothing is declared about the header.
   */
  readonly retryAfterMax?: number | null;
  /** Whether a `Retry-After` that is a date is obeyed as one in seconds is. */
  readonly retryAfterDates: boolean;
  /** What waits are measured from: the end of the answer, or the start of the previous attempt. */
  readonly from: 'end' | 'start';
}
