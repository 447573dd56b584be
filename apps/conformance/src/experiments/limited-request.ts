import { setTimeout as wait } from 'node:timers/promises';
import { Unmet } from '../engine/unmet.ts';
import type { Api, OperationId } from '../session/api.ts';
import type { Answer } from '../session/exchange.ts';
import type { Flood } from './flood.ts';

/** A request that changes something, sent while the account was limited, and what came of it. */
export interface LimitedRequest {
  readonly operation: OperationId;
  /** Statuses other than 429 with which it was refused meanwhile. */
  readonly otherRefusals: readonly number[];
  /** Whether it was answered 429. */
  readonly limited: boolean;
  /** Whether the effect of a request answered 429 was seen afterwards. */
  readonly hadEffect: boolean;
  /** Whether the same request was taken, with its effect, when the limit had lifted: the control. */
  readonly worksLater: boolean;
}

/** A change that can be tried while limited, and seen afterwards. */
export interface Change {
  readonly operation: OperationId;
  /** Whether it can be done but once. */
  readonly once: boolean;
  /** Sends it; each time a new one, so that their effects are told apart. */
  send(api: Api, attempt: number): Promise<Answer>;
  /** Whether the effect of that attempt is to be seen. */
  effectOf(attempt: number): Promise<boolean>;
}

const attempts = 3;
const pauses: readonly number[] = [0, 100, 300, 700, 1500];

/** A change after its attempts under the limit; `settle` finds out, once it has lifted, what came of it. */
export interface TriedChange {
  settle(api: Api): Promise<LimitedRequest>;
}

/**
 * Sends a change until it is answered 429, the limit reached anew before each attempt.
 *
 * @param api - whoever sends it; waiting is turned off here
 */
export async function tryWhileLimited(change: Change, flood: Flood, api: Api): Promise<TriedChange> {
  const otherRefusals: number[] = [];
  let limitedAt: number | null = null;
  for (let attempt = 0; attempt < attempts && limitedAt === null; attempt += 1) {
    const answer = await sendOnce(change, flood, api, attempt);
    if (answer === null) break;
    if (answer.status === 429) limitedAt = attempt;
    else if (!answer.ok) otherRefusals.push(answer.status);
    else if (change.once) break;
  }
  const { operation } = change;
  return {
    settle: async (patient) => {
      const hadEffect = limitedAt !== null && (await change.effectOf(limitedAt));
      const worksLater =
        !hadEffect && (limitedAt !== null || otherRefusals.length > 0) && (await works(change, patient));
      return { operation, otherRefusals, limited: limitedAt !== null, hadEffect, worksLater };
    },
  };
}

/** Null where a budget is used up. */
async function sendOnce(change: Change, flood: Flood, api: Api, attempt: number): Promise<Answer | null> {
  try {
    await flood.refill();
    return await change.send(api.with({ impatient: true }), attempt);
  } catch (error) {
    if (error instanceof Unmet) return null;
    throw error;
  }
}

async function works(change: Change, api: Api): Promise<boolean> {
  const answer = await change.send(api, attempts);
  if (!answer.ok) return false;
  for (const pause of pauses) {
    await wait(pause);
    if (await change.effectOf(attempts)) return true;
  }
  return false;
}
