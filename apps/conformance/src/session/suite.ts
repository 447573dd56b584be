/** The engine as the suite uses it on servers: its experiments and rules. */
import * as engine from '@outreach-api/engine';
import { statements } from '@outreach-api/model/generated/statements';
import type { BreachValues, Described } from '../rules/breaches/breach-values.ts';
import type { JudgedServer } from '../rules/rule.ts';
import type { Budgeted } from '../target/spare-budgets.ts';
import type { Phase } from './phases.ts';
import type { Resource } from './resources.ts';
import type { Session } from './session.ts';

/** A server as the thing under test. */
export interface Suite extends JudgedServer<BreachValues> {
  readonly session: Session;
  readonly phase: Phase;
  readonly resource: Resource;
  readonly cost: Partial<Budgeted> & engine.Spendable;
}

/** A way of looking at the target whose observations several rules may judge. */
export type Experiment<Given, Seen> = engine.Experiment<Given, Seen, Suite>;
/** How an experiment is described. */
export type ExperimentDefinition<Given, Seen> = engine.ExperimentDefinition<Given, Seen, Suite>;
/** The result of one run of an experiment. */
export type Observed<Seen> = engine.Observed<Seen, Described>;
/** Knows, or finds out, the results of experiments. */
export type Observer = engine.Observer<Suite>;
/** Creates on the target what several experiments want to look at. */
export type Preparation = engine.Preparation<Suite>;
/** A rule of the suite, ready to be tried. */
export type Rule = engine.Rule<Suite>;
/** How rules are run. */
export type RunOptions = engine.RunOptions<Suite>;
/** What else is determined, which may bring further evidence. */
export type FurtherWork = engine.FurtherWork<Suite>;
/** Where observations come from. */
export type Source = engine.Source<Suite>;
/** A part of a run. */
export type Stage = engine.Stage<Suite>;
/** Reads exchanges, which are opaque to the engine. */
export type ExchangeReader = engine.ExchangeReader<Suite>;
/** What became of one run's requests to which a statement demands an answer. */
export type RequestOutcomes = engine.RequestOutcomes<Suite>;
/** Requests of a whole run that were refused though nothing explains it. */
export type RefusedRequests = engine.RefusedRequests<Suite>;
/** A rule that takes exchanges as evidence, whoever sent them and why. */
export type ExchangeJudge = engine.ExchangeJudge<Described>;

export const { defineExperiment, defineRule, seenAs } = engine.engineFor<Suite>(statements);
