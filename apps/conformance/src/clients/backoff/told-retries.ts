/** Retries after an answer that said when to come back (`Retry-After`). */
import type { Lateness } from './arrival-noise.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import { doubtful, highestStake, type Bet } from './bet.ts';
import type { DeclaredBackoff } from './declared-backoff.ts';
import { durationInWords } from './duration-in-words.ts';
import { earlinessOf, isEarly } from './early-retry.ts';
import { boundsOf } from './envelope.ts';
import { isBeyondPatience, toldMs, type RetryGap } from './retry-gap.ts';
import { atOnceMs } from './seen-growth.ts';

type Broken = Extract<BackoffFinding, { readonly kind: 'broken' }>;

/** A date has whole seconds: it may mean the start of the second or its end. */
const earlyByKind = { seconds: 50, date: 1000 } as const;

/**
 * The first retry before the time that `Retry-After` set; null if there is none. A requested wait above the client's
 * declared maximum is not judged: how long it is willing to wait is its own choice.
 */
export function retryBeforeItsTime(
  gaps: readonly RetryGap[],
  declared: DeclaredBackoff | null,
): Broken | null {
  for (const gap of gaps) {
    const wait = toldMs(gap);
    if (gap.told === null || wait === null || isBeyondPatience(gap, declared)) continue;
    const came = gap.arrivedAt - gap.answeredAt;
    if (came >= wait - earlyByKind[gap.told.kind]) continue;
    return {
      kind: 'broken',
      expected: `no retry of ${gap.sequence.request} before ${durationInWords(wait)}, as \`Retry-After\` said`,
      actual: `it came after ${durationInWords(came)}`,
      sequence: gap.sequence,
    };
  }
  return null;
}

/**
 * The finding for a client that retries immediately, sooner than its own waits, if `Retry-After` allows it. The
 * description does not say which of the two takes precedence.
 */
export const atOnceAsTold: BackoffFinding = {
  kind: 'undecided',
  seen: 'at once',
  why: 'with `Retry-After: 0` it retries sooner than its own waits, however often; the header allows that, exponential backoff does not, and the description does not say which of the two takes precedence',
  wouldDecide: 'a client that never waits less than its own waits, even if `Retry-After` is shorter',
  unlessRead: 'waits that grow exponentially even if `Retry-After` is 0',
};

/** Whether a client that may retry immediately does so sooner than its own policy allows. */
export function comesAtOnceAsTold(
  gaps: readonly RetryGap[],
  declared: DeclaredBackoff,
  lateness: Lateness,
): boolean {
  const allowed = gaps.filter((gap) => (toldMs(gap) ?? 1) <= 0);
  const bets = allowed.map((gap): Bet => {
    const { high } = boundsOf(declared, gap.leastRetry, gap.previousMs);
    const chance = Math.min(1, (atOnceMs + earlinessOf(declared, lateness)) / high);
    return { happened: gap.ms < atOnceMs, chance };
  });
  return allowed.some((gap) => isEarly(gap, declared, lateness)) || highestStake(bets, 0.9) >= doubtful;
}
