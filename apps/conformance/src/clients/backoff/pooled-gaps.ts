/** What many waits say together if each alone may be chance: jitter that reaches down to zero, late arrivals. */
import { earlyShare } from '@outreach-api/model/backoff/wait-bounds';
import type { Lateness } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import { decisive, doubtful, highestSharedStake, highestStake, type Bet } from './bet.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { earlinessOf, isMeasured } from './early-retry.ts';
import { chanceUpToV2, chanceWithinV2 } from '@outreach-api/model/backoff/decorrelated-v2';
import { boundsOf, envelopeOf } from '@outreach-api/model/backoff/envelope';
import { otherPolicies } from './other-policies.ts';
import type { RetryGap } from '@outreach-api/model/backoff/retry-gap';

/**
 * Whether the waits are too short for the declared growth, if jitter may shorten each of them to zero or to the base;
 * null if that is not shown. The declared jitter is uniform.
 */
export function growthTooSmall(
  ownWaits: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): Extract<BackoffFinding, { readonly kind: 'broken' }> | null {
  const evidence = evidenceOfSmallGrowth(ownWaits, declared, lateness);
  const last = ownWaits.at(-1);
  if (last === undefined || evidence < decisive) return null;
  const longest = ownWaits.reduce((one, other) => (other.ms > one.ms ? other : one), last);
  return {
    kind: 'broken',
    code: 'waits-spread-too-little',
    values: {
      envelopeMs: boundsOf(declared, last).high,
      retry: last.retry,
      waits: ownWaits.length,
      longestMs: longest.ms,
      oneIn: decisive,
    },
    sequence: longest.sequence,
  };
}

function evidenceOfSmallGrowth(
  ownWaits: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): number {
  const { jitter } = declared;
  if (jitter === 'none' || typeof jitter !== 'string') return 1;
  const shorter = otherPolicies(declared).flatMap(({ bounds }) => [
    (retry: number): number => bounds(retry).high,
    ...(jitter === 'full' ? [] : [(retry: number): number => bounds(retry).low]),
  ]);
  const gaps = ownWaits.filter((gap) => isMeasured(gap, declared));
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
  // If the previous wait had reached the cap, only the cap bounds this one.
  if (limit >= (declared.cap ?? Infinity)) return 1;
  const shortest = limit + earlinessOf(declared, lateness);
  if (declared.jitter === 'decorrelated-v2') return chanceUpToV2(declared, gap, shortest);
  const { from, length } = evenRange(gap, declared, lateness);
  return Math.min(1, Math.max(0, shortest - from) / length);
}

/** The highest probability of a wait within a range of this length, wherever the range lies. */
function chanceWithin(length: number, gap: RetryGap, declared: DeclaredBackoff, lateness: Lateness): number {
  if (declared.jitter === 'decorrelated-v2') return chanceWithinV2(declared, gap.retry, length);
  return Math.min(1, length / evenRange(gap, declared, lateness).length);
}

/** The range over which jitter spreads a wait evenly, at its shortest. */
function evenRange(
  { retry, earlierMs }: RetryGap,
  declared: DeclaredBackoff,
  lateness: Lateness,
): { readonly from: number; readonly length: number } {
  const { base, floor, addedJitter, jitter } = declared;
  if (jitter !== 'decorrelated') return { from: 0, length: envelopeOf(declared, retry) };
  const previous = (earlierMs?.at(-1) ?? 0) - lateness.mostMs;
  // A floor hides how long the previous wait would have been.
  const before = retry === 1 || previous <= floor ? base : Math.max(base, previous - addedJitter);
  return { from: base, length: 3 * before - base };
}

/** How often a wait exceeds its intended length by more than the usual lateness. */
export const rareLateness = 0.15;

/** Whether retries are later than declared, so often that the machine cannot be the cause. */
export function isLate(
  ownWaits: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): boolean {
  // The first wait includes everything that a client does for the first time.
  const bets = ownWaits
    .filter(({ retry }) => retry > 1)
    .map((gap): Bet => ({ happened: isLateBy(gap, declared, lateness), chance: rareLateness }));
  return highestStake(bets, 0.7) >= doubtful;
}

function isLateBy(gap: RetryGap, declared: DeclaredBackoff, lateness: Lateness): boolean {
  const { high } = boundsOf(declared, gap);
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
export function spreadOf(
  ownWaits: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): Spread {
  const bets = [...Map.groupBy(ownWaits, ({ retry }) => retry).values()].flatMap((gaps) =>
    gaps.slice(1).map((gap, index): Bet => {
      const last = gaps[index]?.ms ?? 0;
      const near = nearMs + nearShare * last;
      const isCapped = declared.cap !== null && last + near >= declared.cap;
      // All waits that a floor makes longer are of the same length.
      const atFloor = last - near <= declared.floor ? chanceUpTo(declared.floor, gap, declared, lateness) : 0;
      const chance = isCapped
        ? 1
        : Math.min(1, atFloor + chanceWithin(2 * near + 4, gap, declared, lateness));
      return { happened: Math.abs(gap.ms - last) <= near, chance };
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
