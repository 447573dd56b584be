/** What became of rules by the description of the API, on servers and on clients. */
import type * as engine from '@outreach-api/engine';
import type { Described } from './breaches/breach-values.ts';

/** A breach as it was seen, with the smallest input that shows it. */
export type SeenBreach = engine.SeenBreach<Described>;
/** A rule as reports show it. */
export type RuleText = engine.RuleText<Described>;
/** How a rule reads the exchanges of a run. */
export type ExchangeEvidence = engine.ExchangeEvidence<Described>;
/** A rule, its verdict, and what the verdict rests on. */
export type RuleResult = engine.RuleResult<Described>;
/** Why a rule did not pass. */
export type Why = engine.Why<Described>;
