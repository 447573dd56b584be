/** How many keys and webhook calls rules need, and how much of the budgets is left for anything else. */
import { least, less, type Spare } from '@outreach-api/engine';

/** What is counted and cannot be undone. */
export interface Budgeted {
  readonly createApiKeys: number;
  readonly deliveries: number;
}

/** The number of keys and calls without which rules stay undecided. */
const forRules = { createApiKeys: 11, deliveries: 22 };
/** The largest run of an experiment, which may have to be repeated because a gateway answered. */
const forARepetition = { createApiKeys: 2, deliveries: 9 };
/** What observations can use (KEY-90, HOOK-90). */
const forObservations = { createApiKeys: 1, deliveries: 4 };
const enough = {
  withFlood: { createApiKeys: forRules.createApiKeys, deliveries: 30 },
  withoutFlood: { createApiKeys: 9, deliveries: 21 },
};

/**
 * How much of the budgets is not planned for: nothing that a rule needs for its verdict. Rules need the first key, two
 * keys made at the same time, two with the same name, one made by another account, two that reveal other owners, one
 * with an empty name, and two for the flood; also the whole tests that serve as controls for others (2), two batches of
 * tests (15), the two calls that compare a created key with the main key, and those of the flood (3).
 */
export function spareOf({ createApiKeys, deliveries }: Budgeted): Spare {
  const spare = less({ createApiKeys, deliveries }, forRules);
  const forRepetitions = least(forARepetition, spare);
  return { forRepetitions, forObservations: least(forObservations, less(spare, forRepetitions)) };
}

/** The budgets with which no rule stays undecided for lack of keys or calls. */
export function fullBudgets(withFlood: boolean): Budgeted {
  return withFlood ? enough.withFlood : enough.withoutFlood;
}
