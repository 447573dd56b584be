/** Judges a target by rules, restores what was changed, and reports the results. */
import type { BackoffPolicy } from '@outreach-api/client';
import { plannedInputs, runRules, Stopped, systemClock, trialOf, type Progress } from '@outreach-api/engine';
import type { Rule, FurtherWork, RunOptions } from './session/suite.ts';
import type { RuleResult } from './rules/rule-result.ts';
import { HistoryWriter, type WriteLine } from './history/history-writer.ts';
import { LiveSource } from './history/live-source.ts';
import { observeTarget, type Observations } from './observations/observe-target.ts';
import { openQuestions } from './catalogue/open-questions.ts';
import { firstPassFor } from './catalogue/first-pass.ts';
import { rules } from './catalogue/rules.ts';
import { waitForTarget } from './session/check-target.ts';
import type { Network } from '@outreach-api/wire/network';
import type { RequestListener } from '@outreach-api/wire/request-listener';
import type { Run } from './run.ts';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import { Secrets } from '@outreach-api/masking/secrets';
import { Unwritten } from './output/unwritten.ts';
import { keepLedger } from './session/keep-ledger.ts';
import { Session } from './session/session.ts';
import { maskedResult, maskedRun, type RawRun } from './masked-run.ts';
import { providedBy } from './target/needs.ts';
import type { Target } from './target/target.ts';
import type { WordedResult } from './words/result-words.ts';

/**
 * A target that has accepted this many is asked some open questions before the flood: it would have hit a limit by now.
 */
const manyRequests = 1000;

/** How a target is judged. */
export interface JudgeOptions extends Omit<RunOptions, 'onResult'> {
  /** Called with each verdict as soon as it is known. */
  readonly onResult?: (result: WordedResult) => void;
  readonly rules: readonly Rule[];
  /**
   * How long to back off from a limit before it counts as one that never lifts (RATE-03); our client's documented 120
   * seconds if not set. For tests of targets that are known not to lift it.
   */
  readonly backoff?: BackoffPolicy;
  /** Once it is aborted, nothing more is sent, except to restore the target. */
  readonly stop?: AbortSignal;
  /**
   * The folder in which the ledger is kept on disk while the run changes something; null or not set: in memory only.
   */
  readonly ledger?: string | null;
  /**
   * Ends the run after this many minutes: what was decided counts, the rest is inconclusive. Not set or null: never.
   */
  readonly maxMinutes?: number | null;
  /** The maximum number of requests, except to restore the target. Not set or null: as many as it takes. */
  readonly maxRequests?: number | null;
  /** How long to wait for a target that does not answer yet, in seconds; not at all if not set. */
  readonly waitSeconds?: number;
  /** Called with what a person should know at once: that the run waits for the target. */
  readonly onNotice?: (text: string) => void;
  /** Called with the progress of the run, at each change; it must not throw. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Called before anything is sent, with what the run does to the target: kept up to date, for a report even if a fault
   * ends the run.
   */
  readonly onLedger?: (entries: readonly LedgerEntry[]) => void;
  /** Called once the target was found ready to be judged, before any rule is tried. */
  readonly onReady?: () => void;
  /** Credentials that are masked in all that is shown; those of the target and of created keys are added. */
  readonly secrets?: Secrets;
  /** How requests reach the target; over sockets if not set. */
  readonly network?: Network;
  /** Is given the ledger on disk if it cannot be written. */
  readonly unwritten?: Unwritten;
  /** Is notified of all that is sent and received. */
  readonly recorder?: RequestListener | null;
  /** Takes the history of the run, line by line, without any credential. */
  readonly history?: WriteLine | null;
}

/**
 * Judges a target by rules, restores what was changed, and reports the results.
 *
 * @throws ConfigurationError if the target is unreachable or refuses the credential, or if an earlier run did not
 *   restore it
 */
export async function judgeTarget(target: Target, options: JudgeOptions): Promise<Run> {
  const secrets = options.secrets ?? new Secrets();
  const onResult = (result: RuleResult): void => {
    options.onResult?.(maskedResult(result, secrets));
  };
  try {
    return maskedRun(await judged(target, { ...options, secrets, onResult }));
  } catch (error) {
    throw secrets.maskError(error);
  }
}

