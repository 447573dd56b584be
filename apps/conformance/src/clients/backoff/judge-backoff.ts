/** Judges whether a client that retries after 429 backs off exponentially (Errors). */
import type { ArrivalNoise } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { judgeDeclared } from './judge-declared.ts';
import { judgeUndeclared } from './judge-undeclared.ts';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';

/** What is known about the backoff of a client. */
export interface BackoffEvidence {
  /** In the order in which they began. */
  readonly sequences: readonly RetrySequence[];
  /** Null if its owner declares nothing. */
  readonly declared: DeclaredBackoff | null;
  readonly noise: ArrivalNoise;
}

/**
 * Judges whether a client backs off exponentially. It is broken only if an honest client would do the same with a
 * probability of at most 1 in 10,000, however often it is judged as evidence grows; it fits only if other policies
 * could be ruled out.
 */
export function judgeBackoff({ sequences, declared, noise }: BackoffEvidence): BackoffFinding {
  return declared === null ? judgeUndeclared(sequences) : judgeDeclared(sequences, declared, noise);
}
