/** Tries rules on a target, phase by phase, and gives their verdicts. */
import type { Session } from '../session/session.ts';
import { missing } from '../target/needs.ts';
import { affordableRuns } from './affordable-runs.ts';
import type { Phase } from './experiment.ts';
import type { Rule, Trial } from './rule.ts';
import type { TrialOutcome } from './trial.ts';
import { verdictOf, type RuleResult } from './verdict.ts';

/** How rules are run. */
export interface RunOptions {
  readonly seed: number;
  /** How many inputs each experiment wanders over; null: as many as it says itself. */
  readonly runs: number | null;
  /** Replays one counterexample, as a report gives it: `experiment:path`. */
  readonly path: string | null;
  /** Told of each verdict as soon as it is there. */
  readonly onResult?: (result: RuleResult) => void;
}

const phases: readonly Phase[] = ['look', 'refusal', 'change', 'refused deletion', 'delete', 'flood'];

/** Tries rules on a target and gives their verdicts, in the order of the rules. */
export async function runRules(
  session: Session,
  rules: readonly Rule[],
  options: RunOptions,
): Promise<readonly RuleResult[]> {
  const plan = planOf(session, rules, options);
  const outcomes = new Map<Rule, TrialOutcome[]>(rules.map((rule) => [rule, []]));
  const results = new Map<Rule, RuleResult>();
  for (const [index, phase] of phases.entries()) {
    await Promise.all(
      plan
        .filter(({ trial }) => trial.phase === phase)
        .map(async ({ rule, trial, affordable }) => {
          const outcome = await trial.run({
            session,
            seed: options.seed,
            runs: options.runs,
            affordable,
            path: pathIn(trial, options),
          });
          outcomes.get(rule)?.push(outcome);
        }),
    );
    for (const rule of rules) {
      const waits = plan.some(
        (planned) => planned.rule === rule && phases.indexOf(planned.trial.phase) > index,
      );
      if (results.has(rule) || waits) continue;
      const result = verdictOf(rule, outcomes.get(rule) ?? [], skippedFor(session, rule));
      results.set(rule, result);
      options.onResult?.(result);
    }
  }
  return rules.flatMap((rule) => results.get(rule) ?? []);
}

interface PlannedTrial {
  readonly rule: Rule;
  readonly trial: Trial;
  readonly affordable: number;
}

function planOf(session: Session, rules: readonly Rule[], options: RunOptions): readonly PlannedTrial[] {
  const possible = rules.flatMap((rule) =>
    rule.trials
      .filter((trial) => missing(trial.needs, session.target).length === 0)
      .filter((trial) => options.path === null || pathIn(trial, options) !== null)
      .map((trial) => ({ rule, trial })),
  );
  const spenders = [...new Map(possible.map(({ trial }) => [trial.experiment, trial])).values()];
  const affordable = affordableRuns(spenders, session.target.allow);
  return possible.map(({ rule, trial }) => ({
    rule,
    trial,
    affordable: affordable.get(trial.experiment) ?? Number.POSITIVE_INFINITY,
  }));
}

function pathIn(trial: Trial, { path }: RunOptions): string | null {
  return path !== null && path.startsWith(`${trial.experiment}:`)
    ? path.slice(trial.experiment.length + 1)
    : null;
}

function skippedFor(session: Session, rule: Rule): readonly string[] {
  return [...new Set(rule.trials.flatMap((trial) => missing(trial.needs, session.target)))];
}
