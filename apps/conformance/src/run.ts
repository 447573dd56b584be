/** A run of the suite and its results. */
import type { ClientRetries } from '@outreach-api/model/backoff/client-retries';
import type { Observation } from '@outreach-api/model/records/observation';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { CutShort } from './session/session-state.ts';
import type { Target } from './target/target.ts';
import type { RecordingFacts } from '@outreach-api/report/json-report';
import type { WordedResult } from './words/result-words.ts';

/**
 * A whole run, as reports are made of it. Its texts are masked and neutralized, except for the exchanges of breaches,
 * which are as they went over the wire.
 */
export interface Run {
  readonly target: Target;
  /** The client that was judged, by the command of its driver; not set for a server. */
  readonly client?: string;
  /** The retries of that client. */
  readonly retries?: ClientRetries;
  readonly startedAt: Date;
  readonly seed: number;
  readonly results: readonly WordedResult[];
  /** How the target handles what the description leaves open; empty if that was not requested. */
  readonly observations: readonly Observation[];
  readonly ledger: readonly LedgerEntry[];
  /** Requests sent, including those of waits and repetitions. */
  readonly requests: number;
  /** How often a 429 response made the suite wait. */
  readonly waits: number;
  readonly seconds: number;
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
  /** Why it ended early although nobody stopped it: its time was up, or the target no longer answers. */
  readonly cutShort: CutShort | null;
  readonly secrets: Secrets;
  /** What was judged if nothing was sent: a recording of other clients' requests. Not set for a run of the suite. */
  readonly recording?: RecordingFacts;
}
