/** What waits look like by themselves, without a declared policy. */
import type { BackoffSeen } from '../../rules/breaches/backoff.ts';
import type { RetryGap } from '@outreach-api/model/backoff/retry-gap';

/** What waits look like. */
export interface SeenGrowth {
  readonly seen: BackoffSeen;
  /** The range of factors by which the waits may grow; null if nothing shows it. */
  readonly factor: readonly [lowest: number, highest: number] | null;
  /** By how much a non-exponential shape explains them better: the logarithm of a likelihood ratio. */
  readonly otherwise: number;
}

/** A retry this soon after the answer is immediate. */
export const atOnceMs = 12;

const atOnceShare = 0.7;

const grainMs = 20;
/** A bound on the logarithm of a likelihood ratio: less likely factors are left out. */
const unlikely = 2;
const clearly = 3;
/** Waits that may grow by this factor are not even. */
const leastGrowth = 1.5;

const others: readonly ((retry: number) => number)[] = [
  (retry) => retry,
  (retry) => retry ** 2,
  ...[0.25, 0.5, 2].map((step) => (retry: number) => 1 + (retry - 1) * step),
];
const factors = Array.from({ length: 60 }, (_, index) => 1.05 * 1.03 ** index);

/** What waits look like whose length the service did not set. */
export function growthOf(all: readonly RetryGap[]): SeenGrowth {
  const first = all.filter(({ retry }) => retry === 1);
  // Some clients that back off make the first retry immediately: growth begins with the second.
  const ownWaits = first.length < all.length && isAtOnce(first) ? all.filter(({ retry }) => retry > 1) : all;
  if (ownWaits.length > 0 && isAtOnce(ownWaits)) {
    return { seen: 'at once', factor: null, otherwise: 0 };
  }
  const latest = Math.max(0, ...ownWaits.map(({ retry }) => retry));
  if (latest < 2) return { seen: 'consistent with exponential', factor: null, otherwise: 0 };
  const waits = byRetry(ownWaits);
  const byFactor = factors.map((factor) => ({ factor, support: exponentialSupport(waits, factor, latest) }));
  const exponential = Math.max(...byFactor.map(({ support }) => support));
  const even = supportOf(waits, () => 1);
  const other = Math.max(...others.map((shape) => supportOf(waits, shape)));
  const otherwise = Math.max(even, other) - exponential;
  const likely = byFactor
    .filter(({ support }) => support >= exponential - unlikely)
    .map(({ factor }) => factor);
  const factor = [Math.min(...likely), Math.max(...likely)] as const;
  const isEven = even >= Math.max(exponential, other) - unlikely && factor[1] < leastGrowth;
  if (isEven) return { seen: 'even', factor, otherwise };
  return {
    seen: otherwise > clearly ? 'growing, not exponential' : 'consistent with exponential',
    factor,
    otherwise,
  };
}

function isAtOnce(gaps: readonly RetryGap[]): boolean {
  return gaps.filter(({ ms }) => ms < atOnceMs).length >= atOnceShare * gaps.length;
}

/** The waits before the same retry. */
interface WaitsBefore {
  readonly retry: number;
  readonly count: number;
  readonly shortest: number;
  readonly longest: number;
}

function byRetry(ownWaits: readonly RetryGap[]): WaitsBefore[] {
  return [...Map.groupBy(ownWaits, ({ retry }) => retry)].map(([retry, gaps]) => {
    const waits = gaps.map(({ ms }) => ms);
    return { retry, count: gaps.length, shortest: Math.min(...waits), longest: Math.max(...waits) };
  });
}

/**
 * The best support for exponential growth by a factor, up to a cap that may be reached at any retry from the second on.
 */
function exponentialSupport(waits: readonly WaitsBefore[], factor: number, latest: number): number {
  const caps = Array.from({ length: Math.max(1, Math.min(latest, 8) - 1) }, (_, index) => index + 2);
  return Math.max(
    ...[...caps, Infinity].map((cap) => supportOf(waits, (retry) => factor ** (Math.min(retry, cap) - 1))),
  );
}

/** The logarithm of the likelihood of waits that lie evenly between two multiples of a shape. */
function supportOf(waits: readonly WaitsBefore[], shape: (retry: number) => number): number {
  const lowest = Math.min(...waits.map(({ shortest, retry }) => shortest / shape(retry)));
  const highest = Math.max(...waits.map(({ longest, retry }) => longest / shape(retry)));
  return -waits.reduce(
    (sum, { count, retry }) => sum + count * Math.log((highest - lowest) * shape(retry) + grainMs),
    0,
  );
}
