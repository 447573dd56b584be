/** What the backoff of a client was found to be. */
import type { RetrySequence } from './retry-sequence.ts';

/** What the waits look like where they prove nothing. */
export type BackoffSeen =
  | 'consistent with exponential'
  | 'growing, not exponential'
  | 'even'
  | 'at once'
  | 'as the server said'
  | 'no retry';

/** What the backoff of a client was found to be. */
export type BackoffFinding =
  | {
      readonly kind: 'broken';
      readonly expected: string;
      readonly actual: string;
      /** Where it shows; null where the declaration itself is at fault. */
      readonly sequence: RetrySequence | null;
    }
  /** It is what it declares, and each of the other policies would have been told from it. */
  | {
      readonly kind: 'fits';
      readonly sequences: number;
      readonly retries: number;
      /** What it would have been told from, in words. */
      readonly excluded: readonly string[];
    }
  | {
      readonly kind: 'undecided';
      readonly seen: BackoffSeen;
      readonly why: string;
      readonly wouldDecide: string;
      /** What it would have to do where the description is read strictly; not set where more could be seen. */
      readonly unlessRead?: string;
    };
