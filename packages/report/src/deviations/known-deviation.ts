/** A known problem of a target that its owner accepts for a while: a breach, or a rule that cannot be decided. */
export interface KnownDeviation {
  /** The id of the rule that is broken, or cannot be decided. */
  readonly rule: string;
  /** Set if the rule cannot be decided on this target; not set for a breach. */
  readonly verdict?: 'inconclusive';
  /** Which breach of the rule, by its identity: `experiment/code`. Any breach of the rule if not set. */
  readonly breach?: string;
  /** What is wrong, and why it is accepted for now. */
  readonly reason: string;
  /** Who fixes it. */
  readonly owner: string;
  /** The last day on which it is accepted, in UTC: `2026-12-31`. */
  readonly until: string;
}

/**
 * The state of an entry:
 *
 * - `broken`: the rule fails, as the entry says
 * - `otherwise`: the rule fails, but not by the breach that the entry pins
 * - `outdated`: the entry pins a breach by its words, as earlier versions did
 * - `kept`: the rule passes, so the entry is stale
 * - `undecided`: the rule is inconclusive or skipped: as the entry says, or so that it is unknown whether it still fits
 * - `decided`: the rule was decided, which the entry says it cannot be, so the entry is stale
 * - `not run`: the rule is not part of this run
 * - `unknown`: there is no such rule
 * - `expired`: the entry is past its date, whatever the rule says
 */
export type DeviationState =
  | 'broken'
  | 'otherwise'
  | 'outdated'
  | 'kept'
  | 'undecided'
  | 'decided'
  | 'not run'
  | 'unknown'
  | 'expired';

/** An entry, and its state in a run. */
export interface JudgedDeviation extends KnownDeviation {
  readonly state: DeviationState;
  /** Whether the entry itself turns the run red. */
  readonly red: boolean;
  /** What to report about it, in a sentence. */
  readonly says: string;
  /** What would pin the breach that was seen, if the entry accepts any breach of its rule. */
  readonly pin?: string;
}
