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

/** The number of keys and calls without which rules stay undecided. */
const forRules: Spendable = { createApiKeys: 11, deliveries: 22 };
/** The largest run of an experiment, which may have to be repeated because a gateway answered. */
const forARepetition: Spendable = { createApiKeys: 2, deliveries: 9 };
/** What observations can use (KEY-90, HOOK-90). */
const forObservations: Spendable = { createApiKeys: 1, deliveries: 4 };
const enough = {
  withFlood: { createApiKeys: forRules.createApiKeys, deliveries: 30 },
  withoutFlood: { createApiKeys: 9, deliveries: 20 },
};

/** What a plan leaves alone. */
export interface LeftAlone {
  /** For runs that have to be repeated: not planned for, and spent by whoever needs it. */
  readonly forRepetitions: Spendable;
  /** Held back for observations. */
  readonly forObservations: Spendable;
}

/**
 * How much of the budgets is not planned for: nothing that a rule needs for its verdict. Rules need the first key, two
 * keys made at the same time, two with the same name, one made by another account, two that reveal other owners, one
 * with an empty name, and two for the flood; also the whole tests that serve as controls for others (2), two batches of
 * tests (15), the two calls that compare a created key with the main key, and those of the flood (3).
 */
export function leftAlone(allow: Spendable): LeftAlone {
  const spare = less(allow, forRules);
  const forRepetitions = least(forARepetition, spare);
  return { forRepetitions, forObservations: least(forObservations, less(spare, forRepetitions)) };
}

/** What is left of a budget once this is spent; never less than nothing. */
export function less(from: Spendable, spent: Spendable): Spendable {
  return {
    createApiKeys: Math.max(0, from.createApiKeys - spent.createApiKeys),
    deliveries: Math.max(0, from.deliveries - spent.deliveries),
  };
}

/** The budgets with which no rule stays undecided for lack of keys or calls. */
export function fullBudgets(withFlood: boolean): Spendable {
  return withFlood ? enough.withFlood : enough.withoutFlood;
}

function least(one: Spendable, other: Spendable): Spendable {
  return {
    createApiKeys: Math.min(one.createApiKeys, other.createApiKeys),
    deliveries: Math.min(one.deliveries, other.deliveries),
  };
}

/**
 * How many runs of each experiment the budgets allow. Experiments take turns, in the order given, until each has enough
 * or a budget is spent. The plan depends only on the target file, so that two runs do the same.
 *
 * Experiments that spend nothing are not in the result.
 */
export function affordableRuns(spenders: readonly Spender[], allow: Spendable): ReadonlyMap<string, number> {
  const left = { ...allow };
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
