/** What came of a mutant. */
import type { Difference } from './compare.ts';
import type { Mutant } from './mutants-of.ts';

/**
 * The outcome of a mutant.
 *
 * - `killed`: a rule fails.
 * - `red`: no rule fails, but the run cannot be done (exit 2), or the service dies.
 * - `undecided`: a rule that is decided without the mutant is not decided with it.
 * - `equal`: all answers are equal, in the script and in a whole run.
 * - `not reached`: no run and no script comes by.
 * - `open`: answers differ only in what the description leaves open, as the script tells.
 * - `reason`: somebody has written down why it breaks nothing.
 * - `missed`: it breaks something, and somebody has written down why no rule tells so.
 * - `survivor`: none of these.
 */
export const outcomes = [
  'killed',
  'red',
  'undecided',
  'equal',
  'not reached',
  'open',
  'reason',
  'missed',
  'survivor',
] as const;

/** See {@link outcomes}. */
export type MutantOutcome = (typeof outcomes)[number];

/** What came of a mutant, and what tells so. */
export interface MutantJudgement {
  readonly mutant: Mutant;
  readonly outcome: MutantOutcome;
  /** The rules that fail or are no longer decided, the worlds looked at, or the reason. */
  readonly evidence: string;
  /** The first difference; null where there is none. */
  readonly difference: Difference | null;
  /** What rules that are no longer decided say. */
  readonly undecided: readonly string[];
}
