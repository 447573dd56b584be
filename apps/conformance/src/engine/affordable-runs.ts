/** Shares the budgets of the target file out among experiments. */
import type { Cost } from './experiment.ts';

/** An experiment that spends budgets, as far as planning needs to know it. */
interface Spender {
  readonly experiment: string;
  readonly cost: Cost;
}

/** What is counted, and cannot be had back. */
export interface Spendable {
  readonly createApiKeys: number;
  readonly deliveries: number;
}

/** What observations have use for (KEY-90, HOOK-90); and without how many keys and calls rules are undecided. */
const forObservations: Spendable = { createApiKeys: 1, deliveries: 4 };
const keysForRules = 3;
const deliveriesUnplanned = 2;

/**
 * How much of the budgets is held back for observations: nothing that a rule needs to decide. That is the first key
 * and two at the same time; and a run of each experiment that asks for webhook calls, beside the two calls by which a
 * created key is compared with the main key.
 */
export function heldBack(spenders: readonly Spender[], allow: Spendable): Spendable {
  const planned = spenders.reduce((sum, { cost }) => sum + (cost.deliveries ?? 0), 0);
  return {
    createApiKeys: spared(forObservations.createApiKeys, allow.createApiKeys - keysForRules),
    deliveries: spared(forObservations.deliveries, allow.deliveries - planned - deliveriesUnplanned),
  };
}

function spared(wanted: number, spare: number): number {
  return Math.max(0, Math.min(wanted, spare));
}

/**
 * How many runs of each experiment the budgets allow: each gets one in turn, in the order given, until a budget is
 * spent. The plan depends on nothing but the target file, so that two runs do the same.
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
    for (const { experiment, cost } of asking) {
      const keys = cost.createApiKeys ?? 0;
      const deliveries = cost.deliveries ?? 0;
      const made = runs.get(experiment) ?? 0;
      if (left.createApiKeys < keys || left.deliveries < deliveries || made >= mostRuns) continue;
      left.createApiKeys -= keys;
      left.deliveries -= deliveries;
      runs.set(experiment, made + 1);
      served = true;
    }
  }
  return runs;
}

const mostRuns = 100;
