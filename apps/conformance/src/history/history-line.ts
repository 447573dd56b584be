/** The lines of a history on file: JSON Lines, the first of which is the header and the last of which the end. */
import type { Blocker, FirstPass, TrialName, UnmetPremise } from '@outreach-api/engine';
import type { Stage } from '../session/suite.ts';
import type { StatementId } from '@outreach-api/model/generated/statements';
import type { Observation } from '@outreach-api/model/records/observation';
import type { Exchange, RecordedAnswer } from '@outreach-api/model/records/exchange';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { CutShort } from '../session/session-state.ts';
import type { Target } from '../target/target.ts';
import type { Caller, ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { GuardAnswer, Outcome } from '../session/history-listener.ts';

/** The version of the format. */
export const historyFormat = 1;

/** A target as recorded in a history: of its credentials, only whether there were any. */
export interface TargetOnFile extends Pick<
  Target,
  'baseUrl' | 'fixtures' | 'curlOptions' | 'allow' | 'receiver' | 'filter' | 'requests'
> {
  readonly otherAccountToken: boolean;
  readonly expiredToken: boolean;
  readonly provision: boolean;
}

/** The first line: what was run, and on which target. */
export interface HeaderLine {
  readonly kind: 'history';
  readonly format: typeof historyFormat;
  /** The version of the suite. */
  readonly suite: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seed: number;
  readonly runs: number | null;
  readonly path: string | null;
  readonly observe: boolean;
  /** What was tried before all else; not set if everything was tried in turn. */
  readonly firstPass?: FirstPass;
  readonly rules: readonly string[];
  readonly target: TargetOnFile;
}

/** One request and its outcome. */
export interface ExchangeLine {
  readonly kind: 'exchange';
  /** Its number in the history. */
  readonly n: number;
  /** The run that it belongs to; null if it belongs to none. */
  readonly run: number | null;
  /** When it was sent, ISO 8601 in UTC. */
  readonly at: string;
  readonly ms: number;
  readonly role: Exchange['role'];
  readonly caller: Caller;
  readonly request: Exchange['request'];
  /** The credential as a shell would write it. */
  readonly authorization: string | null;
  /** With `sameAs`, the body is that of another exchange, by its number. */
  readonly answer:
    | (Omit<RecordedAnswer, 'text'> & ({ readonly text: string } | { readonly sameAs: number }))
    | null;
  readonly failure: string | null;
  /** See {@link Exchange.isCut}. */
  readonly isCut?: boolean;
  readonly shows?: ExchangeSeen['shows'];
  readonly writes?: ExchangeSeen['writes'];
  /** See {@link ExchangeSeen.key}, by `toPlainJson`. */
  readonly key?: unknown;
}

/** A run of an experiment. */
export interface RunLine {
  readonly kind: 'run';
  readonly run: number;
  readonly experiment: string;
  /** By `toPlainJson`, as is `seen`. */
  readonly given: unknown;
  readonly freshFor: string | null;
  readonly outcome: 'seen' | Exclude<Outcome, { readonly kind: 'seen' }>['kind'];
  readonly seen?: unknown;
  readonly leftOut?: readonly string[];
  readonly reason?: string;
  /** See {@link UnmetPremise.blockedBy}. */
  readonly blockedBy?: Blocker;
  /** The numbers of its exchanges, in order. */
  readonly exchanges: readonly number[];
}

/** A line of a history. */
export type HistoryLine =
  | HeaderLine
  | ExchangeLine
  | RunLine
  | ({ readonly kind: 'guard' } & TrialOnFile & GuardAnswer)
  | ({ readonly kind: 'unprepared'; readonly experiments: readonly string[] } & WhyOnFile)
  | ({ readonly kind: 'doubt' } & WhyOnFile & TrialOnFile)
  | { readonly kind: 'stage'; readonly ended: Stage }
  | EndLine;

/** A premise that was not met, as it is written. */
export interface WhyOnFile extends Pick<UnmetPremise, 'blockedBy'> {
  readonly why: string;
}

/** A trial, possibly of a rule that this version does not know. */
export interface TrialOnFile extends Omit<TrialName, 'rule'> {
  readonly rule: StatementId | (string & {});
}

/** The last line: the results of the run besides its verdicts. */
export interface EndLine {
  readonly kind: 'end';
  readonly observations: readonly Observation[];
  readonly ledger: readonly LedgerEntry[];
  readonly requests: number;
  readonly waits: number;
  readonly seconds: number;
  readonly stopped: boolean;
  readonly cutShort: CutShort | null;
}
