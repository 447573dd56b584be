/** Tries rules on a target, phase by phase, and gives their verdicts. */
import type { Session } from '../session/session.ts';
import { missing } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import { affordableRuns, heldBack, type Spendable } from './affordable-runs.ts';
import type { Phase, Preparation } from './experiment.ts';
import type { Rule, Trial } from './rule.ts';
import { timedTogether } from './timed-together.ts';
import type { TrialOutcome } from './trial.ts';
import { Stopped, Unmet } from './unmet.ts';
import { verdictOf, type RuleResult } from './verdict.ts';

/** How rules are run. */
export interface RunOptions {
  readonly seed: number;
  /** How many inputs each experiment wanders over; null: as many as it says itself. */
  readonly runs: number | null;
  /** Replays one counterexample, as a report gives it: `experiment:path`. */
  readonly path: string | null;
  /**
   * Whether it is found out, after the rules, how the target has what the description leaves open: then some of the
   * budgets is held back for that. False where not set.
   */
  readonly observe?: boolean;
  /**
   * Done when all else was tried but the flood, after which a target may answer little for a while. Resolves to whether
   * it found out what the description leaves open.
   */
  readonly beforeFlood?: () => Promise<boolean>;
  /** Told of each verdict as soon as it is there. */
  readonly onResult?: (result: RuleResult) => void;
}

const spendable = ['createApiKeys', 'deliveries'] as const;
const nothing: Spendable = { createApiKeys: 0, deliveries: 0 };
const phases: readonly Phase[] = ['look', 'refusal', 'change', 'refused deletion', 'delete', 'flood'];

/** Tries rules on a target and gives their verdicts, in the order of the rules. */
export async function runRules(
  session: Session,
  rules: readonly Rule[],
  options: RunOptions,
): Promise<readonly RuleResult[]> {
  const { plan, held } = planOf(session.target, rules, options);
  const { budgets } = session.state;
  let kept = held;
  const keep = (kinds: Spendable): void => {
    for (const budget of spendable) budgets.giveBack(budget, kept[budget]);
    kept = {
      createApiKeys: Math.min(kinds.createApiKeys, budgets.left('createApiKeys')),
      deliveries: Math.min(kinds.deliveries, budgets.left('deliveries')),
    };
    for (const budget of spendable) budgets.take(budget, kept[budget]);
  };
  for (const budget of spendable) budgets.take(budget, held[budget]);
  const beforeFlood = async (): Promise<boolean> => {
    keep(spentInFlood(plan));
    const hasObserved = (await options.beforeFlood?.()) ?? false;
    keep(hasObserved ? nothing : held);
    return hasObserved;
  };
  try {
    return await runPhases(session, rules, plan, { ...options, beforeFlood });
  } finally {
    keep(nothing);
  }
}

/** What the flood has use for: a run of each of its experiments. */
function spentInFlood(plan: readonly PlannedTrial[]): Spendable {
  const inFlood = new Map(
    plan.flatMap(({ trial }) => (trial.phase === 'flood' ? [[trial.experiment, trial.cost]] : [])),
  );
  const sum = (budget: keyof Spendable): number =>
    [...inFlood.values()].reduce((total, cost) => total + (cost[budget] ?? 0), 0);
  return { createApiKeys: sum('createApiKeys'), deliveries: sum('deliveries') };
}

async function runPhases(
  session: Session,
  rules: readonly Rule[],
  plan: readonly PlannedTrial[],
  options: RunOptions,
): Promise<readonly RuleResult[]> {
  const { liveness, progress, requests } = session.state;
  progress.expect(rules.length);
  progress.begin('preparing');
  const unprepared = await prepare(session, plan);
  const outcomes = new Map<Trial, Tried>();
  const seconds = new Map<Trial, number>();
  const results = new Map<Rule, RuleResult>();
  for (const [index, phase] of phases.entries()) {
    if (phase === 'flood') await options.beforeFlood?.();
    progress.begin(phase);
    const inPhase = plan.filter(({ trial }) => trial.phase === phase);
    const took = await timedTogether(
      inPhase.map(({ trial, affordable }) => async () => {
        const { seed, runs } = options;
        const path = pathIn(trial, options);
        const outcome = await trial.run({ session, seed, runs, affordable, path });
        const why = trial.prepare === null ? undefined : unprepared.get(trial.prepare);
        const whole = why === undefined ? outcome : { ...outcome, unmet: [...outcome.unmet, why] };
        outcomes.set(trial, { outcome: whole, sent: requests.sent });
      }),
    );
    for (const [at, { trial }] of inPhase.entries()) seconds.set(trial, took[at] ?? 0);
    await liveness.check();
    for (const rule of rules) {
      const waits = plan.some(
        (planned) => planned.rule === rule && phases.indexOf(planned.trial.phase) > index,
      );
      if (results.has(rule) || waits) continue;
      const ofItsTrials = rule.trials.flatMap((trial) => {
        const tried = outcomes.get(trial);
        if (tried === undefined) return [];
        return liveness.isDoubtful(tried.sent) ? duringOutage(tried.outcome, session) : tried.outcome;
      });
      const inAll = rule.trials.reduce((sum, trial) => sum + (seconds.get(trial) ?? 0), 0);
      const result = verdictOf(rule, ofItsTrials, skippedFor(session, rule), inAll);
      results.set(rule, result);
      progress.decided();
      options.onResult?.(result);
    }
  }
  return rules.flatMap((rule) => results.get(rule) ?? []);
}

