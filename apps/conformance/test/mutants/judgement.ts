/** The outcome of a mutant. */
import type { Difference } from './compare.ts';
import type { Mutant } from './mutants-of.ts';

/**
 * The outcome of a mutant.
 *
 * - `killed`: a rule fails.
 * - `red`: no rule fails, but the run cannot be done (exit 2), or the service dies.
 * - `undecided`: a rule that is decided without the mutant is not decided with it.
 * - `equal`: all answers are equal, in the script and in a whole run.
 * - `not reached`: no run and no script reaches it.
 * - `open`: answers differ only in what the description leaves open, according to the script.
 * - `reason`: there is a recorded reason why it breaks nothing.
 * - `missed`: it breaks something, and there is a recorded reason why no rule notices.
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

/** The outcome of a mutant, and the evidence. */
export interface MutantJudgement {
  readonly mutant: Mutant;
  readonly outcome: MutantOutcome;
  /** The rules that fail or are no longer decided, the worlds looked at, or the reason. */
  readonly evidence: string;
  /** The first difference; null if there is none. */
  readonly difference: Difference | null;
  /** The reasons of rules that are no longer decided. */
  readonly undecided: readonly string[];
}
