/** Judges a client by a driver: in scenarios, on a service of our own. */
import { ProgressBoard, runRules, systemClock, type Progress } from '@outreach-api/engine';
import type { RuleResult } from './rules/rule-result.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { clientHistoryFormat, type ClientHistoryLine } from './clients/history/client-history-line.ts';
import type { ClientRule } from './clients/rules/client-rule.ts';
import { clientRules } from './clients/rules/client-rules.ts';
import type { Declaration } from './clients/driver/declaration.ts';
import type { Driver } from './clients/driver/driver.ts';
import { declarationOf } from './clients/driver/declare.ts';
import { calibrate, type Calibration } from './clients/run/calibration.ts';
import type { ScenarioRunner } from './clients/run/client-domain.ts';
import { ClientSource } from './clients/run/client-source.ts';
import { longestCallMs } from './clients/run/longest-call.ts';
import { observeClient } from './clients/run/observe-client.ts';
import { retriesOf } from './clients/run/retries-of.ts';
import { LiveClientSession } from './clients/run/live-client-session.ts';
import { serviceAddress } from './clients/run/reported-exchange.ts';
import { loopback } from './clients/service/loopback.ts';
import type { ServicePlace } from './clients/service/service-place.ts';
import type { WriteLine } from './history/history-writer.ts';
import { suiteVersion } from './installation/suite-version.ts';
import { harmlessJson } from '@outreach-api/masking/harmless-text';
import { Secrets } from '@outreach-api/masking/secrets';
import type { Run } from './run.ts';
import { completeTarget } from './target/target.ts';
import { maskedResult, maskedRun } from './masked-run.ts';
import type { WordedResult } from './words/result-words.ts';

const usualConcurrency = 6;
const usualMostMs = 40_000;

/** How a client is judged. */
export interface JudgeClientOptions {
  readonly seed: number;
  /** Called with each verdict as soon as it is known. */
  readonly onResult?: (result: WordedResult) => void;
  /** All if not set. */
  readonly rules?: readonly ClientRule[];
  /** Replays one counterexample; all is tried if null or not set. */
  readonly path?: string | null;
  /** The policy that the owner declares in place of the driver; not set if the driver declares it. */
  readonly backoff?: DeclaredBackoff | undefined;
  /** The command of the driver, as reports name it. */
  readonly command: string;
  /** Where its services listen; on loopback if not set. */
  readonly place?: ServicePlace;
  /** Says how late requests may come on this machine; if not set, one is started, and ended with the run. */
  readonly calibration?: Calibration;
  /** How many drivers work at the same time; 6 if not set. */
  readonly concurrency?: number;
  /** How long a call may take at most, in milliseconds (40,000); a longer wait is not observed to its end. */
  readonly mostMs?: number;
  /** Credentials that are masked in all that is shown. */
  readonly secrets?: Secrets;
  /** Called with what the driver declares, before any other call, and how long a call may take. */
  readonly onReady?: (text: string) => void;
  /** Called with the progress of the run, at each change; it must not throw. */
  readonly onProgress?: (progress: Progress) => void;
  /** Takes the history of the run, line by line, without any credential. */
  readonly history?: WriteLine | null;
}

/**
 * Judges a client by a driver.
 *
 * @throws ConfigurationError if the driver cannot be run, or does not say what it can do
 */
export async function judgeClient(driver: Driver, options: JudgeClientOptions): Promise<Run> {
  const calibration = options.calibration ?? (await calibrate());
  try {
    return await judged(driver, calibration, { ...options, secrets: options.secrets ?? new Secrets() });
  } finally {
    if (options.calibration === undefined) calibration.close();
  }
}

type WithSecrets = JudgeClientOptions & { readonly secrets: Secrets };

async function judged(driver: Driver, calibration: Calibration, options: WithSecrets): Promise<Run> {
  const { place = loopback, concurrency = usualConcurrency, seed, mostMs = usualMostMs, secrets } = options;
  const began = systemClock.now();
  const startedAt = systemClock.date();
  const nowhere = { baseUrl: serviceAddress, token: 'none', longestMs: mostMs };
  const declared = await declarationOf(driver, nowhere);
  const declaration = { ...declared, backoff: options.backoff ?? declared.backoff };
  const longestMs = longestCallMs(declaration.backoff, mostMs);
  options.onReady?.(
    `each call of the driver may take ${Math.ceil(longestMs / 1000)} s, one that must wait long ${Math.ceil(mostMs / 1000)} s`,
  );
  // Texts from services and drivers contain no credentials at this point; the placeholder of a new key must stay.
  const line = (written: ClientHistoryLine): void => options.history?.(`${harmlessJson(written)}\n`);
  const { rules = clientRules, path = null, command: client } = options;
  line({
    kind: 'client history',
    format: clientHistoryFormat,
    suite: suiteVersion,
    startedAt: startedAt.toISOString(),
    seed,
    path,
    rules: rules.map(({ id }) => id),
    client: secrets.maskExactly(client),
    declaration,
  });
  const progress = new ProgressBoard();
  progress.listener = options.onProgress ?? null;
  const parts = { driver, declaration, place, calibration, concurrency, longestMs, mostMs, seed, progress };
  const session = new LiveClientSession({
    ...parts,
    onRun: (tried) => {
      line({ kind: 'scenario', ...tried });
    },
  });
  const run = await judgedBy(session, declaration, progress, { ...options, rules, path, client, startedAt });
  const seconds = (systemClock.now() - began) / 1000;
  line({ kind: 'end', requests: run.requests, seconds });
  return { ...run, seconds };
}

/** What is judged about a client, and when it was seen. */
export interface ClientJudging extends Pick<JudgeClientOptions, 'seed' | 'onResult'> {
  readonly rules: readonly ClientRule[];
  readonly path: string | null;
  /** The command of the driver. */
  readonly client: string;
  readonly startedAt: Date;
  readonly secrets: Secrets;
}

/** Judges a client by scenarios, whoever runs them. The duration is left to the caller. */
export async function judgedBy(
  runner: ScenarioRunner,
  { calls, backoff }: Declaration,
  progress: ProgressBoard,
  { rules, seed, path, client, startedAt, secrets, onResult: report }: ClientJudging,
): Promise<Run> {
  const source = new ClientSource(runner, calls, progress);
  const ofDriver = rules.map((rule) => rule.ofDriver);
  const onResult = (result: RuleResult): void => report?.(maskedResult(result, secrets));
  const results = await runRules(source, ofDriver, { seed, runs: null, path, onResult });
  return maskedRun({
    target: completeTarget({ baseUrl: serviceAddress, token: '' }),
    client,
    startedAt,
    seed,
    ledger: [],
    waits: 0,
    seconds: 0,
    stopped: false,
    cutShort: null,
    secrets,
    results,
    requests: progress.now.requests,
    observations: observeClient(runner.made),
    retries: { declared: backoff, sequences: runner.made.flatMap(retriesOf) },
  });
}
