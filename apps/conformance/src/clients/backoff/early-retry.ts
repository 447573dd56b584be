/** Retries that are earlier than the declared policy allows, each decisive by itself. */
import { earlyMs, earlyShare, type WaitPlace } from '@outreach-api/model/backoff/wait-bounds';
import type { Lateness } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { boundsOf, envelopeOf } from '@outreach-api/model/backoff/envelope';
import { declaredStatedWait, shortestStatedMs, type RetryGap } from '@outreach-api/model/backoff/retry-gap';

/** The first wait that is shorter than the shortest that the client declares; null if there is none. */
export function earlyRetry(
  gaps: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): Extract<BackoffFinding, { readonly kind: 'broken' }> | null {
  const gap = gaps.find(
    (one) => isMeasured(one, declared) && isBefore(one, shortestDeclared(one, declared), declared, lateness),
  );
  if (gap === undefined) return null;
  const { sequence, retry, ms } = gap;
  const shortestMs = shortestDeclared(gap, declared);
  const envelopeMs = envelopeOf(declared, gap.leastRetry);
  return {
    kind: 'broken',
    code: 'retry-before-declared',
    values: { request: sequence.request, retry, shortestMs, envelopeMs, ms },
    sequence,
  };
}

/** Whether a wait is shorter than the client's own shortest, whatever the service said. */
export function isEarly(gap: RetryGap, declared: DeclaredBackoff, lateness: Lateness): boolean {
  return isBefore(gap, boundsOf(declared, ownPlace(gap)).low, declared, lateness);
}

function isBefore(gap: RetryGap, shortestMs: number, declared: DeclaredBackoff, lateness: Lateness): boolean {
  return gap.ms < (1 - earlyShare) * shortestMs - earlinessOf(declared, lateness);
}

/** The place of a wait in the client's own schedule, if it does not count retries whose time the service set. */
export function ownPlace({ leastRetry: retry, earlierMs }: RetryGap): WaitPlace {
  return { retry, earlierMs };
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
 * The shortest wait that the client declares, in milliseconds. If it declares nothing about `Retry-After`, it may wait
 * that long or keep to its own waits, but neither explains a shorter wait; one that obeys the header is judged by the
 * header.
 */
function shortestDeclared(gap: RetryGap, declared: DeclaredBackoff): number {
  const own = boundsOf(declared, ownPlace(gap)).low;
  const stated = declaredStatedWait(gap, declared);
  if (stated === null || stated === 'ignored') return own;
  return stated === 'undeclared' ? Math.min(own, shortestStatedMs(gap) ?? own) : 0;
}
