/** Judges a target by rules, restores what was changed, and tells what came out. */
import type { Rule } from './engine/rule.ts';
import { runRules, type RunOptions } from './engine/run-rules.ts';
import type { RuleResult } from './engine/verdict.ts';
import { observeTarget } from './observations/observe-target.ts';
import type { Observation } from './observations/observation.ts';
import type { LedgerEntry } from './session/ledger.ts';
import { checkTarget } from './session/check-target.ts';
import { Secrets } from './session/secrets.ts';
import { Session } from './session/session.ts';
import type { Target } from './target/target.ts';

/** How a target is judged. */
export interface JudgeOptions extends RunOptions {
  readonly rules: readonly Rule[];
  /** Whether to find out, after the rules, how the target has what the description leaves open; false where not set. */
  readonly observe?: boolean;
  /** Nothing more is sent once it is aborted, but for what restores the target. */
  readonly stop?: AbortSignal;
  /** Credentials that are masked in all that is shown; those of the target and of created keys are added. */
  readonly secrets?: Secrets;
}

/** A whole run, as reports are made of it. */
export interface Run {
  readonly target: Target;
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
  readonly secrets: Secrets;
}

/**
 * Judges a target by rules, restores what was changed, and tells what came out.
 *
 * @throws ConfigurationError where the target cannot be reached or refuses the credential
 */
export async function judgeTarget(target: Target, options: JudgeOptions): Promise<Run> {
  const began = performance.now();
  const startedAt = new Date();
  const stop = options.stop ?? new AbortController().signal;
  const secrets = options.secrets ?? new Secrets();
  const session = Session.open(target, stop, secrets);
  try {
    await checkTarget(session);
    const { results, observations } = await runAndRestore(session, options);
    return {
      target,
      startedAt,
      seed: options.seed,
      results,
      observations,
      ledger: session.state.ledger.entries,
      requests: session.state.transport.sent,
      waits: session.state.transport.waits,
      seconds: (performance.now() - began) / 1000,
      stopped: stop.aborted,
      secrets,
    };
  } finally {
    await session.close();
  }
}

async function runAndRestore(
  session: Session,
  options: JudgeOptions,
): Promise<Pick<Run, 'results' | 'observations'>> {
  try {
    const results = await runRules(session, options.rules, options);
    const isAsked = options.observe === true && options.stop?.aborted !== true;
    const observations = isAsked ? await observeTarget(session) : [];
    return { results, observations };
  } finally {
    await session.restore();
  }
}
