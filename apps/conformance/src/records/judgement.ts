/** Judgements by the description of the API, on servers and on clients. */
import * as judgement from '../engine/judgement.ts';
import type * as rule from '../engine/rule.ts';
import type { SeenBreach as SeenBreachOn } from '../engine/search.ts';
import type * as verdict from '../engine/verdict.ts';
import type { statements, StatementId } from '../generated/statements.ts';
import type { BreachValues } from './breaches/breach-values.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeSeen } from './exchange-seen.ts';
import type { ShownBy } from './shown-by.ts';

/** The types of what is found by the description. */
export interface Described {
  readonly exchange: Exchange;
  readonly exchangeSeen: ExchangeSeen;
  readonly shownBy: ShownBy;
  readonly statement: StatementId;
  readonly level: (typeof statements)[StatementId]['level'];
  readonly breachValues: BreachValues;
}

/** What a judge says about one observation. */
export type Judgement = judgement.Judgement<Described>;
/** The code of a breach. */
export type BreachCode = keyof BreachValues;
/** How an observation contradicts a statement, as data. */
export type Contradiction<Code extends BreachCode = BreachCode> = judgement.Contradiction<Described, Code>;
/** A breach as it was seen, with the smallest input that shows it. */
export type SeenBreach = SeenBreachOn<Described>;
/** A rule as reports show it. */
export type RuleText = rule.RuleText<Described>;
/** How a rule reads the exchanges of a run. */
export type ExchangeEvidence = rule.ExchangeEvidence<Described>;
/** A rule, its verdict, and what the verdict rests on. */
export type RuleResult = verdict.RuleResult<Described>;
/** Why a rule did not pass. */
export type Why = verdict.Why<Described>;

export const { every, held } = judgement;
export const { broken, arguable, holds, same, shownBy } = judgement.judging<Described>();
