/** Retries that come earlier than the declared policy allows, each decisive by itself. */
import { earlyMs, earlyShare, type Lateness } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import type { DeclaredBackoff } from './declared-backoff.ts';
import { durationInWords } from './duration-in-words.ts';
import { boundsOf, envelopeOf } from './envelope.ts';
import { isBeyondPatience, type RetryGap } from './retry-gap.ts';

/** The first wait that is shorter than the shortest that the client declares; null where there is none. */
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
 * By how much a wait may seem too short. What is measured from the start of the attempt before seems shorter by as much as
 * that attempt took to arrive.
 */
export function earlinessOf({ from }: DeclaredBackoff, lateness: Lateness): number {
  return from === 'end' ? earlyMs : earlyMs + lateness.mostMs;
}

/**
 * Whether the length of a wait says anything. How long the first attempt took to arrive, from the start of a client that
 * was just begun, nobody knows.
 */
export function isMeasured({ retry }: RetryGap, { from }: DeclaredBackoff): boolean {
  return from === 'end' || retry > 1;
}

/** Whether its own waits count, whatever it was told: it does not wait so long, or it declares that it does not listen. */
function goesByItsOwn(gap: RetryGap, declared: DeclaredBackoff): boolean {
  return declared.retryAfterMax === 0 || isBeyondPatience(gap, declared);
}

function isJudged(gap: RetryGap, declared: DeclaredBackoff): boolean {
  return isMeasured(gap, declared) && (gap.told === null || goesByItsOwn(gap, declared));
}
