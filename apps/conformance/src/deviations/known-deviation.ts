/** A breach that its owner knows of and accepts for a while. */
/** A breach that its owner knows of and accepts for a while. */
export interface KnownDeviation {
  /** The id of the rule that is broken. */
  readonly rule: string;
  /** What is wrong, and why it is accepted for now. */
  readonly reason: string;
  /** Who mends it. */
  readonly owner: string;
  /** The last day on which it is accepted, in UTC: `2026-12-31`. */
  readonly until: string;
}

/**
 * What came of an entry:
 *
 * - `broken`: the rule fails, as the entry says
 * - `kept`: the rule passes, so the entry is stale
 * - `undecided`: the rule is inconclusive or skipped, so that nobody can tell
 * - `not run`: the rule is not part of this run
 * - `unknown`: there is no such rule
 * - `expired`: the entry is past its date, whatever the rule says
 */
export type DeviationState = 'broken' | 'kept' | 'undecided' | 'not run' | 'unknown' | 'expired';

/** An entry, and what came of it in a run. */
export interface JudgedDeviation extends KnownDeviation {
  readonly state: DeviationState;
  /** Whether the entry itself turns the run red. */
  readonly red: boolean;
  /** What is to be said of it, in a sentence. */
  readonly says: string;
}
