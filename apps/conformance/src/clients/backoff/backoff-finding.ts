/** What was found about the backoff of a client. */
import type { BackoffBreach, BackoffSeen } from '../../rules/breaches/backoff.ts';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';

/** What was found about the backoff of a client. */
export type BackoffFinding =
  | (BackoffBreach & {
      readonly kind: 'broken';
      /** Where it shows; null if the declaration itself is at fault. */
      readonly sequence: RetrySequence | null;
    })
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
      /** Set if no evidence could decide it: it retries at once where `Retry-After: 0` allows that. */
      readonly isArguable?: true;
    };
