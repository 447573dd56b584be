/** What many waits say together if each alone may be chance: jitter that reaches down to zero, late arrivals. */
import { earlyShare, type Lateness } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import { decisive, doubtful, highestSharedStake, highestStake, type Bet } from './bet.ts';
import type { DeclaredBackoff } from './declared-backoff.ts';
import { durationInWords } from './duration-in-words.ts';
import { earlinessOf, isMeasured } from './early-retry.ts';
import { boundsOf, envelopeOf, jitterBounds } from './envelope.ts';
import { otherPolicies } from './other-policies.ts';
import type { RetryGap } from './retry-gap.ts';

/**
 * Whether the waits are too short for the declared growth, if jitter may shorten each of them to zero or to the base;
 * null if that is not shown. The declared jitter is uniform.
 */
export function growthTooSmall(
  untold: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): Extract<BackoffFinding, { readonly kind: 'broken' }> | null {
  const evidence = evidenceOfSmallGrowth(untold, declared, lateness);
  const last = untold.at(-1);
  if (last === undefined || evidence < decisive) return null;
  const longest = untold.reduce((one, other) => (other.ms > one.ms ? other : one), last);
  const envelope = durationInWords(boundsOf(declared, last.retry, last.previousMs).high);
  return {
    kind: 'broken',
    expected: `waits that spread evenly up to an envelope that grows as declared, ${envelope} before retry ${last.retry}`,
    actual: `of ${untold.length} waits none was longer than ${durationInWords(longest.ms)}; by chance that happens less than once in ${decisive} times`,
    sequence: longest.sequence,
  };
}

function evidenceOfSmallGrowth(
  untold: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): number {
  const { jitter } = declared;
  if (jitter !== 'full' && jitter !== 'decorrelated') return 1;
  const shorter = otherPolicies(declared).flatMap(({ bounds }) => [
    (retry: number): number => bounds(retry).high,
    ...(jitter === 'full' ? [] : [(retry: number): number => bounds(retry).low]),
  ]);
  const gaps = untold.filter((gap) => isMeasured(gap, declared));
  const series = shorter.map((most) =>
    gaps.map((gap): Bet => {
      const limit = (1 + earlyShare) * most(gap.retry) + slackMs;
      return { happened: gap.ms <= limit, chance: chanceUpTo(limit, gap, declared, lateness) };
    }),
  );
  return highestSharedStake(series, 0.95);
}

const slackMs = 20;

/** The highest probability of such a short wait under the declared policy. */
function chanceUpTo(limit: number, gap: RetryGap, declared: DeclaredBackoff, lateness: Lateness): number {
  const ceiling = declared.cap ?? Infinity;
  if (limit >= ceiling) return 1;
  const shortest = limit + earlinessOf(declared, lateness);
  if (jitterBounds(declared) !== null) return Math.min(1, shortest / envelopeOf(declared, gap.retry));
  const before =
    gap.retry === 1 ? declared.base : Math.max(declared.base, (gap.previousMs ?? 0) - lateness.mostMs);
  // If the previous wait had reached the cap, only the cap bounds this one.
  return Math.min(1, Math.max(0, shortest - declared.base) / (3 * before - declared.base));
}

/** How often a wait exceeds its intended length by more than the usual lateness. */
export const rareLateness = 0.15;

/** Whether retries are later than declared, so often that the machine cannot be the cause. */
export function isLate(untold: readonly RetryGap[], declared: DeclaredBackoff, lateness: Lateness): boolean {
  // The first wait includes everything that a client does for the first time.
  const bets = untold
    .filter(({ retry }) => retry > 1)
    .map((gap): Bet => ({ happened: isLateBy(gap, declared, lateness), chance: rareLateness }));
  return highestStake(bets, 0.7) >= doubtful;
}

function isLateBy(gap: RetryGap, declared: DeclaredBackoff, lateness: Lateness): boolean {
  const { high } = boundsOf(declared, gap.retry, gap.previousMs);
  return gap.ms > (1 + earlyShare) * high + lateness.usualMs;
}

/** How far apart the machine may move two waits of the same length. */
const nearMs = 40;
const nearShare = 0.03;

/** How the waits before the same retry are spread, if the declared jitter spreads them evenly. */
export interface Spread {
  /** Whether they are closer together than such jitter would plausibly leave them. */
  readonly isNarrow: boolean;
  /** Whether they are farther apart than equal waits would plausibly be. */
  readonly isWide: boolean;
}

/** How the waits before the same retry are spread. */
export function spreadOf(untold: readonly RetryGap[], declared: DeclaredBackoff): Spread {
  const bets = [...Map.groupBy(untold, ({ retry }) => retry)].flatMap(([retry, gaps]) =>
    gaps.slice(1).map((gap, index): Bet => {
      const last = gaps[index]?.ms ?? 0;
      const near = nearMs + nearShare * last;
      const { low, high } = boundsOf(declared, retry, gap.previousMs);
      const isCapped = declared.cap !== null && last + near >= declared.cap;
      return {
        happened: Math.abs(gap.ms - last) <= near,
        chance: isCapped || high <= low ? 1 : Math.min(1, (2 * near + 4) / (high - low)),
      };
    }),
  );
  return {
    isNarrow: highestStake(bets, 0.9) >= doubtful,
    isWide:
      highestStake(
        bets.map(({ happened }) => ({ happened: !happened, chance: 0.1 })),
        0.6,
      ) >= doubtful,
  };
}
