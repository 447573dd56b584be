/** What is seen when a caller without permission tries an operation. */
import type { Breach } from '@outreach-api/engine';
import type { OperationId } from '@outreach-api/model/records/operation';
import type { IntruderKind } from './intruders.ts';

/** The names of the intruders that try. */
export type Trespassers = readonly string[];

/** Who tries an operation without permission, and, on a list, under which circumstances. */
export interface Trespass {
  readonly callers: Trespassers;
  readonly under?: 'a page in the middle' | 'a filter' | 'its owner listing';
}

/** An attempt to use an operation without permission. */
export interface Attempt {
  readonly intruder: string;
  readonly kind: IntruderKind;
  /** Set if it tried another operation meanwhile. */
  readonly operation?: OperationId;
  /** Whether the answer was 2xx. */
  readonly accepted: boolean;
  readonly status: number;
  /** Whether the operation took effect; null if that cannot be seen. */
  readonly effect: boolean | null;
  /** What the answer disclosed of the account's data; null if nothing. */
  readonly disclosed: string | null;
}

/** Attempts on one operation, alongside the same request with the right credential. */
export interface TrespassSeen {
  readonly operation: OperationId;
  readonly attempts: readonly Attempt[];
  /**
   * The record that was not deleted and is still reserved, and when the attempts were made, on the run's clock;
   * not set if it was released.
   */
  readonly spared?: { readonly uuid: string; readonly atMs: number };
}

/** The same where the operation is known. */
export type Tried = Omit<TrespassSeen, 'operation'>;

/** What a key of another account sees, alongside what belongs to this account. */
export interface OtherListSeen {
  readonly own: readonly string[];
  readonly shown: readonly string[];
  /** Set if the request used a key that the other account had just created. */
  readonly byNewKey?: true;
  /** Set if the request named the team of this account. */
  readonly teamWasNamed?: true;
  /** Webhooks that the other account lists, and what a key lists that this account has just created for its own team. */
  readonly theirs?: readonly string[];
  readonly shownToOurNewKey?: readonly string[];
}

/**
 * What a broken target would have shown: some attempts came out otherwise.
 *
 * @param on - the operation that shows it; any if null
 */
export function withAttempts(
  change: Partial<Attempt>,
  on: OperationId | null,
  isMeant: (attempt: Attempt) => boolean,
): Breach<TrespassSeen> {
  return (seen) => {
    if ((on !== null && seen.operation !== on) || !seen.attempts.some(isMeant)) return undefined;
    const attempts = seen.attempts.map((attempt) => (isMeant(attempt) ? { ...attempt, ...change } : attempt));
    return { ...seen, attempts };
  };
}
