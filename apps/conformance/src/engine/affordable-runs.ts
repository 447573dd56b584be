/** Shares the budgets of the target file out among experiments. */
import type { Allowed } from '../target/target.ts';
import type { Cost } from './experiment.ts';

/** An experiment that spends budgets, as far as planning needs to know it. */
interface Spender {
  readonly experiment: string;
  readonly cost: Cost;
}

/**
 * How many runs of each experiment the budgets allow: each gets one in turn, in the order given, until a budget is
 * spent. The plan depends on nothing but the target file, so that two runs do the same.
 *
 * Experiments that spend nothing are not in the answer.
 */
export function affordableRuns(spenders: readonly Spender[], allow: Allowed): ReadonlyMap<string, number> {
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
