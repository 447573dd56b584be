/** Judges the observed behaviour of a client against the policy that it declares. */
import { latenessOf, type ArrivalNoise } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import { decisive } from './bet.ts';
import { declarationFault } from './declaration-fault.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { durationInWords } from '@outreach-api/model/backoff/duration-in-words';
import { earlyRetry } from './early-retry.ts';
import { excludes } from './excluded-policies.ts';
import { otherPolicies } from './other-policies.ts';
import { growthTooSmall, isLate, spreadOf } from './pooled-gaps.ts';
import { gapsOf, isOwnWait, type RetryGap } from '@outreach-api/model/backoff/retry-gap';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import { growthOf, type SeenGrowth } from './seen-growth.ts';
import { immediateAsStated, retriesImmediatelyAsStated, retryBeforeItsTime } from './stated-retries.ts';

/** Judges the observed behaviour of a client against the policy that it declares. */
export function judgeDeclared(
  sequences: readonly RetrySequence[],
  declared: DeclaredBackoff,
  noise: ArrivalNoise,
): BackoffFinding {
  const fault = declarationFault(declared);
  if (fault !== null)
    return { kind: 'broken', code: 'declaration-not-exponential', values: { fault }, sequence: null };
  const lateness = latenessOf(noise);
  const gaps = sequences.flatMap((sequence) => gapsOf(sequence, declared.from));
  return (
    tooManyAttempts(sequences, declared) ??
    retryBeforeItsTime(gaps, declared) ??
    earlyRetry(gaps, declared, lateness) ??
    growthTooSmall(gaps.filter(isOwnWait), declared, lateness) ??
    judgeFit(gaps, declared, noise)
  );
}

function tooManyAttempts(
  sequences: readonly RetrySequence[],
  { attempts }: DeclaredBackoff,
): BackoffFinding | null {
  const sequence = sequences.find((one) => attempts !== null && one.attempts.length > attempts);
  if (sequence === undefined || attempts === null) return null;
  const { request, attempts: made } = sequence;
  return {
    kind: 'broken',
    code: 'more-attempts-than-declared',
    values: { request, declared: attempts, attempts: made.length },
    sequence,
  };
}

/** Whether waits, none of which is too short, fit the declared policy and could have been distinguished from others. */
function judgeFit(gaps: readonly RetryGap[], declared: DeclaredBackoff, noise: ArrivalNoise): BackoffFinding {
  const lateness = latenessOf(noise);
  const ownWaits = gaps.filter(isOwnWait);
  if (gaps.length === 0) return noRetry(declared);
  if (retriesImmediatelyAsStated(gaps, declared, lateness)) return immediateAsStated;
  if (ownWaits.length === 0) return onlyAsStated;
  const growth = growthOf(ownWaits);
  const undecided = (why: string, wouldDecide: string): BackoffFinding => ({
    kind: 'undecided',
    seen: growth.seen,
    why,
    wouldDecide,
  });
  if (isLate(ownWaits, declared, lateness)) return judgeLate(ownWaits, growth, lateness.unknown);
  if (declared.jitter !== 'none' && typeof declared.jitter === 'string') {
    const { isNarrow, isWide } = spreadOf(ownWaits, declared, lateness);
    const jitter = `${declared.jitter} jitter`;
    if (isNarrow)
      return undecided(`its waits do not spread as ${jitter} does`, 'a declaration of its actual jitter');
    if (!isWide) return undecided(`too few waits were seen to judge ${jitter}`, 'more sequences');
  }
  const seen = new Set(ownWaits.map(({ sequence }) => sequence)).size;
  if (seen < leastSequences)
    return undecided('too few sequences were seen', `${leastSequences - seen} more of them`);
  const policies = otherPolicies(declared);
  const left = policies
    .filter((other) => !excludes(ownWaits, other, declared, lateness))
    .map(({ name }) => name);
  if (left.length > 0) return undecided(...whatIsLeft(left, declared, lateness.unknown));
  return {
    kind: 'fits',
    sequences: seen,
    retries: ownWaits.length,
    excluded: policies.map(({ name }) => name),
  };
}

const leastSequences = 3;

const onlyAsStated: BackoffFinding = {
  kind: 'undecided',
  seen: 'as the server said',
  why: 'every wait was set by `Retry-After`: that hides whether waits grow',
  wouldDecide: '429 answers without `Retry-After`',
};

function noRetry({ attempts }: DeclaredBackoff): BackoffFinding {
  return {
    kind: 'undecided',
    seen: 'no retry',
    why: 'it never retried',
    wouldDecide:
      attempts === 1 ? 'nothing: it declares that it does not retry' : 'a call that is retried after 429',
  };
}

/** Waits that are longer than declared break the statement only if they cannot be exponential. */
function judgeLate(
  ownWaits: readonly RetryGap[],
  growth: SeenGrowth,
  unknown: string | null,
): BackoffFinding {
  const longest = ownWaits.reduce((one, other) => (other.ms > one.ms ? other : one));
  if (unknown === null && growth.otherwise > Math.log(decisive)) {
    return {
      kind: 'broken',
      code: 'waits-not-as-declared',
      values: { seen: growth.seen },
      sequence: longest.sequence,
    };
  }
  return {
    kind: 'undecided',
    seen: growth.seen,
    why: `it comes later than it declares${unknown === null ? '' : `, and ${unknown}`}`,
    wouldDecide: unknown === null ? 'a declaration of its actual policy' : 'a quiet machine',
  };
}

function whatIsLeft(
  left: readonly string[],
  { attempts, base }: DeclaredBackoff,
  unknown: string | null,
): [why: string, wouldDecide: string] {
  const why = `what was seen may also be ${left.join(', or ')}`;
  if (attempts === 2) return [why, 'a policy with more than one retry'];
  const longer = `more sequences with more retries in each, or a base longer than ${durationInWords(base)}`;
  return unknown === null ? [why, longer] : [`${why}; ${unknown}`, `${longer}, on a quiet machine`];
}
