/** Judges the backoff of the clients in a recording (Errors). */
import type { BackoffFinding } from './backoff-finding.ts';
import { judgeBackoff } from './judge-backoff.ts';
import type { RetrySequence } from './retry-sequence.ts';

/** This many attempts at one request cannot be two callers that happened to make the same request. */
const convincingAttempts = 3;

/**
 * Judges the backoff of the clients in a recording. Two callers in one program may each make the same request once: a
 * single request that is repeated too early breaks nothing; a second such request, or a third attempt, does.
 *
 * @param sequences - as {@link retriesInRecording} finds them
 */
export function judgeRecordedBackoff(sequences: readonly RetrySequence[]): BackoffFinding {
  const finding = judgeBackoff({ sequences, declared: null, noise: null });
  if (finding.kind !== 'broken' || finding.sequence === null) return finding;
  if (finding.sequence.attempts.length >= convincingAttempts) return finding;
  const others = sequences.filter((sequence) => sequence !== finding.sequence);
  if (judgeBackoff({ sequences: others, declared: null, noise: null }).kind === 'broken') return finding;
  return {
    kind: 'undecided',
    seen: 'consistent with exponential',
    why: `${finding.sequence.request} was repeated too early, but only once: two callers may have made the same request`,
    wouldDecide: 'the same for another request',
  };
}
