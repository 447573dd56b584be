/** What a run begins with that may not send all the requests of a whole one. */
import { inputKey, type FirstPass, type InputName } from '@outreach-api/engine';
import { firstActs } from './first-acts.ts';

/** About how many requests a whole run sends. */
const wholeRun = 870;
/** Held back to make sure of what is found, and to check the target. */
const spare = 8;

/**
 * What a run of at most this many requests tries before all else; null if it may send all.
 *
 * @param tried - the experiments that the run can try
 */
export function firstPassFor(maxRequests: number | null, tried: ReadonlySet<string>): FirstPass | null {
  if (maxRequests === null || maxRequests >= wholeRun) return null;
  const pass: Record<string, readonly InputName[]> = {};
  let left = maxRequests - spare;
  for (const act of firstActs.filter(({ experiment }) => tried.has(experiment))) {
    left -= act.requests;
    if (left < 0) break;
    const names = act.inputs.map((input) => (typeof input === 'number' ? input : inputKey(input)));
    pass[act.experiment] = [...(pass[act.experiment] ?? []), ...names];
  }
  return pass;
}
