/** Judges anything by statements: rules, experiments, the search for a smallest counterexample, verdicts. */
export { least, less, nothing, type Spare } from './affordable-runs.ts';
export { Clock, systemClock } from './clock.ts';
export type { Difference } from './difference.ts';
export { engineFor, type EngineFor } from './engine-for.ts';
export { eventually, LearntPatience, type Bound, type Waiter } from './eventually.ts';
export {
  inputKey,
  mustBeOf,
  type Experiment,
  type ExperimentDefinition,
  type FreshFor,
  type Observed,
  type Observer,
  type Preparation,
  type Recheck,
  type SeenRun,
} from './experiment.ts';
export { allInBatches, inBatches } from './in-batches.ts';
export {
  every,
  held,
  judging,
  type Contradiction,
  type Held,
  type Judgement,
  type Judging,
} from './judgement.ts';
export { LoneSource, type LoneRun } from './lone-source.ts';
export { plannedInputs, type PlanOptions, type Provided } from './plan.ts';
export { ProgressBoard, type Progress } from './progress.ts';
export { ResourceLocks, type Touches } from './resource-locks.ts';
export type { Breach, RuleDefinition } from './rule-definition.ts';
export type { ExchangeEvidence, Rule, RuleExperiments, RuleText } from './rule.ts';
export { runRules, wholeRun, type FurtherWork, type RunOptions } from './run-rules.ts';
export type { SeenBreach } from './search.ts';
export { derivedSeed } from './seed.ts';
export {
  trialKey,
  type BrokenByEvidence,
  type Doubt,
  type DoubtedBreach,
  type ExchangeJudge,
  type ExchangeReader,
  type GuardedLook,
  type InterferenceGuard,
  type RefusedRequests,
  type RequestOutcomes,
  type Source,
  type Stage,
  type TrialName,
} from './source.ts';
export type { CodeOf, Findings, Spendable, Statement, Statements, Tested } from './tested.ts';
export { trialOf, type FirstPass, type InputName } from './trial.ts';
export {
  Cut,
  Disturbed,
  premiseOf,
  Stopped,
  stoppedBy,
  Unmet,
  whereStopped,
  whereUnmet,
  type Blocker,
  type UnmetPremise,
} from './unmet.ts';
export type { RecordedDoubt, RuleResult, Verdict, Why } from './verdict.ts';
export { runUnrestricted, type Found, type Unrestricted, type UnrestrictedRun } from './unrestricted.ts';
