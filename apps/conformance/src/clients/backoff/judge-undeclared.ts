/** Judges a client that declares no policy: behaviour that no exponential backoff explains is a breach. */
import type { BackoffFinding } from './backoff-finding.ts';
import { decisive, highestStake, type Bet } from './bet.ts';
import {
  gapsOf,
  isOwnWait,
  shortestStatedMs,
  statedMs,
  type RetryGap,
} from '@outreach-api/model/backoff/retry-gap';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import { atOnceMs, growthOf } from './seen-growth.ts';
import { immediateAsStated } from './stated-retries.ts';

type Broken = Extract<BackoffFinding, { readonly kind: 'broken' }>;

/** No client that backs off starts lower, grows more slowly, or stops growing earlier. */
const shortestBaseMs = 40;
const smallestFactor = 1.5;
const smallestCapMs = 80;

/** The fraction of immediate requests that also arrive immediately, on a busy machine. */
const immediateRate = 0.8;

/** Judges the observed behaviour of a client that declares no policy. */
export function judgeUndeclared(sequences: readonly RetrySequence[]): BackoffFinding {
  const gaps = sequences.flatMap((sequence) => gapsOf(sequence, 'end'));
  const ownWaits = gaps.filter(isOwnWait);
  const own = sequences.flatMap(ownGapsOf);
  return endless(sequences) ?? atOnce(own) ?? even(ownWaits, sequences) ?? undecided(gaps, own);
}

/**
 * The waits of a sequence until the first that `Retry-After` may have set: a retry before the time that the header names
 * does not follow it. Waits that are long may still be that time, cut to a bound of the client's.
 */
function ownGapsOf(sequence: RetrySequence): readonly RetryGap[] {
  const gaps = gapsOf(sequence, 'end');
  const set = gaps.findIndex((gap) => gap.ms >= (shortestStatedMs(gap) ?? Infinity));
  return set === -1 ? gaps : gaps.slice(0, set);
}

/** No client that we know of makes this many attempts before it gives up. */
const endlessAttempts = 100;

function endless(sequences: readonly RetrySequence[]): Broken | null {
  const sequence = sequences.find(
    ({ ended, attempts }) => ended === 'cut' && attempts.length >= endlessAttempts,
  );
  if (sequence === undefined) return null;
  return {
    kind: 'broken',
    code: 'endless-retries',
    values: { request: sequence.request, attempts: sequence.attempts.length },
    sequence,
  };
}

/**
 * Retries without a wait. Some clients that back off make the first retry immediately, and jitter may reduce a wait or
 * two to zero.
 */
function atOnce(own: readonly RetryGap[]): Broken | null {
  const later = own.filter(({ retry }) => retry > 1);
  const bets = later.map(({ ms, answerMs, retry }): Bet => ({
    happened: ms < atOnceMs,
    // A client that measures from the start of the previous attempt has already waited during the answer.
    chance: Math.min(1, (atOnceMs + 5 + answerMs) / shortestEnvelope(retry)),
  }));
  const first = later.find(({ ms }) => ms < atOnceMs);
  if (first === undefined || highestStake(bets, immediateRate) < decisive) return null;
  return {
    kind: 'broken',
    code: 'immediate-retries',
    values: {
      immediate: later.filter(({ ms }) => ms < atOnceMs).length,
      retries: later.length,
      firstMs: first.ms,
    },
    sequence: first.sequence,
  };
}

function shortestEnvelope(retry: number): number {
  return Math.min(smallestCapMs, shortestBaseMs * smallestFactor ** (retry - 1));
}

const evenShare = 0.05;
/** The machine makes the others late. */
const onTimeShare = 0.75;
const leastEvenSequences = 2;
const leastEvenGaps = 9;
/** Start-up work in the first wait might hide that the second wait is longer. */
const leastEvenMs = 450;
/** It would hardly do so by nearly the same amount every time, so many sequences need less. */
const leastEvenMsOfMany = 180;
const manySequences = 10;

/** Waits of the same length from first to last: no jitter produces these, and the first wait does not reach any cap. */
function even(ownWaits: readonly RetryGap[], sequences: readonly RetrySequence[]): Broken | null {
  const long = sequences.filter(
    (sequence) => ownWaits.filter((gap) => gap.sequence === sequence).length >= 3,
  );
  const gaps = ownWaits.filter(({ sequence }) => long.includes(sequence));
  const [sequence] = long;
  if (sequence === undefined || long.length < leastEvenSequences || gaps.length < leastEvenGaps) return null;
  const waits = gaps.map(({ ms }) => ms);
  const starts = gaps.map(({ ms, answerMs }) => ms + answerMs);
  const least = long.length < manySequences ? leastEvenMs : leastEvenMsOfMany;
  if (Math.min(...waits) < least || !isEven(waits) || !isEven(starts)) return null;
  return {
    kind: 'broken',
    code: 'even-waits',
    values: { waits: gaps.length, shortestMs: Math.min(...waits), longestMs: Math.max(...waits) },
    sequence,
  };
}

function isEven(lengths: readonly number[]): boolean {
  const most = (1 + evenShare) * Math.min(...lengths);
  return lengths.filter((length) => length <= most).length >= onTimeShare * lengths.length;
}

function undecided(gaps: readonly RetryGap[], own: readonly RetryGap[]): BackoffFinding {
  if (gaps.length === 0) {
    const wouldDecide = 'a call that is retried after 429';
    return { kind: 'undecided', seen: 'no retry', why: 'it never retried', wouldDecide };
  }
  if (own.length === 0) {
    // Some clients make the first retry immediately by themselves.
    const mayBeStated = gaps.filter(({ retry }) => retry > 1);
    if (mayBeStated.some((gap) => (statedMs(gap) ?? 1) <= 0 && gap.ms < atOnceMs)) return immediateAsStated;
    return {
      kind: 'undecided',
      seen: 'as the server said',
      why: 'every wait was set by `Retry-After`: that hides whether waits grow',
      wouldDecide: '429 answers without `Retry-After`',
    };
  }
  const { seen, factor } = growthOf(own);
  const growth =
    factor === null || seen !== 'consistent with exponential'
      ? ''
      : `, by a factor of ${factor[0].toFixed(1)} to ${factor[1].toFixed(1)}`;
  return {
    kind: 'undecided',
    seen,
    why: `${own.length === 1 ? '1 wait is' : `${own.length} waits are`} ${seen}${growth}; other policies look the same without a declared one`,
    wouldDecide: 'a declaration of its policy (`backoff` in the answer to `declare`)',
  };
}
