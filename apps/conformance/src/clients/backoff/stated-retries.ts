/** Retries after an answer that said when to come back (`Retry-After`). */
import type { Lateness } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import { doubtful, highestStake, type Bet } from './bet.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { earlinessOf, isEarly, ownPlace } from './early-retry.ts';
import { boundsOf } from '@outreach-api/model/backoff/envelope';
import {
  declaredStatedWait,
  shortestStatedMs,
  statedMs,
  type RetryGap,
} from '@outreach-api/model/backoff/retry-gap';
import { atOnceMs } from './seen-growth.ts';

type Broken = Extract<BackoffFinding, { readonly kind: 'broken' }>;

/**
 * The first retry before the time that `Retry-After` set, by a client that declares that it waits that long; null if
 * there is none.
 */
export function retryBeforeItsTime(gaps: readonly RetryGap[], declared: DeclaredBackoff): Broken | null {
  for (const gap of gaps) {
    if (declaredStatedWait(gap, declared) !== 'obeyed') continue;
    const came = gap.arrivedAt - gap.answeredAt;
    if (came >= (shortestStatedMs(gap) ?? 0)) continue;
    return {
      kind: 'broken',
      code: 'retry-before-retry-after',
      values: { request: gap.sequence.request, statedMs: statedMs(gap) ?? 0, ms: came },
      sequence: gap.sequence,
    };
  }
  return null;
}

/**
 * The finding for a client that retries immediately, sooner than its own waits, if `Retry-After` allows it. The
 * description does not say which of the two takes precedence.
 */
export const immediateAsStated: BackoffFinding = {
  kind: 'undecided',
  seen: 'at once',
  why: 'with `Retry-After: 0` it retries sooner than its own waits, however often; the header allows that, exponential backoff does not, and the description does not say which of the two takes precedence',
  wouldDecide: 'a client that never waits less than its own waits, even if `Retry-After` is shorter',
  isArguable: true,
};

/** Whether a client that may retry immediately does so sooner than its own policy allows. */
export function retriesImmediatelyAsStated(
  gaps: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): boolean {
  const allowed = gaps.filter((gap) => (statedMs(gap) ?? 1) <= 0);
  const bets = allowed.map((gap): Bet => {
    const { high } = boundsOf(declared, ownPlace(gap));
    const chance = Math.min(1, (atOnceMs + earlinessOf(declared, lateness)) / high);
    return { happened: gap.ms < atOnceMs, chance };
  });
  return allowed.some((gap) => isEarly(gap, declared, lateness)) || highestStake(bets, 0.9) >= doubtful;
}
