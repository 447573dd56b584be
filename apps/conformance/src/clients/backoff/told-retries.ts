/** Retries after an answer that said when to come back (`Retry-After`). */
import type { BackoffFinding } from './backoff-finding.ts';
import type { DeclaredBackoff } from './declared-backoff.ts';
import { durationInWords } from './duration-in-words.ts';
import { toldMs, type RetryGap } from './retry-gap.ts';

type Broken = Extract<BackoffFinding, { readonly kind: 'broken' }>;

/** A date has whole seconds: it may mean the beginning of one or its end. */
const earlyByKind = { seconds: 50, date: 1000 } as const;

/**
 * The first retry that came before its time; null where there is none. A wait that is longer than what the client
 * declares to be ready for is not judged: how much patience it has is its own affair.
 */
export function retryBeforeItsTime(
  gaps: readonly RetryGap[],
  declared: DeclaredBackoff | null,
): Broken | null {
  for (const gap of gaps) {
    const wait = toldMs(gap);
    if (gap.told === null || wait === null || isBeyondPatience(wait, declared)) continue;
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

/** Whether a client declares that it does not wait so long. */
export function isBeyondPatience(waitMs: number, declared: DeclaredBackoff | null): boolean {
  const most = declared?.retryAfterMax ?? null;
  return most !== null && waitMs > most * 1000;
}
