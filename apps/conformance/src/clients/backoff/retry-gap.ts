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
  /** The previous wait, if the service had not set its length; null if there was none. */
  readonly previousMs: number | null;
  /** When the preceding answer had been sent. */
  readonly answeredAt: number;
  /** How long that answer took. */
  readonly answerMs: number;
  readonly arrivedAt: number;
  /** What the preceding answer said about when to retry; null if it said nothing readable. */
  readonly told: ToldWait | null;
}

/** A `Retry-After` that can be read. */
export type ToldWait = Exclude<RetryAfter, { readonly kind: 'malformed' }>;

/** The waits of a sequence. */
export function gapsOf(sequence: RetrySequence, from: DeclaredBackoff['from']): RetryGap[] {
  const gaps: RetryGap[] = [];
  for (const [index, next] of sequence.attempts.entries()) {
    const attempt = sequence.attempts[index - 1];
    if (attempt === undefined) continue;
    const before = gaps.at(-1);
    const since = from === 'start' ? attempt.arrivedAt : endOf(attempt);
    gaps.push({
      sequence,
      retry: index,
      leastRetry: 1 + gaps.filter(({ told }) => told === null).length,
      ms: next.arrivedAt - since,
      previousMs: before === undefined || before.told !== null ? null : before.ms,
      answeredAt: endOf(attempt),
      answerMs: endOf(attempt) - attempt.arrivedAt,
      arrivedAt: next.arrivedAt,
      told: toldWait(attempt),
    });
  }
  return gaps;
}

/** How long the service told the client to wait, in milliseconds; 0 or less if it may retry immediately. */
export function toldMs({ told, answeredAt }: RetryGap): number | null {
  if (told === null) return null;
  return told.kind === 'seconds' ? told.seconds * 1000 : told.at - answeredAt;
}

/** Whether a client declares that it does not wait as long as it was told to. */
export function isBeyondPatience(gap: RetryGap, declared: DeclaredBackoff | null): boolean {
  const most = declared?.retryAfterMax ?? null;
  return most !== null && (toldMs(gap) ?? 0) > most * 1000;
}

/** Whether the service set the length of neither this wait nor an earlier one in the same sequence. */
export function isUntold({ told, retry, leastRetry }: RetryGap): boolean {
  return told === null && leastRetry === retry;
}

/** When an answer had been sent or, without an answer, when its request arrived. */
function endOf({ answeredAt, arrivedAt }: Attempt): number {
  return answeredAt ?? arrivedAt;
}

function toldWait({ retryAfter }: Attempt): ToldWait | null {
  return retryAfter === null || retryAfter.kind === 'malformed' ? null : retryAfter;
}
