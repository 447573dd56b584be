/** What was found about the backoff of a client. */
import type { RetrySequence } from './retry-sequence.ts';

/** What the waits look like if they prove nothing. */
export type BackoffSeen =
  | 'consistent with exponential'
  | 'growing, not exponential'
  | 'even'
  | 'at once'
  | 'as the server said'
  | 'no retry';

/** What was found about the backoff of a client. */
export type BackoffFinding =
  | {
      readonly kind: 'broken';
      readonly expected: string;
      readonly actual: string;
      /** Where it shows; null if the declaration itself is at fault. */
      readonly sequence: RetrySequence | null;
    }
  /** It follows its declaration, and each of the other policies could be ruled out. */
  | {
      readonly kind: 'fits';
      readonly sequences: number;
      readonly retries: number;
      /** The policies that were ruled out, in words. */
      readonly excluded: readonly string[];
    }
  | {
      readonly kind: 'undecided';
      readonly seen: BackoffSeen;
      readonly why: string;
      readonly wouldDecide: string;
      /** What it would have to do if the description is read strictly; not set if more evidence could decide. */
      readonly unlessRead?: string;
    };
