/** Rules on servers as they are written: what they judge, and with which words. */
import type * as engine from '@outreach-api/engine';
import type { Described } from './judgement.ts';
import type { Need } from './needs.ts';
import type { OperationId } from '@outreach-api/model/records/operation';

/** The requests to which a statement demands an answer. */
export interface AnswerDemanded {
  readonly operations: readonly OperationId[];
  /** Whose requests; if not set, those with the key of the target file: a created key may have been replaced. */
  readonly callers?: readonly string[];
}

/** What rules that may find these breaches say about a server. */
export interface JudgedServer<Breaches extends object> {
  readonly findings: Described<Breaches>;
  readonly need: Need;
  readonly answerDemanded: AnswerDemanded;
}

/** How a rule on servers is written that may find these breaches. */
export type RuleDefinition<Breaches extends object, Seen, Given = unknown> = engine.RuleDefinition<
  Seen,
  Given,
  JudgedServer<Breaches>
>;
