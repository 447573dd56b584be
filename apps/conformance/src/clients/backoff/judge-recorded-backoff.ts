/** Judges the backoff of the clients in a recording (Errors). */
import type { BackoffFinding } from './backoff-finding.ts';
import { judgeBackoff } from './judge-backoff.ts';
import type { RetrySequence } from './retry-sequence.ts';

/** So many attempts at one request are no two callers who happened to ask for the same. */
const convincingAttempts = 3;

/**
 * Judges the backoff of the clients in a recording. Two callers of one program may each ask for the same once: a single
 * request that came again too soon breaks nothing; the same of a second one, or a third attempt, does.
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
    why: `${finding.sequence.request} came again too soon, but only once: two callers may have asked for the same`,
    wouldDecide: 'the same of another request',
  };
}
