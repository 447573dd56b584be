/** The report of a run as data: all other forms are made of it. */
import type { Blocker, Difference, Verdict } from '@outreach-api/engine';
import type { ClientRetries } from '@outreach-api/model/backoff/client-retries';
import type { Exchange } from '@outreach-api/model/records/exchange';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { Observation } from '@outreach-api/model/records/observation';
import type { Counts } from './counts.ts';
import type { JudgedDeviation, KnownDeviation } from './deviations/known-deviation.ts';

/** What ended a run early. */
export type CutShortBy = 'time' | 'requests' | 'outage' | 'machine';

/** What was judged. */
export interface ReportedTarget {
  readonly baseUrl: string;
  /** The command of its driver, for a client; its base address is then not a server's. */
  readonly client?: string;
}

/** The report of a run as data. It contains no credential. */
export interface JsonReport {
  /**
   * `fail` if a breach is not accepted as a known deviation, an entry of those is red, or the run could not be done.
   */
  readonly verdict: 'pass' | 'fail';
  /** Why the run could not be done, or the target stopped answering as before; null or left out if neither happened. */
  readonly error?: string | null;
  /** What should have been restored and was not; null or left out if there is nothing. */
  readonly restore?: LeftToRestore | null;
  /** The verdicts of the run that this one is compared with; left out if there is none. */
  readonly previous?: PreviousRun;
  readonly target: ReportedTarget;
  /** The deployment of the target that was judged, as the user named it; left out if not named. */
  readonly deployment?: string;
  /** When the run began, as ISO 8601 in UTC. */
  readonly startedAt: string;
  /** The version of the suite. */
  readonly version: string;
  /** Whether the run was stopped before its end. */
  readonly stopped: boolean;
  /** Why the run ended early although nobody stopped it; null or left out if it did not. */
  readonly cutShort?: string | null;
  /** What ended it early; left out if nothing did, and by versions that did not report it. */
  readonly cutShortBy?: CutShortBy;
  readonly seed: number;
  readonly requests: number;
  /** How often a 429 response made the suite wait. */
  readonly waits: number;
  readonly seconds: number;
  /** What was judged if nothing was sent; left out for a run of the suite. */
  readonly recording?: RecordingFacts;
  readonly counts: Counts;
  readonly rules: readonly ReportedRule[];
  /** Known breaches, each with its state; empty if none are listed. */
  readonly deviations: readonly JudgedDeviation[];
  /**
   * The entries that would have to be added to those: for each breach that is not listed and, under `--fail-on
   * inconclusive`, for each rule that is undecided. Left out by versions that did not report them.
   */
  readonly unlisted?: readonly KnownDeviation[];
  /** How the target handles what the description leaves open. */
  readonly observations: readonly Observation[];
  /** The retries of a client that was judged; times in milliseconds. Left out for a server. */
  readonly retries?: ClientRetries;
  readonly ledger: readonly Readonly<LedgerEntry>[];
}

/** The verdicts of an earlier run (`--compare-with`). */
export interface PreviousRun {
  /** When it began, as ISO 8601 in UTC; empty if its report does not say. */
  readonly startedAt: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** One rule in the report. */
export interface ReportedRule {
  readonly id: string;
  readonly level: string;
  readonly section: string;
  readonly says: string;
  /** The words of the description that it rests on; reports of older versions have none. */
  readonly quote?: string;
  /** The address of the page that explains the statement; left out if the site's address is not known. */
  readonly docs?: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** Each reason by itself, except the unseen breaches; reports of older versions have none. */
  readonly reasons?: readonly string[];
  /** For an undecided rule: what the target's owner did not allow or provide for it, in a few words each. */
  readonly wants?: readonly string[];
  /** What else than the target kept it from being decided: this machine, or the provision module. */
  readonly blockedBy?: readonly Blocker[];
  /** Whether a fault of the suite itself kept it from being judged. */
  readonly fault: boolean;
  readonly runs: number;
  readonly caught: readonly string[];
  readonly unseen: readonly string[];
  readonly breach: BreachReport | null;
  /** Its share of the time that the rules took: they are tried in parallel. */
  readonly seconds?: number;
}

/** One exchange as a report shows it, without credentials. */
export interface ReportedExchange {
  readonly role: Exchange['role'];
  /** How often it came with the same answer; once if not set. */
  readonly times?: number;
  /** When each of them arrived, in whole milliseconds since the first request of its call; of a client's requests only. */
  readonly arrivedAfterMs?: readonly number[];
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    /** Without the base address, as a person would write it: `GET /integrations/api/webhooks?limit=10 (no offset)`. */
    readonly inWords?: string;
    /** Whose credential it was sent with, in words. */
    readonly caller?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** In a long one, the lists are shortened, or the end is cut. */
    readonly body: string;
  } | null;
  readonly failure: string | null;
}

/** A breach as a report shows it. */
export interface BreachReport {
  /** The kind of breach. Reports of older versions have none. */
  readonly code?: string;
  /** What `expected` and `actual` are made of; which values there are depends on the code. */
  readonly values?: unknown;
  readonly expected: string;
  readonly actual: string;
  /** The places where two values differ, if values were compared. */
  readonly difference?: readonly Difference[];
  /** The smallest input that shows it. */
  readonly given: unknown;
  /** How often it was seen, e.g. `4 of 4`. */
  readonly seen: string;
  /** What shows the breach, with the control before it and the one after it. */
  readonly exchanges: readonly ReportedExchange[];
  /** Commands that run as they are, with credentials from the environment; empty for the requests of a client. */
  readonly curl: string;
  /** The command that replays just this. */
  readonly replay: string;
  /** What identifies it among the breaches of its rule, run after run; reports of older versions have none. */
  readonly identity?: string;
}

/** What a run still has to restore on its target, and by which command. */
export interface LeftToRestore {
  /** Each change in words, with field and value if they are known. It contains no credential. */
  readonly changes: readonly string[];
  /** It can be run as it is, on the machine of the run. */
  readonly command: string;
}

/** A recording that was judged. */
export interface RecordingFacts {
  /** Where it comes from, in words. */
  readonly from: string;
  /** Requests to one of the seven operations that were judged. */
  readonly judged: number;
  /** What was not judged, or not for all statements, and how often; the most frequent first. */
  readonly leftOut: readonly LeftOut[];
}

/** What was left out of a recording. */
export interface LeftOut {
  /** In words. */
  readonly why: string;
  readonly times: number;
}
