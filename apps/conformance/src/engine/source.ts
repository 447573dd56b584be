/** Where observations come from: a target that is looked at now, or the history of an earlier run. */
import type { BrokenByEvidence, ExchangeJudge } from '../history/history.ts';
import type { TrialName } from '../history/history-listener.ts';
import type { Target } from '../target/target.ts';
import type { Spendable } from './affordable-runs.ts';
import type { ExperimentDefinition, Observer, Phase, Preparation } from './experiment.ts';
import type { PeacefulLook } from './peace.ts';
import type { ProgressBoard } from './progress.ts';

/** Tells whether what is seen may be the work of others. See `Peace`, which asks the target. */
export interface InterferenceGuard {
  during(look: () => Promise<boolean>): Promise<PeacefulLook>;
  byTurns(look: () => Promise<boolean>, turns: number): Promise<readonly boolean[]>;
  isBusy(): Promise<boolean>;
  isVisited(): Promise<boolean>;
  readonly metOthers: boolean;
}

/** Where observations come from. */
export interface Source extends Observer {
  /** With what its owner allows and provides. */
  readonly target: Target;
  readonly progress: ProgressBoard;
  /** From here on these rules take the exchanges of each run as evidence. */
  judgeExchangesBy(rules: readonly ExchangeJudge[]): void;
  /** What such evidence was found up to now that breaks rules, by inputs as they were tried first. */
  readonly brokenByEvidence: readonly BrokenByEvidence[];
  /** Holds back some of the budgets. @returns what gives them back */
  holdBack(held: Spendable): () => void;
  /** Prepares what experiments want to look at; resolves to why that could not be done, null where it was. */
  prepare(preparation: Preparation, experiments: readonly string[]): Promise<string | null>;
  /** Guards the looks of a trial. */
  guard<Given, Seen>(experiment: ExperimentDefinition<Given, Seen>, trial: TrialName): InterferenceGuard;
  /** A trial has ended just now. */
  trialEnded(trial: TrialName): void;
  /** All of a phase was tried; resolves once it is known whether the target is still as it was. */
  phaseEnded(phase: Phase | 'observations'): Promise<void>;
  /** Why what came of a trial does not count, since the target was no longer as before; null where it does. */
  whyDoubtful(trial: TrialName): string | null;
}
