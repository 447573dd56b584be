/** Shares out the budgets of the target's owner among experiments. */
import type { Spendable } from './tested.ts';

/** What the plan has to know about an experiment that spends budgets. */
interface Spender {
  readonly experiment: string;
  readonly cost: Spendable;
  /** The most runs that are of use to it. */
  readonly most: number;
}

/** How much of the budgets a plan leaves alone. */
export interface Spare {
  /** For runs that have to be repeated: not planned for, and spent by whoever needs it. */
  readonly forRepetitions: Spendable;
  /** Held back for observations. */
  readonly forObservations: Spendable;
}

/** Nothing from any budget. */
export const nothing: Spendable = {};

/** What is left of budgets once this is spent; never less than nothing. */
export function less(from: Spendable, spent: Spendable): Spendable {
  return eachOf([from], (budget) => Math.max(0, amountOf(from, budget) - amountOf(spent, budget)));
}

/** The smaller amount of each budget. */
export function least(one: Spendable, other: Spendable): Spendable {
  return eachOf([one, other], (budget) => Math.min(amountOf(one, budget), amountOf(other, budget)));
}

/** Amounts added up, by budget. */
export function sumOf(all: readonly Spendable[]): Spendable {
  return eachOf(all, (budget) => all.reduce((sum, one) => sum + amountOf(one, budget), 0));
}

/**
 * How many runs of each experiment the budgets allow. Experiments take turns, in the order given, until each has enough
 * or a budget is spent. The plan depends only on the target file, so that two runs do the same.
 *
 * Experiments that spend nothing are not in the result.
 */
export function affordableRuns(spenders: readonly Spender[], allow: Spendable): ReadonlyMap<string, number> {
  let left = allow;
  const runs = new Map<string, number>();
  const asking = spenders.filter(({ cost }) => Object.values(cost).some((amount = 0) => amount > 0));
  for (const { experiment } of asking) runs.set(experiment, 0);
  for (let served = true; served;) {
    served = false;
    for (const { experiment, cost, most } of asking) {
      const made = runs.get(experiment) ?? 0;
      if (made >= most || !covers(left, cost)) continue;
      left = less(left, cost);
      runs.set(experiment, made + 1);
      served = true;
    }
  }
  return runs;
}

function covers(left: Spendable, cost: Spendable): boolean {
  return Object.keys(cost).every((budget) => amountOf(left, budget) >= amountOf(cost, budget));
}

function amountOf(amounts: Spendable, budget: string): number {
  return amounts[budget] ?? 0;
}

function eachOf(all: readonly Spendable[], amount: (budget: string) => number): Spendable {
  const budgets = new Set(all.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(Array.from(budgets, (budget) => [budget, amount(budget)]));
}
