/** The report of a run as JSON. */
import { systemClock, type Blocker, type Verdict } from '@outreach-api/engine';
import type { ClientRetries } from '../clients/backoff/client-retries.ts';
import type { CutShort } from '../session/session-state.ts';
import { isAccepted, judgeDeviations } from '../deviations/judge-deviations.ts';
import type { JudgedDeviation, KnownDeviation } from '../deviations/known-deviation.ts';
import { unlistedOf } from '../deviations/unlisted.ts';
import type { WordedResult } from '../words/result-words.ts';
import type { RecordingFacts, Run } from '../run.ts';
import type { Observation } from '../observations/observation.ts';
import { suiteVersion } from '../installation/suite-version.ts';
import { breachReport, type BreachReport } from './breach-report.ts';
import { countsOf, type Counts } from './counts.ts';
import { leftToRestore, type LeftToRestore } from './left-to-restore.ts';
import { notDone } from './not-done.ts';

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
  readonly cutShortBy?: CutShort['why'];
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
  readonly ledger: readonly { readonly action: string; readonly what: string; readonly undone: boolean }[];
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

/** What a report contains besides the results of the run. */
export interface ReportContext {
  /** Known breaches; none if not set. */
  readonly knownDeviations?: readonly KnownDeviation[];
  /** Whether no rule may be inconclusive (`--fail-on inconclusive`). */
  readonly failOn?: 'inconclusive' | undefined;
  /** The command that restores what the run has left on the target; not mentioned if not set. */
  readonly restoreCommand?: string;
  /** The report of an earlier run, to say which rules passed then. */
  readonly previous?: JsonReport | undefined;
  /** Which deployment of the target is judged. */
  readonly deployment?: string | undefined;
  /** The time by which known deviations expire; now if not set. */
  readonly now?: Date;
}

/**
 * Makes the report of a run.
 *
 * @param invocation - the command that names the same target, for replay commands
 */
export function jsonReport(run: Run, invocation: string, context: ReportContext = {}): JsonReport {
  const rules = run.results.map((result) => reportedRule(result, run, invocation));
  const now = context.now ?? systemClock.date();
  const deviations = judgeDeviations(context.knownDeviations ?? [], rules, now);
  const cutShort = run.cutShort === null ? null : run.secrets.mask(run.cutShort.text);
  const counts = countsOf(run.results);
  const found = reportVerdict(rules, deviations);
  const notDoneFor = found === 'fail' ? null : notDone({ counts, rules, stopped: run.stopped, cutShort });
  const why = run.cutShort?.why;
  const error = why === 'outage' || why === 'machine' ? cutShort : notDoneFor;
  return {
    verdict: error === null ? found : 'fail',
    error,
    restore:
      context.restoreCommand === undefined
        ? null
        : leftToRestore(run.secrets.maskAll(run.ledger), context.restoreCommand),
    ...(context.previous === undefined ? {} : { previous: previousRun(context.previous) }),
    target: { baseUrl: run.target.baseUrl, ...(run.client === undefined ? {} : { client: run.client }) },
    ...(context.deployment === undefined ? {} : { deployment: run.secrets.mask(context.deployment) }),
    startedAt: run.startedAt.toISOString(),
    version: suiteVersion,
    stopped: run.stopped,
    cutShort,
    ...(why === undefined ? {} : { cutShortBy: why }),
    seed: run.seed,
    requests: run.requests,
    waits: run.waits,
    seconds: Math.round(run.seconds * 100) / 100,
    ...(run.recording === undefined ? {} : { recording: run.secrets.maskAll(run.recording) }),
    counts,
    rules,
    deviations,
    unlisted: unlistedOf({
      rules,
      deviations,
      // A rule that was undecided when a run ended early might have been decided.
      undecidedToo: context.failOn === 'inconclusive' && error === null && cutShort === null && !run.stopped,
      now,
    }),
    observations: run.observations,
    ...(run.retries === undefined ? {} : { retries: run.retries }),
    ledger: run.ledger.map(({ action, what, undone }) => ({ action, what: run.secrets.mask(what), undone })),
  };
}

function previousRun({ startedAt, rules }: JsonReport): PreviousRun {
  return { startedAt, verdicts: Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict])) };
}

/** Whether a run is red: by a breach that is not accepted, or by an entry of the known deviations. */
export function reportVerdict(
  rules: readonly Pick<ReportedRule, 'id' | 'verdict'>[],
  deviations: readonly JudgedDeviation[],
): JsonReport['verdict'] {
  const isBroken = rules.some(({ id, verdict }) => verdict === 'fail' && !isAccepted(id, deviations));
  return isBroken || deviations.some(({ red }) => red) ? 'fail' : 'pass';
}

function reportedRule(result: WordedResult, run: Run, invocation: string): ReportedRule {
  const { rule, verdict, reason, runs, caught, unseen, wants, blockedBy } = result;
  return {
    id: rule.id,
    level: rule.level,
    section: rule.section,
    says: rule.says,
    quote: rule.quote,
    verdict,
    reason: reason === null ? null : run.secrets.mask(reason),
    reasons: result.reasons.map((one) => run.secrets.mask(one)),
    wants: verdict === 'inconclusive' || verdict === 'skipped' ? wants : [],
    ...(blockedBy.length === 0 ? {} : { blockedBy }),
    fault: result.fault !== undefined,
    runs,
    caught,
    unseen,
    breach: breachReport(result, run, invocation),
    seconds: Math.round(result.seconds * 1000) / 1000,
  };
}