/** How a target is judged, before anything is masked. */
type RawOptions = Omit<JudgeOptions, 'onResult'> & Pick<RunOptions, 'onResult'>;

async function judged(target: Target, asked: RawOptions): Promise<RawRun> {
  const options = { ...asked, firstPass: firstPassOf(target, asked) };
  const began = systemClock.now();
  const startedAt = systemClock.date();
  const stop = options.stop ?? new AbortController().signal;
  const secrets = options.secrets ?? new Secrets();
  const session = Session.open(target, stop, secrets, options.network);
  session.state.backoff = options.backoff ?? null;
  session.state.progress.listener = options.onProgress ?? null;
  session.state.notice = options.onNotice ?? null;
  options.onLedger?.(session.state.ledger.entries);
  if (options.maxRequests != null) session.state.keepTo(options.maxRequests);
  if (options.recorder != null) session.record(options.recorder);
  const history = options.history == null ? null : new HistoryWriter(options.history, secrets);
  session.state.history.listener = history;
  try {
    if (options.ledger != null)
      await keepLedger(session, options.ledger, options.unwritten ?? new Unwritten());
    const isDone = await isReady(session, options);
    history?.begin(target, options.rules, startedAt, options);
    const { results, observations } = isDone
      ? await runAndRestore(session, options)
      : { results: [], observations: [] };
    const run = {
      target,
      startedAt,
      seed: options.seed,
      results,
      observations,
      ledger: session.state.ledger.entries,
      requests: session.state.requests.sent,
      waits: session.state.transport.waits,
      seconds: (systemClock.now() - began) / 1000,
      stopped: stop.aborted && session.state.cutShort === null,
      cutShort: session.state.cutShort,
      secrets,
    };
    history?.end(run);
    return run;
  } finally {
    await session.close();
  }
}

/** What the run tries before all else; null if it tries everything in turn. */
function firstPassOf(target: Target, { rules: selected, maxRequests = null, ...options }: RawOptions) {
  if (options.path !== null) return null;
  return firstPassFor(maxRequests, new Set(plannedInputs(providedBy(target), selected, options).keys()));
}

/** Whether the target can be judged; false if the run was stopped before that was known. */
async function isReady(session: Session, options: RawOptions): Promise<boolean> {
  try {
    await waitForTarget(session, options.waitSeconds ?? 0);
    const { allow, fixtures } = session.target;
    if (allow.updates && mayUpdate(options))
      await session.state.profiles.find(fixtures.senderProfiles, session.state.clock);
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  }
}

/** Whether something that was selected updates sender profiles. */
function mayUpdate({ rules: selected, observe }: RawOptions): boolean {
  return (
    observe === true || selected.some(({ trials }) => trials.some(({ needs }) => needs.includes('updates')))
  );
}

async function runAndRestore(
  session: Session,
  options: RawOptions,
): Promise<Pick<RawRun, 'results' | 'observations'>> {
  options.onReady?.();
  const stopClock = startClock(session, options.maxMinutes ?? null);
  try {
    const asked: Observations[] = [];
    const ask = async (): Promise<void> => {
      if (options.observe !== true || session.state.stop.aborted || asked.length > 0) return;
      session.state.progress.begin('observations');
      asked.push(await observeTarget(session, openQuestions));
    };
    const further: FurtherWork = {
      experiments: openQuestions.map(({ experiment }) => trialOf(experiment)),
      // After late looks and a flood, a target may answer little for a while.
      before: 'late',
      meanwhile: async () => {
        if (session.state.requests.sent >= manyRequests) await ask();
        return asked.length > 0;
      },
      afterwards: ask,
    };
    const experiments = rules.flatMap(({ trials }) => trials);
    const results = await runRules(
      new LiveSource(session),
      options.rules,
      { experiments, ...options },
      further,
    );
    const observations = (await Promise.all(asked.map(async (find) => find()))).flat();
    return { results, observations };
  } finally {
    stopClock();
    session.state.progress.begin('restoring');
    await session.restore();
  }
}

function startClock(session: Session, minutes: number | null): () => void {
  if (minutes === null) return () => undefined;
  return systemClock.after(minutes * 60_000, () => {
    session.state.cut('time', `the time was up (--max-minutes ${minutes})`);
  });
}
