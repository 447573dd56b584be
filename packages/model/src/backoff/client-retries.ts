/** The retries of a client, as reports show them. */
import type { DeclaredBackoff } from './declared-backoff.ts';
import type { RetrySequence } from './retry-sequence.ts';

/** The retries of a client, along with what its owner declares. */
export interface ClientRetries {
  /** Null if nothing is declared. */
  readonly declared: DeclaredBackoff | null;
  readonly sequences: readonly RetrySequence[];
}
