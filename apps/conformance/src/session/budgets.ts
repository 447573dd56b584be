/** Counts what the target's owner allows only a limited number of. */
import { Unmet } from '@outreach-api/engine';
import type { Allowed } from '../target/target.ts';

/** What can be spent: each unit is something that the suite cannot undo. */
export type Budget = 'createApiKeys' | 'deliveries' | 'flood';

const called: Readonly<Record<Budget, string>> = {
  createApiKeys: 'API keys that may be created',
  deliveries: 'webhook calls that may be requested',
  flood: 'requests of the flood',
};

/** Counts what the target's owner allows only a limited number of. */
export class Budgets {
  readonly #left: Record<Budget, number>;

  constructor(allow: Allowed) {
    this.#left = { createApiKeys: allow.createApiKeys, deliveries: allow.deliveries, flood: allow.flood };
  }

  /** How much is left. */
  left(budget: Budget): number {
    return this.#left[budget];
  }

  /**
   * Spends some of a budget, before the request that uses it is sent.
   *
   * @throws Unmet if not enough is left
   */
  take(budget: Budget, amount = 1): void {
    if (this.#left[budget] < amount) {
      throw new Unmet(`the number of ${called[budget]} (\`allow.${budget}\`) is used up`);
    }
    this.#left[budget] -= amount;
  }

  /** Returns what was taken for a request that turned out to have had no effect. */
  giveBack(budget: Budget, amount = 1): void {
    this.#left[budget] += amount;
  }
}
