/** How a rule is written: the statement, a pure judge, and the breaches that it must be able to catch. */
import type { Judgement } from './judgement.ts';
import type { Judged } from './tested.ts';

/**
 * Turns what was seen into what a target with this defect would have shown, or into nothing if the defect cannot show
 * in this observation. Does not mutate its arguments.
 */
export type Breach<Seen, Given = unknown> = (seen: Seen, given: Given) => Seen | undefined;

/** What a broken target would have shown, each under the name of its defect. */
export type Breaches<Seen, Given> = Readonly<Record<string, Breach<Seen, Given>>>;

/** Named breaches that show only with something that the target's owner allows or provides. */
export interface BreachesWith<Seen, Given, On extends Judged> {
  readonly need: On['need'];
  readonly breaches: Breaches<Seen, Given>;
}

/** How a rule is written: it knows what was seen, and not which experiments saw it. */
export interface RuleDefinition<Seen, Given, On extends Judged> {
  /** The statement that the rule judges; level, sentence and section come from it. */
  readonly id: On['findings']['statement'];
  /**
   * The requests to which the statement demands an answer: it is broken if such a request never gets one although the
   * run's controls are answered.
   */
  readonly demandsAnswer?: On['answerDemanded'];
  /**
   * The requests that the statement says succeed: it is broken if some of them are refused in the course of a run,
   * though nothing explains it, whatever they were sent for.
   */
  readonly demandsSuccess?: On['answerDemanded'];
  /** What the target's owner must have allowed or provided besides what the experiments need. */
  readonly needs?: readonly On['need'][];
  /**
   * Pure: the same observation gives the same judgement. It knows nothing about HTTP.
   *
   * An observation that says nothing about this statement is held; it also catches no breach, so it does not count.
   */
  judge(seen: Seen, given: Given): Judgement<On['findings']>;
  /**
   * Why an observation in which the statement held could not have shown some of the breaches, whatever was allowed and
   * provided; null if it could. It becomes a reason of a verdict that is undecided.
   */
  limitation?(seen: Seen, given: Given): string | null;
  /**
   * What a broken target would have shown, each under the name of its defect. The rule passes only if each is caught.
   */
  readonly breaches: Breaches<Seen, Given>;
  /**
   * Further breaches, which show only with what the target's owner need not allow or provide for the rule. Where he has
   * not, the rule does not claim to catch them; where he has, but a budget is too small for them, it is undecided.
   */
  readonly breachesWith?: readonly BreachesWith<Seen, Given, On>[];
  /**
   * Reads the exchanges of one run of any experiment, whoever sent them and why, as what this rule judges: only what
   * they say about the statement regardless of circumstances. It can add a breach, never a pass.
   */
  readonly evidence?: (
    exchanges: readonly On['findings']['exchangeSeen'][],
  ) => Iterable<readonly [seen: Seen, given: Given]>;
  /**
   * Set if each sighting that is evidence breaks the statement by itself, whatever others do meanwhile, or unless others
   * write: then several of them count even if none recurs.
   */
  readonly eachAnswerCounts?: true | 'unless others write';
}
