/** The types of what the engine tests. It imports none of them: its user declares them; see {@link Domain}. */
import type { Spendable } from './affordable-runs.ts';

/**
 * The types of what is tested, added by declaration merging where the engine is used:
 *
 * - `session`: what a probe talks to
 * - `exchange`: a request and its response, as they are kept with an observation
 * - `exchangeSeen`: the same as rules judge it, if they take it as evidence
 * - `need`: what an experiment may need from the owner of what is tested
 * - `phase`: the names of the parts of a run
 * - `resource`: what probes look at and change; the names of the locks between them
 * - `cost`: how much of each budget a run of an experiment may spend
 * - `answerDemanded`: which requests a statement demands an answer to
 * - `shownBy`: which exchanges of a run show a breach
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface
export interface Domain {}

/** The values of a breach, by its code: added by declaration merging where rules are written. */
export interface BreachValues {
  /** A request that never gets an answer, although others do. */
  readonly 'no-answer': { readonly request: string };
}

/** The types that vary with what is tested; by default those of {@link Domain}. */
export interface Tested {
  /** What a probe talks to. */
  readonly session: unknown;
  /** What an experiment may need from the owner of what is tested. */
  readonly need: unknown;
  /** The names of the parts of a run. */
  readonly phase: string;
  /** What probes look at and change. */
  readonly resource: string;
  /** How much of each budget a run of an experiment may spend. */
  readonly cost: Spendable;
}

/** A request and its response. */
export type Exchange = Domain['exchange'];
/** An exchange as rules judge it. */
export type ExchangeSeen = Domain['exchangeSeen'];
/** The requests to which a statement demands an answer. */
export type AnswerDemanded = Domain['answerDemanded'];
