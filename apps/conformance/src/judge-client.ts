/** Judges a client by a driver: in scenarios, on a service of our own. */
import type { DeclaredBackoff } from './clients/backoff/declared-backoff.ts';
import type { ClientRule } from './clients/rules/client-rule.ts';
import type { Driver } from './clients/driver/driver.ts';
import { declarationOf } from './clients/driver/declare.ts';
import type { Calibration } from './clients/run/calibration.ts';
import { ClientSource } from './clients/run/client-source.ts';
import { longestCallMs } from './clients/run/longest-call.ts';
import { observeClient } from './clients/run/observe-client.ts';
import { retriesOf } from './clients/run/retries-of.ts';
import { LiveClientSession } from './clients/run/live-client-session.ts';
import { serviceAddress } from './clients/run/reported-exchange.ts';
import type { ServicePlace } from './clients/service/service-place.ts';
import { systemClock } from './engine/clock.ts';
import { ProgressBoard, type Progress } from './engine/progress.ts';
import { runRules, type RunOptions } from './engine/run-rules.ts';
import type { RuleResult } from './engine/verdict.ts';
import { Secrets } from './output/secrets.ts';
import type { Run } from './run.ts';
import { completeTarget } from './target/target.ts';
import { toldResult, toldRun } from './told-run.ts';

/** How a client is judged. */
export interface JudgeClientOptions extends Pick<RunOptions, 'seed' | 'path' | 'onResult'> {
  readonly rules: readonly ClientRule[];
  /** The policy that the owner declares in place of the driver; not set where the driver is to say it. */
  readonly backoff?: DeclaredBackoff | undefined;
  /** The command of the driver, as reports name it. */
  readonly command: string;
  /** Where its services are met. */
  readonly place: ServicePlace;
  /** Tells how late requests may come on this machine. */
  readonly calibration: Calibration;
  /** So many drivers are at work at the same time. */
  readonly concurrency: number;
  /** How long a call may take at most, in milliseconds; what waits for longer is not seen to its end. */
  readonly mostMs: number;
  /** Credentials that are masked in all that is shown. */
  readonly secrets?: Secrets;
  /** Told what the driver declares, before it is asked for anything else, and how long a call may take. */
  readonly onReady?: (text: string) => void;
  /** Told how far the run is, at each change; it must not throw. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Judges a client by a driver.
 *
 * @throws ConfigurationError where the driver cannot be run, or does not say what it can do
 */
export async function judgeClient(driver: Driver, options: JudgeClientOptions): Promise<Run> {
  const began = systemClock.now();
  const startedAt = systemClock.date();
  const secrets = options.secrets ?? new Secrets();
  const found = await judged(driver, options, secrets);
  return toldRun({
    target: completeTarget({ baseUrl: serviceAddress, token: '' }),
    client: options.command,
    startedAt,
    seed: options.seed,
    ledger: [],
    waits: 0,
    seconds: (systemClock.now() - began) / 1000,
    stopped: false,
    cutShort: null,
    secrets,
    ...found,
  });
}

async function judged(
  driver: Driver,
  options: JudgeClientOptions,
  secrets: Secrets,
): Promise<Pick<Run, 'results' | 'requests' | 'observations' | 'retries'>> {
  const { rules, place, calibration, concurrency, seed, path } = options;
  const { mostMs } = options;
  const nowhere = { baseUrl: serviceAddress, token: 'none', longestMs: mostMs };
  const declared = await declarationOf(driver, nowhere);
  const declaration = { ...declared, backoff: options.backoff ?? declared.backoff };
  const longestMs = longestCallMs(declaration.backoff, mostMs);
  options.onReady?.(
    `each call of the driver may take ${Math.ceil(longestMs / 1000)} s, one that is to wait long ${Math.ceil(mostMs / 1000)} s`,
  );
  const progress = new ProgressBoard();
  progress.listener = options.onProgress ?? null;
  const parts = { driver, declaration, place, calibration, concurrency, longestMs, mostMs, seed, progress };
  const session = new LiveClientSession(parts);
  const source = new ClientSource(session, declaration.calls, progress);
  const ofDriver = rules.map((rule) => rule.ofDriver);
  const onResult = (result: RuleResult): void => options.onResult?.(toldResult(result, secrets));
  const results = await runRules(source, ofDriver, { seed, runs: null, path, onResult });
  const { made } = session;
  return {
    results,
    requests: progress.now.requests,
    observations: observeClient(made),
    retries: { declared: declaration.backoff, sequences: made.flatMap(retriesOf) },
  };
}
