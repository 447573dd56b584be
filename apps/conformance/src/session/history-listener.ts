/** The interface of whatever keeps the whole history of a run as it happens. */
import type { Blocker, Doubt, TrialName, UnmetPremise } from '@outreach-api/engine';
import type { Stage } from './suite.ts';
import type { Answer, Exchange } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { ObservedInput } from './history.ts';

/** How a run of an experiment ended. */
export type Outcome =
  | { readonly kind: 'seen'; readonly seen: unknown; readonly leftOut: readonly string[] }
  /** `disturbed`: the run was repeated. `stopped`: the session was stopped. `fault`: a fault of the suite. */
  | {
      readonly kind: 'unmet' | 'disturbed' | 'stopped' | 'fault';
      readonly reason: string;
      readonly blockedBy?: Blocker;
    };

/** What an interference guard was asked, how often it looked, and what it answered. */
export interface GuardAnswer {
  readonly ask: 'during' | 'byTurns' | 'isBusy' | 'isVisited' | 'metOthers';
  /** How often it looked at the target. */
  readonly looks: number;
  /** `counts`: whether what was seen in turns counts. Early histories say `shut out` for `locked out`. */
  readonly said:
    | { readonly doubt: Doubt | 'shut out' | null }
    | { readonly counts: boolean }
    | { readonly is: boolean };
}

/** Is notified of everything that is added to a history. */
export interface HistoryListener {
  /** @param run - the number of the run that it belongs to; null if it belongs to none */
  exchanged(run: number | null, exchange: Exchange, seen: ExchangeSeen, answer: Answer | null): void;
  ran(ended: ObservedInput, outcome: Outcome): void;
  guarded(trial: TrialName, answer: GuardAnswer): void;
  /** What experiments want to look at could not be made. */
  unprepared(experiments: readonly string[], why: UnmetPremise): void;
  /** The result of a trial does not count. */
  doubted(trial: TrialName, why: UnmetPremise): void;
  stageEnded(stage: Stage): void;
}
