/** The waits between the attempts of retry sequences. */
import type { DeclaredBackoff } from './declared-backoff.ts';
import type { Attempt, RetryAfter, RetrySequence } from './retry-sequence.ts';

/** A wait between two attempts. */
export interface RetryGap {
  readonly sequence: RetrySequence;
  /** The number of the retry that it precedes, starting at 1. */
  readonly retry: number;
  /** The same, without retries whose time the service had set: a client may or may not count those. */
  readonly leastRetry: number;
  readonly ms: number;
  /** The waits before the earlier retries of the sequence; null if the service set the length of one of them. */
  readonly earlierMs: readonly number[] | null;
  /** When the preceding answer had been sent. */
  readonly answeredAt: number;
  /** How long that answer took. */
  readonly answerMs: number;
  readonly arrivedAt: number;
  /** What the preceding answer said about when to retry; null if it said nothing readable. */
  readonly stated: StatedWait | null;
}

/** A `Retry-After` that can be read. */
export type StatedWait = Exclude<RetryAfter, { readonly kind: 'malformed' }>;

/** The waits of a sequence. */
export function gapsOf(sequence: RetrySequence, from: DeclaredBackoff['from']): RetryGap[] {
  const gaps: RetryGap[] = [];
  for (const [index, next] of sequence.attempts.entries()) {
    const attempt = sequence.attempts[index - 1];
    if (attempt === undefined) continue;
    const since = from === 'start' ? attempt.arrivedAt : endOf(attempt);
    gaps.push({
      sequence,
      retry: index,
      leastRetry: 1 + gaps.filter(({ stated }) => stated === null).length,
      ms: next.arrivedAt - since,
      earlierMs: gaps.some(({ stated }) => stated !== null) ? null : gaps.map(({ ms }) => ms),
      answeredAt: endOf(attempt),
      answerMs: endOf(attempt) - attempt.arrivedAt,
      arrivedAt: next.arrivedAt,
      stated: statedWait(attempt),
    });
  }
  return gaps;
}

/** How long the service asked the client to wait, in milliseconds; 0 or less if it may retry immediately. */
export function statedMs({ stated, answeredAt }: RetryGap): number | null {
  if (stated === null) return null;
  return stated.kind === 'seconds' ? stated.seconds * 1000 : stated.at - answeredAt;
}

/**
 * What a client declares that it does with the `Retry-After` of an answer: it waits that long, keeps to its own waits, or
 * nothing is declared. Null if there was no such header.
 */
export function declaredStatedWait(
  gap: RetryGap,
  { retryAfterMax, retryAfterDates }: DeclaredBackoff,
): 'obeyed' | 'ignored' | 'undeclared' | null {
  const ms = statedMs(gap);
  if (gap.stated === null || ms === null) return null;
  if (retryAfterMax === undefined) return 'undeclared';
  if (gap.stated.kind === 'date' && !retryAfterDates) return 'ignored';
  return retryAfterMax === 0 || ms > (retryAfterMax ?? Infinity) * 1000 ? 'ignored' : 'obeyed';
}

/** A date has whole seconds: it may mean the start of the second or its end. */
const earlyByKind = { seconds: 50, date: 1000 } as const;

/** The shortest wait after an answer that obeys its `Retry-After`, in milliseconds; null if it has none. */
export function shortestStatedMs(gap: RetryGap): number | null {
  const ms = statedMs(gap);
  return gap.stated === null || ms === null ? null : ms - earlyByKind[gap.stated.kind];
}

/** Whether the service set the length of neither this wait nor an earlier one in the same sequence. */
export function isOwnWait({ stated, retry, leastRetry }: RetryGap): boolean {
  return stated === null && leastRetry === retry;
}

/** When an answer had been sent or, without an answer, when its request arrived. */
function endOf({ answeredAt, arrivedAt }: Attempt): number {
  return answeredAt ?? arrivedAt;
}

function statedWait({ retryAfter }: Attempt): StatedWait | null {
  return retryAfter === null || retryAfter.kind === 'malformed' ? null : retryAfter;
}
