/** Divides the target file's budgets among experiments. */
import type { Cost } from './experiment.ts';

/** What planning needs to know about an experiment that spends budgets. */
interface Spender {
  readonly experiment: string;
  readonly cost: Cost;
  /** The most runs that are of use to it. */
  readonly most: number;
}

/** What is counted and cannot be undone. */
export interface Spendable {
  readonly createApiKeys: number;
  readonly deliveries: number;
}

/** What observations can use (KEY-90, HOOK-90); and the number of keys and calls without which rules stay undecided. */
const forObservations: Spendable = { createApiKeys: 1, deliveries: 4 };
const keysForRules = 11;
const enough = {
  withFlood: { createApiKeys: keysForRules, deliveries: 30 },
  withoutFlood: { createApiKeys: 9, deliveries: 20 },
};
const deliveriesForRules = 19;

/**
 * How much of the budgets is held back for observations: nothing that a rule needs for its verdict. Rules need the
 * first key, two keys made at the same time, two with the same name, one made by another account, two that reveal other
 * owners, one with an empty name, and two for the flood; also the whole tests that serve as controls for others (2),
 * two batches of tests (15), and the two calls that compare a created key with the main key.
 */
export function heldBack(allow: Spendable): Spendable {
  return {
    createApiKeys: spared(forObservations.createApiKeys, allow.createApiKeys - keysForRules),
    deliveries: spared(forObservations.deliveries, allow.deliveries - deliveriesForRules),
  };
}

/** The budgets with which no rule stays undecided for lack of keys or calls. */
export function fullBudgets(withFlood: boolean): Spendable {
  return withFlood ? enough.withFlood : enough.withoutFlood;
}

function spared(wanted: number, spare: number): number {
  return Math.max(0, Math.min(wanted, spare));
}

/**
 * How many runs of each experiment the budgets allow. Experiments take turns, in the order given, until each has enough
 * or a budget is spent. The plan depends only on the target file, so that two runs do the same.
 *
 * Experiments that spend nothing are not in the result.
 */
export function affordableRuns(spenders: readonly Spender[], allow: Spendable): ReadonlyMap<string, number> {
  const left = { createApiKeys: allow.createApiKeys, deliveries: allow.deliveries };
  const runs = new Map<string, number>();
  const asking = spenders.filter(({ cost }) => (cost.createApiKeys ?? 0) + (cost.deliveries ?? 0) > 0);
  for (const { experiment } of asking) runs.set(experiment, 0);
  for (let served = true; served;) {
    served = false;
    for (const { experiment, cost, most } of asking) {
      const keys = cost.createApiKeys ?? 0;
      const deliveries = cost.deliveries ?? 0;
      const made = runs.get(experiment) ?? 0;
      if (left.createApiKeys < keys || left.deliveries < deliveries || made >= most) continue;
      left.createApiKeys -= keys;
      left.deliveries -= deliveries;
      runs.set(experiment, made + 1);
      served = true;
    }
  }
  return runs;
}
