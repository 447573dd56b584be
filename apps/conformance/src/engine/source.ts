/** Where observations come from: a target that is looked at now, or the history of an earlier run. */
import type { StatementId } from '../generated/statements.ts';
import type { Spendable } from './affordable-runs.ts';
import type { AnswerDemanded, Domain, Exchange, ExchangeSeen, Tested } from './domain.ts';
import type { ExperimentDefinition, Observer, Phase, Preparation, SeenRun } from './experiment.ts';
import type { Judgement } from './judgement.ts';
import type { Provided } from './plan.ts';
import type { ProgressBoard } from './progress.ts';

/**
 * Why a look does not count: somebody else changed what was looked at, our own key was refused, a gateway said now and
 * then that what is behind it gave no answer, or the description can be read both ways.
 */
export type Doubt = 'disturbed' | 'shut out' | 'failed in a gateway' | 'arguable';

/** What came of a look, and why it does not count; null where it does. */
export interface GuardedLook {
  readonly held: boolean;
  readonly doubt: Doubt | null;
}

/** Tells whether what is seen may be the work of others. */
export interface InterferenceGuard {
  /**
   * Looks once; not at all while everybody is refused.
   *
   * @param look - resolves to whether the statement held
   */
  during(look: () => Promise<boolean>): Promise<GuardedLook>;
  /** Looks and rests by turns. @returns whether the statement held, at each look; none where others may be at work */
  byTurns(look: () => Promise<boolean>, turns: number): Promise<readonly boolean[]>;
  /** Whether somebody else changes what was looked at while we send nothing that could. */
  isBusy(): Promise<boolean>;
  /** Whether others are met while we send nothing that could seem to be theirs, also such as undo what they do. */
  isVisited(): Promise<boolean>;
  /** Whether others were met during the looks. */
  readonly metOthers: boolean;
}

/** A rule that tries an experiment. */
export interface TrialName {
  readonly rule: StatementId;
  readonly experiment: string;
  /** Whether it is tried for what its exchanges show, whatever it was made for. */
  readonly forEvidence: boolean;
}

/** What tells one trial from the others. */
export function trialKey({
  rule,
  experiment,
  forEvidence,
}: Omit<TrialName, 'rule'> & { readonly rule: string }): string {
  return `${rule} ${experiment}${forEvidence ? ' evidence' : ''}`;
}

/** A rule that takes exchanges as evidence, whoever sent them and why. */
export interface ExchangeJudge {
  readonly id: StatementId;
  /** Null where they say nothing of the statement. */
  judgeExchanges(exchanges: readonly ExchangeSeen[]): Judgement | null;
}

/** An input of an experiment whose exchanges, on the first try, broke a rule. */
export interface BrokenByEvidence {
  readonly rule: StatementId;
  readonly experiment: string;
  readonly input: string;
  /** The answers that break it by themselves, each by its name: one may be evidence on several inputs. */
  readonly answers: readonly string[];
}

/** How the requests of one run fared to which a statement demands an answer. */
export interface Fared {
  /** Those that got none, in words, each under what tells it from the others of the run. */
  readonly cut: ReadonlyMap<string, string>;
  /** Whether any was answered. */
  readonly answered: boolean;
}

/** Reads exchanges, of which the engine knows nothing. Requests that are controls are left out. */
export interface ExchangeReader {
  /** How the requests fared to which a statement demands an answer. */
  fared(exchanges: readonly Exchange[], demanded: AnswerDemanded): Fared;
  /** Whether a gateway answered for what is behind it. */
  failedInGateway(exchanges: readonly Exchange[]): boolean;
}

/** A part of a run: a phase, or what is found out about what the description leaves open. */
export type Stage = Phase | 'observations';

/** Where observations come from. */
export interface Source<On extends Tested = Domain> extends Observer<On> {
  /** What the owner of what is tested allows and provides. */
  readonly provided: Provided<On>;
  readonly progress: ProgressBoard;
  /** Whether there are requests whose answers tell that the target is still there. */
  readonly hasControls: boolean;
  /** Reads the exchanges that come with observations. */
  readonly exchangeReader: ExchangeReader;
  /** From here on these rules take the exchanges of each run as evidence. */
  judgeExchangesBy(rules: readonly ExchangeJudge[]): void;
  /** From here on each run in which a rule is broken is checked again, within its locks; see {@link Recheck}. */
  recheckWhere(isBroken: (run: SeenRun) => boolean): void;
  /** What such evidence was found up to now that breaks rules, by inputs as they were tried first. */
  readonly brokenByEvidence: readonly BrokenByEvidence[];
  /** From here on so much of the budgets is kept, as far as there is: for what is done later. */
  keep(kinds: Spendable): void;
  /** Prepares what experiments want to look at; resolves to why that could not be done, null where it was. */
  prepare(preparation: Preparation<On>, experiments: readonly string[]): Promise<string | null>;
  /** Guards the looks of a trial. */
  guard<Given, Seen>(experiment: ExperimentDefinition<Given, Seen, On>, trial: TrialName): InterferenceGuard;
  /** A trial has ended just now. */
  trialEnded(trial: TrialName): void;
  /** All of it was tried; resolves once it is known whether the target is still as it was. */
  stageEnded(stage: Stage): Promise<void>;
  /** Why what came of a trial does not count, since the target was no longer as before; null where it does. */
  whyDoubtful(trial: TrialName): string | null;
}