/** What came of a trial, and how many requests had been sent when it ended. */
interface Tried {
  readonly outcome: TrialOutcome;
  readonly sent: number;
}

/** What came while the target no longer answered as before neither breaks a rule nor keeps it. */
function duringOutage(outcome: TrialOutcome, { state }: Session): TrialOutcome {
  const why = state.cutShort?.text ?? 'the run was stopped';
  return {
    ...outcome,
    runs: 0,
    caught: [],
    breach: outcome.breach === null ? null : { ...outcome.breach, doubt: outcome.breach.doubt ?? 'shut out' },
    unmet: [...new Set([...outcome.unmet, why])],
  };
}

/** Prepares what the planned trials want to look at; for each that could not be made, why. */
async function prepare(
  session: Session,
  plan: readonly PlannedTrial[],
): Promise<ReadonlyMap<Preparation, string>> {
  const unprepared = new Map<Preparation, string>();
  for (const preparation of new Set(plan.flatMap(({ trial }) => trial.prepare ?? []))) {
    try {
      await preparation(session);
    } catch (error) {
      if (!(error instanceof Unmet || error instanceof Stopped)) throw error;
      unprepared.set(preparation, error.message);
    }
  }
  return unprepared;
}

interface PlannedTrial {
  readonly rule: Rule;
  readonly trial: Trial;
  readonly affordable: number;
}

/** How many inputs of each experiment are going to be tried on a target, should nothing be found. */
export function plannedInputs(
  target: Target,
  rules: readonly Rule[],
  options: Pick<RunOptions, 'runs' | 'path' | 'observe'>,
): ReadonlyMap<string, number> {
  return new Map(
    planOf(target, rules, options).plan.map(({ trial, affordable }) => [
      trial.experiment,
      options.path === null ? Math.min(trial.inputs(options.runs), affordable) : 1,
    ]),
  );
}

/** The trials that are possible, and what of the budgets is held back from them. */
function planOf(
  target: Target,
  rules: readonly Rule[],
  options: Pick<RunOptions, 'path' | 'observe'>,
): { readonly plan: readonly PlannedTrial[]; readonly held: Spendable } {
  const possible = rules.flatMap((rule) =>
    rule.trials
      .filter((trial) => missing(trial.needs, target).length === 0)
      .filter((trial) => options.path === null || pathIn(trial, options) !== null)
      .map((trial) => ({ rule, trial })),
  );
  const spenders = [...new Map(possible.map(({ trial }) => [trial.experiment, trial])).values()];
  const held = options.observe === true ? heldBack(spenders, target.allow) : nothing;
  const affordable = affordableRuns(spenders, {
    createApiKeys: target.allow.createApiKeys - held.createApiKeys,
    deliveries: target.allow.deliveries - held.deliveries,
  });
  const plan = possible.map(({ rule, trial }) => ({
    rule,
    trial,
    affordable: affordable.get(trial.experiment) ?? Number.POSITIVE_INFINITY,
  }));
  return { plan, held };
}

function pathIn(trial: Trial, { path }: Pick<RunOptions, 'path'>): string | null {
  return path !== null && path.startsWith(`${trial.experiment}:`)
    ? path.slice(trial.experiment.length + 1)
    : null;
}

function skippedFor(session: Session, rule: Rule): readonly string[] {
  return [...new Set(rule.trials.flatMap((trial) => missing(trial.needs, session.target)))];
}
