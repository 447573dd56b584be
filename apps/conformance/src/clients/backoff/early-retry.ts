/** Retries that are earlier than the declared policy allows, each decisive by itself. */
import { earlyMs, earlyShare, type Lateness } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import type { DeclaredBackoff } from './declared-backoff.ts';
import { durationInWords } from './duration-in-words.ts';
import { boundsOf, envelopeOf } from './envelope.ts';
import { isBeyondPatience, type RetryGap } from './retry-gap.ts';

/** The first wait that is shorter than the shortest that the client declares; null if there is none. */
export function earlyRetry(
  gaps: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): Extract<BackoffFinding, { readonly kind: 'broken' }> | null {
  const gap = gaps.find((one) => isJudged(one, declared) && isEarly(one, declared, lateness));
  if (gap === undefined) return null;
  const shortest = durationInWords(boundsOf(declared, gap.leastRetry, gap.previousMs).low);
  const envelope = durationInWords(envelopeOf(declared, gap.leastRetry));
  return {
    kind: 'broken',
    expected: `retry ${gap.retry} of ${gap.sequence.request} not before ${shortest}, the least that it declares (envelope ${envelope})`,
    actual: `it came after ${durationInWords(gap.ms)}`,
    sequence: gap.sequence,
  };
}

/** Whether a wait is shorter than the shortest that the client declares for it. */
export function isEarly(gap: RetryGap, declared: DeclaredBackoff, lateness: Lateness): boolean {
  const { low } = boundsOf(declared, gap.leastRetry, gap.previousMs);
  return gap.ms < (1 - earlyShare) * low - earlinessOf(declared, lateness);
}

/**
 * By how much a wait may seem too short. A wait measured from the start of the previous attempt seems shorter by the
 * time that attempt took to arrive.
 */
export function earlinessOf({ from }: DeclaredBackoff, lateness: Lateness): number {
  return from === 'end' ? earlyMs : earlyMs + lateness.mostMs;
}

/**
 * Whether the length of a wait is known. If it is measured from the start of the first attempt, it is not: nothing
 * shows how long that attempt of a newly started client took to arrive.
 */
export function isMeasured({ retry }: RetryGap, { from }: DeclaredBackoff): boolean {
  return from === 'end' || retry > 1;
}

/**
 * Whether its own waits count whatever the server said: it does not wait that long, or declares that it ignores the
 * header.
 */
function goesByItsOwn(gap: RetryGap, declared: DeclaredBackoff): boolean {
  return declared.retryAfterMax === 0 || isBeyondPatience(gap, declared);
}

function isJudged(gap: RetryGap, declared: DeclaredBackoff): boolean {
  return isMeasured(gap, declared) && (gap.told === null || goesByItsOwn(gap, declared));
}
