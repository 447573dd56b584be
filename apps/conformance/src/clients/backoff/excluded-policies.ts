/** Which other policies the waits of a client exclude. */
import { earlyShare, type WaitBounds } from '@outreach-api/model/backoff/wait-bounds';
import type { Lateness } from './arrival-noise.ts';
import { doubtful, highestStake, type Bet } from './bet.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { earlinessOf, isMeasured } from './early-retry.ts';
import { boundsOf } from '@outreach-api/model/backoff/envelope';
import type { OtherPolicy } from './other-policies.ts';
import { rareLateness } from './pooled-gaps.ts';
import type { RetryGap } from '@outreach-api/model/backoff/retry-gap';

/**
 * Whether the waits exclude another policy: one of them is below its minimum, or above its maximum by more than the
 * machine explains; or too many are slightly above it, or below the declared envelope.
 */
export function excludes(
  ownWaits: readonly RetryGap[],
  other: OtherPolicy,
  declared: DeclaredBackoff,
  lateness: Lateness,
): boolean {
  const gaps = ownWaits.filter((gap) => isMeasured(gap, declared));
  const isOutside = gaps.some((gap) => {
    const { low, high } = other.bounds(gap.retry);
    const isTooLong = gap.ms > (1 + earlyShare) * high + lateness.mostMs;
    return isTooLong || gap.ms < (1 - earlyShare) * low - earlinessOf(declared, lateness);
  });
  const isLonger = gaps.flatMap((gap): Bet[] => {
    const longest = (1 + earlyShare) * other.bounds(gap.retry).high + lateness.usualMs;
    // If the declared policy allows no longer wait, nothing can be concluded; and the first wait includes start-up work.
    if (gap.retry === 1 || boundsOf(declared, gap).high <= longest) return [];
    return [{ happened: gap.ms > longest, chance: rareLateness }];
  });
  const isShorter = gaps.map((gap) => betOnShorter(gap, other, declared, lateness));
  return isOutside || highestStake(isLonger, 0.7) >= doubtful || highestStake(isShorter, 0.95) >= doubtful;
}

/** A bet that a wait stays below the declared envelope, at the odds that another policy gives it. */
function betOnShorter(gap: RetryGap, other: OtherPolicy, declared: DeclaredBackoff, lateness: Lateness): Bet {
  const { high } = boundsOf(declared, gap);
  const limit = (1 + earlyShare) * high + lateness.mostMs;
  return { happened: gap.ms <= limit, chance: shareBelow(limit, other.bounds(gap.retry)) };
}

function shareBelow(limit: number, { low, high }: WaitBounds): number {
  if (high <= low) return limit >= low ? 1 : 0;
  return Math.min(1, Math.max(0, (limit - low) / (high - low)));
}
