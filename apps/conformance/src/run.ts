/** A run of the suite, and what came out of it. */
import type { ClientRetries } from './clients/backoff/client-retries.ts';
import type { RuleResult } from './engine/verdict.ts';
import type { Observation } from './observations/observation.ts';
import type { LedgerEntry } from './ledger/ledger.ts';
import type { Secrets } from './output/secrets.ts';
import type { CutShort } from './session/session-state.ts';
import type { Target } from './target/target.ts';

/**
 * A whole run, as reports are made of it. Its texts hold no credential and nothing that acts, but for the exchanges of
 * breaches, which are as they went over the wire.
 */
export interface Run {
  readonly target: Target;
  /** The client that was judged, by the command of its driver; not set where it was a server. */
  readonly client?: string;
  /** The retries of that client. */
  readonly retries?: ClientRetries;
  readonly startedAt: Date;
  readonly seed: number;
  readonly results: readonly RuleResult[];
  /** How the target has what the description leaves open; empty where that was not asked for. */
  readonly observations: readonly Observation[];
  readonly ledger: readonly LedgerEntry[];
  /** Requests sent, those of waits and repetitions included. */
  readonly requests: number;
  /** How often an answer of 429 made the suite wait. */
  readonly waits: number;
  readonly seconds: number;
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
  /** Why it was ended before its end, where nobody stopped it: its time was up, or the target no longer answers. */
  readonly cutShort: CutShort | null;
  readonly secrets: Secrets;
}
