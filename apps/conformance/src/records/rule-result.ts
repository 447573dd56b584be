/** What became of rules by the description of the API, on servers and on clients. */
import type * as rule from '../engine/rule.ts';
import type { SeenBreach as SeenBreachOn } from '../engine/search.ts';
import type * as verdict from '../engine/verdict.ts';
import type { Described } from './breaches/breach-values.ts';

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
