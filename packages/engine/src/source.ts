/** Where observations come from: a live target, or the history of an earlier run. */
import type { Findings, Tested } from './tested.ts';
import type { ExperimentDefinition, Observer, Preparation, SeenRun } from './experiment.ts';
import type { Contradiction, Judgement } from './judgement.ts';
import type { Provided } from './plan.ts';
import type { ProgressBoard } from './progress.ts';
import type { UnmetPremise } from './unmet.ts';
import type { Spendable } from './tested.ts';

/**
 * Why a look does not count: somebody else changed what was looked at, our own key was refused, an intermediary
 * occasionally answered in place of what is tested, or the description is ambiguous.
 */
export type Doubt = 'disturbed' | 'locked out' | 'by an intermediary' | 'arguable';

/** The result of a look, and why it does not count; null if it does. */
export interface GuardedLook {
  readonly held: boolean;
  readonly doubt: Doubt | null;
}

/** A breach that may be the work of others. */
export interface DoubtedBreach {
  readonly code: string;
  readonly values: unknown;
}

/** Says whether what is seen may be the work of others. */
export interface InterferenceGuard {
  /**
   * Looks once; not at all while every caller is refused.
   *
   * @param look - resolves to whether the statement held
   */
  during(look: () => Promise<boolean>): Promise<GuardedLook>;
  /** Alternates looks and pauses. @returns whether the statement held, at each look; none if others may be active */
  byTurns(look: () => Promise<boolean>, turns: number): Promise<readonly boolean[]>;
  /** Whether somebody else changes what was looked at while we send nothing that could. */
  isBusy(breach: DoubtedBreach): Promise<boolean>;
  /**
   * Whether others are active while we send nothing that could look like theirs, in a way that explains the breach; if
   * it was not seen at each look, in any way, including those that undo their changes.
   */
  isInterferedWith(breach: DoubtedBreach, isUnsteady: boolean): Promise<boolean>;
  /** Whether others were active during the looks. */
  readonly sawInterference: boolean;
}

/** A rule that tries an experiment. */
export interface TrialName {
  readonly rule: string;
  readonly experiment: string;
  /** Whether it is tried for what its exchanges show, whatever it was made for. */
  readonly forEvidence: boolean;
}

/** The key of a trial. */
export function trialKey({ rule, experiment, forEvidence }: TrialName): string {
  return `${rule} ${experiment}${forEvidence ? ' evidence' : ''}`;
}

/** A rule that takes exchanges as evidence, whoever sent them and why. */
export interface ExchangeJudge<Found extends Findings> {
  readonly id: string;
  /** Null if they say nothing about the statement. */
  judgeExchanges(exchanges: readonly Found['exchangeSeen'][]): Judgement<Found> | null;
  /** What they show that breaks it, each under a name that only equal sightings share. */
  brokenSightings(exchanges: readonly Found['exchangeSeen'][]): readonly string[];
}

/** An input of an experiment whose exchanges, on the first try, broke a rule. */
export interface BrokenByEvidence {
  readonly rule: string;
  readonly experiment: string;
  readonly input: string;
  /** The answers that break it by themselves, by name: one answer may be evidence for several inputs. */
  readonly answers: readonly string[];
  /** What breaks it, be it in one answer or in several, by name: see {@link ExchangeJudge.brokenSightings}. */
  readonly sightings: readonly string[];
}

/** What became of one run's requests to which a statement demands an answer. */
export interface RequestOutcomes<On extends Tested> {
  /** Those that got none, each as a breach, under a key that is unique in the run. */
  readonly cut: ReadonlyMap<string, Contradiction<On['findings']>>;
  /** Whether any was answered. */
  readonly answered: boolean;
}

/** Requests of a whole run that were refused though nothing explains it, as a breach. */
export interface RefusedRequests<On extends Tested> extends Contradiction<On['findings']> {
  readonly exchanges: readonly On['findings']['exchange'][];
  /** How many were refused, and how many were sent. */
  readonly times: number;
  readonly tries: number;
}

/** Reads exchanges, which are opaque to the engine. Requests that are controls are left out. */
export interface ExchangeReader<On extends Tested> {
  /** What became of the requests to which a statement demands an answer. */
  outcomesOf(
    exchanges: readonly On['findings']['exchange'][],
    demanded: On['answerDemanded'],
  ): RequestOutcomes<On>;
  /**
   * Whether an intermediary answered in place of what is tested, unless the experiment is there to see such answers.
   */
  isByIntermediary(
    exchanges: readonly On['findings']['exchange'][],
    experiment: { readonly changes?: readonly string[] },
  ): boolean;
}

/** A part of a run: the first pass, a phase, or the observations of what the description leaves open. */
export type Stage<On extends Tested> = On['phase'] | 'first pass' | 'observations';

/** Where observations come from. */
export interface Source<On extends Tested> extends Observer<On> {
  /** What the owner of what is tested allows and provides. */
  readonly provided: Provided<On['need']>;
  /** The parts of a run, in their order. */
  readonly phases: readonly On['phase'][];
  readonly progress: ProgressBoard;
  /** Whether there are requests whose answers show that the target still responds. */
  readonly hasControls: boolean;
  /** Reads the exchanges that come with observations. */
  readonly exchangeReader: ExchangeReader<On>;
  /** From now on, these rules take the exchanges of each run as evidence. */
  judgeExchangesBy(rules: readonly ExchangeJudge<On['findings']>[]): void;
  /** From now on, each run in which a rule is broken is checked again, within its locks; see {@link Recheck}. */
  recheckWhere(isBroken: (run: SeenRun) => boolean): void;
  /** The evidence found so far that breaks rules, by inputs in the order of their first try. */
  readonly brokenByEvidence: readonly BrokenByEvidence[];
  /** The requests that should have succeeded and were refused, in the run so far; null if there are none, or too few. */
  refused(demanded: On['answerDemanded']): RefusedRequests<On> | null;
  /** From now on, this much of the budgets is kept for later, as far as available. */
  keep(kinds: Spendable): void;
  /** Prepares what experiments want to look at; resolves to why that failed, null if it succeeded. */
  prepare(preparation: Preparation<On>, experiments: readonly string[]): Promise<UnmetPremise | null>;
  /** Guards the looks of a trial. */
  guard<Given, Seen>(experiment: ExperimentDefinition<Given, Seen, On>, trial: TrialName): InterferenceGuard;
  /** A trial has just ended. */
  trialEnded(trial: TrialName): void;
  /** All of a stage was tried; resolves once it is known whether the target is still as it was. */
  stageEnded(stage: Stage<On>): Promise<void>;
  /** Why the result of a trial does not count, because the target no longer answered as before; null if it does. */
  whyDoubtful(trial: TrialName): UnmetPremise | null;
}
