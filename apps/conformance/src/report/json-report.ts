/** The report of a run as JSON. */
import { systemClock } from '@outreach-api/engine';
import { isAccepted, judgeDeviations } from '@outreach-api/report/deviations/judge-deviations';
import type { JudgedDeviation, KnownDeviation } from '@outreach-api/report/deviations/known-deviation';
import { unlistedOf } from '@outreach-api/report/deviations/unlisted';
import type { WordedResult } from '../words/result-words.ts';
import type { Run } from '../run.ts';
import { suiteVersion } from '../installation/suite-version.ts';
import type { JsonReport, PreviousRun, ReportedRule } from '@outreach-api/report/json-report';
import { ruleIds } from '../catalogue/rules.ts';
import { breachReport } from './breach-report.ts';
import { countsOf } from '@outreach-api/report/counts';
import { leftToRestore } from '@outreach-api/report/left-to-restore';
import { notDone } from '@outreach-api/report/not-done';
import { statementPage } from '@outreach-api/report/statement-page';

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
  /** The address of the site that explains the statements. */
  readonly docsUrl?: string | undefined;
  /** The time by which known deviations expire; now if not set. */
  readonly now?: Date;
}

/**
 * Makes the report of a run.
 *
 * @param invocation - the command that names the same target, for replay commands
 */
export function jsonReport(run: Run, invocation: string, context: ReportContext = {}): JsonReport {
  const rules = run.results.map((result) => reportedRule(result, run, invocation, context.docsUrl));
  const now = context.now ?? systemClock.date();
  const deviations = judgeDeviations(context.knownDeviations ?? [], rules, ruleIds, now);
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

function reportedRule(
  result: WordedResult,
  run: Run,
  invocation: string,
  docsUrl: string | undefined,
): ReportedRule {
  const { rule, verdict, reason, runs, caught, unseen, wants, blockedBy } = result;
  return {
    id: rule.id,
    level: rule.level,
    section: rule.section,
    says: rule.says,
    quote: rule.quote,
    ...statementPage(docsUrl, rule.id),
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
