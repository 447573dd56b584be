/** Shares the budgets of the target file out among experiments. */
import type { Cost } from './experiment.ts';

/** An experiment that spends budgets, as far as planning needs to know it. */
interface Spender {
  readonly experiment: string;
  readonly cost: Cost;
  /** It has no use for more runs. */
  readonly most: number;
}

/** What is counted, and cannot be had back. */
export interface Spendable {
  readonly createApiKeys: number;
  readonly deliveries: number;
}

/** What observations have use for (KEY-90, HOOK-90); and without how many keys and calls rules are undecided. */
const forObservations: Spendable = { createApiKeys: 1, deliveries: 4 };
const keysForRules = 8;
const deliveriesForRules = 19;

/**
 * How much of the budgets is held back for observations: nothing that a rule needs to decide. That is the first key,
 * two at the same time, two of one name, one that another account makes, and two that tell of other owners; and the
 * whole tests that are controls of others (2), two batches of tests (15), and the two
 * calls by which a created key is compared with the main key.
 */
export function heldBack(allow: Spendable): Spendable {
  return {
    createApiKeys: spared(forObservations.createApiKeys, allow.createApiKeys - keysForRules),
    deliveries: spared(forObservations.deliveries, allow.deliveries - deliveriesForRules),
  };
}

function spared(wanted: number, spare: number): number {
  return Math.max(0, Math.min(wanted, spare));
}

/**
 * How many runs of each experiment the budgets allow: each gets one in turn, in the order given, until it has enough or a
 * budget is spent. The plan depends on nothing but the target file, so that two runs do the same.
 *
 * Experiments that spend nothing are not in the answer.
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
