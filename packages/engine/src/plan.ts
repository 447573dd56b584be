/** Plans which experiments are tried for which rules, within what the target's owner allows. */
import type { Tested, Spendable } from './tested.ts';
import { affordableRuns, less, nothing, sumOf, type Spare } from './affordable-runs.ts';
import type { Rule, Trial } from './rule.ts';

/** What the owner of the target allows and provides. */
export interface Provided<Need> {
  readonly allow: Spendable;
  /** How much of that is not planned for. */
  readonly spare: Spare;
  /** The unmet needs, in the owner's words. */
  missing(needs: readonly Need[]): readonly string[];
  /** The same in a few words each, for counts. */
  wants(needs: readonly Need[]): readonly string[];
}

/** What a plan depends on besides what is provided and the rules. */
export interface PlanOptions {
  /** How many inputs each experiment explores; null: as many as it says itself. */
  readonly runs: number | null;
  /** Replays one counterexample, as a report gives it: `experiment:path`. */
  readonly path: string | null;
  /**
   * Whether observations are made after the rules, of what the description leaves open: then part of the budgets is
   * held back for them. False if not set.
   */
  readonly observe?: boolean;
}

/** An experiment to be tried for a rule. */
export interface PlannedTrial<On extends Tested> {
  readonly rule: Rule<On>;
  readonly trial: Trial<On>;
  /** The most inputs that the budgets allow. */
  readonly affordable: number;
}

/** The trials that are possible, and how much of the budgets is held back from them. */
export interface Plan<On extends Tested> {
  readonly trials: readonly PlannedTrial<On>[];
  readonly held: Spendable;
}

/** How many inputs of each experiment will be tried on a target if no breach is found. */
export function plannedInputs<On extends Tested>(
  provided: Provided<On['need']>,
  rules: readonly Rule<On>[],
  options: PlanOptions,
): ReadonlyMap<string, number> {
  return new Map(
    planOf(provided, rules, options).trials.map(({ trial, affordable }) => [
      trial.experiment,
      options.path === null ? Math.min(trial.inputs(options.runs), affordable) : 1,
    ]),
  );
}

/** Plans the trials of rules on a target that provides this. */
export function planOf<On extends Tested>(
  provided: Provided<On['need']>,
  rules: readonly Rule<On>[],
  options: PlanOptions,
): Plan<On> {
  const possible = worthwhile(
    rules.flatMap((rule) =>
      rule.trials
        .filter((trial) => provided.missing(trial.needs).length === 0)
        .filter((trial) => options.path === null || pathIn(trial, options) !== null)
        .map((trial) => ({ rule, trial })),
    ),
    options,
  );
  const spenders = [...new Map(possible.map(({ trial }) => [trial.experiment, trial])).values()];
  const { allow, spare } = provided;
  const held = options.observe === true ? spare.forObservations : nothing;
  const asking = spenders.map((trial) => ({ ...trial, most: trial.inputs(options.runs) }));
  const affordable = affordableRuns(asking, less(less(allow, held), spare.forRepetitions));
  const trials = possible.map(({ rule, trial }) => ({
    rule,
    trial,
    affordable: affordable.get(trial.experiment) ?? Number.POSITIVE_INFINITY,
  }));
  return { trials, held };
}

/**
 * Leaves out experiments that only repeat a look, if no other experiment uses what they need: no key is made just for
 * them.
 */
function worthwhile<On extends Tested>(
  possible: readonly Pick<PlannedTrial<On>, 'rule' | 'trial'>[],
  { path }: PlanOptions,
): readonly Pick<PlannedTrial<On>, 'rule' | 'trial'>[] {
  const met = new Set(possible.flatMap(({ trial }) => (trial.repeatsLook ? [] : trial.needs)));
  return possible.filter(
    ({ trial: { repeatsLook, needs } }) =>
      path !== null || !repeatsLook || needs.every((need) => met.has(need)),
  );
}

/** What these phases spend: one run of each of their experiments. */
export function spentIn<On extends Tested>(phases: readonly On['phase'][], { trials }: Plan<On>): Spendable {
  const costs = new Map(
    trials.flatMap(({ trial: { experiment, phase, cost } }) =>
      phase !== null && phases.includes(phase) ? [[experiment, cost]] : [],
    ),
  );
  return sumOf([...costs.values()]);
}

/** The path that replays one counterexample of an experiment; null if it belongs to another experiment. */
export function pathIn(
  { experiment }: { readonly experiment: string },
  { path }: Pick<PlanOptions, 'path'>,
): string | null {
  return path !== null && path.startsWith(`${experiment}:`) ? path.slice(experiment.length + 1) : null;
}
