/** Two callers whose requests are interleaved while the first is limited (Limits). */
import { Unmet } from '../../engine/unmet.ts';
import type { Api } from '../../session/api.ts';
import type { Flood } from './flood.ts';
import { type MixedCallers, wasLimited, isRefusal } from './limits-seen.ts';

const mostMixings = 5;

/**
 * Interleaves until the flooding caller was refused (almost) throughout, and the other was either refused or accepted
 * consistently; null if that does not happen, or the budget does not suffice.
 *
 * @param order - the order of the requests: `A` is the flooding caller, `B` the other
 */
export async function mixed(
  flood: Flood,
  flooding: Api,
  other: Api | null,
  order: string,
): Promise<MixedCallers | null> {
  if (other === null) return null;
  let callers: MixedCallers | null = null;
  for (let tries = 0; tries < mostMixings && (callers === null || !tells(callers)); tries += 1) {
    try {
      callers = await mixOnce(flood, flooding, other, order);
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
      break;
    }
  }
  return callers !== null && isTorn(callers) ? null : callers;
}

/**
 * The statuses of a caller's requests, each sent alone after reaching the limit again; fewer if the budget does not
 * suffice.
 */
export async function eachAlone(flood: Flood, caller: Api, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  try {
    while (statuses.length < times) {
      await flood.refill();
      statuses.push((await flood.list(caller)).status);
    }
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
  }
  return statuses;
}

/** Limits the flooding caller again, and sends both callers' requests. @throws Unmet if the budget does not suffice */
export async function mixOnce(flood: Flood, flooding: Api, other: Api, order: string): Promise<MixedCallers> {
  const letters = Array.from(order);
  await flood.refill();
  const statuses = await flood.burst(letters.map((letter) => (letter === 'A' ? flooding : other)));
  return {
    flooding: statuses.filter((_, index) => letters[index] === 'A'),
    other: statuses.filter((_, index) => letters[index] === 'B'),
  };
}

function tells(callers: MixedCallers): boolean {
  return wasLimited(callers) && !isTorn(callers);
}

/** Whether the other caller was sometimes refused and sometimes accepted: a bucket may have accepted it by chance. */
function isTorn({ other }: MixedCallers): boolean {
  const share = other.filter(isRefusal).length / other.length;
  return share > 0.25 && share < 0.75;
}
