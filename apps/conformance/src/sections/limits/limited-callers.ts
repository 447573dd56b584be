/** Callers whose requests are compared with those of the flooding one (Limits). */
import type { BackoffPolicy } from '@outreach-api/client';
import { whereUnmet } from '@outreach-api/engine';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import type { Flood } from './flood.ts';
import { awaitLift } from './lift.ts';
import { type MixedCallers, wasLimited, isRefusal } from './limits-seen.ts';

const mostRounds = 5;
/**
 * What shows that another account is limited with ours, or is not: twice, since a rest may have been too short, and a
 * shared bucket may accept it by chance.
 */
const decisiveRounds = 2;
/** What a bucket has refilled meanwhile goes to this account's requests. */
const behindUs = 'AAAAB';

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
  const mix = async (): Promise<MixedCallers> => mixOnce(flood, flooding, other, order);
  const isDecided = (rounds: readonly MixedCallers[]): boolean =>
    rounds.slice(-1).some((callers) => wasLimited(callers) && !isTorn(callers));
  const last = (await repeated(mostRounds, mix, isDecided)).at(-1);
  return last === undefined || isTorn(last) ? null : last;
}

/**
 * The statuses of a caller's requests, each sent alone after reaching the limit again; fewer if the budget does not
 * suffice.
 */
export async function eachAlone(flood: Flood, caller: Api, times: number): Promise<readonly number[]> {
  return repeated(times, async () => {
    await flood.refill();
    return (await flood.list(caller)).status;
  });
}

/**
 * Whether a key of another account is refused repeatedly right after this account was limited again, although it is
 * accepted while this account sends nothing, and has rested long enough not to hit a limit of its own.
 *
 * @param policy - how long to wait for the other key; the result is false if it is never accepted meanwhile
 */
export async function isLimitedWithUs(
  flood: Flood,
  session: Session,
  other: Api,
  policy: BackoffPolicy,
): Promise<boolean> {
  let restMs = 0;
  const round = async (): Promise<'refused' | 'let in' | 'never taken' | 'we were not limited'> => {
    const openedMs = await untilAcceptedTwice(session, other, policy);
    if (openedMs === null) return 'never taken';
    restMs = Math.max(restMs, openedMs);
    await session.clock.wait(restMs);
    const callers = await mixOnce(flood, session.api.control, other, behindUs);
    if (!wasLimited(callers)) return 'we were not limited';
    return callers.other.every(isRefusal) ? 'refused' : 'let in';
  };
  const rounds = await repeated(mostRounds, round, (all) => {
    const isOften = (what: (typeof all)[number]): boolean =>
      all.filter((one) => one === what).length === decisiveRounds;
    return all.includes('never taken') || isOften('refused') || isOften('let in');
  });
  return rounds.filter((one) => one === 'refused').length === decisiveRounds;
}

/** Does something several times, until that is enough, or the budget is used up. */
async function repeated<Made>(
  most: number,
  make: () => Promise<Made>,
  isEnough: (all: readonly Made[]) => boolean = () => false,
): Promise<readonly Made[]> {
  const all: Made[] = [];
  while (all.length < most && !isEnough(all)) {
    const made = await make().then((one) => [one], whereUnmet([]));
    if (made.length === 0) break;
    all.push(...made);
  }
  return all;
}

/** Limits the flooding caller again, and sends both callers' requests. @throws Unmet if the budget does not suffice */
async function mixOnce(flood: Flood, flooding: Api, other: Api, order: string): Promise<MixedCallers> {
  const letters = Array.from(order);
  await flood.refill();
  const statuses = await flood.burst(letters.map((letter) => (letter === 'A' ? flooding : other)));
  return {
    flooding: statuses.filter((_, index) => letters[index] === 'A'),
    other: statuses.filter((_, index) => letters[index] === 'B'),
  };
}

/** Whether the other caller was sometimes refused and sometimes accepted: a bucket may have accepted it by chance. */
function isTorn({ other }: MixedCallers): boolean {
  const share = other.filter(isRefusal).length / other.length;
  return share > 0.25 && share < 0.75;
}

/**
 * Backs off until the key was accepted twice, and resolves to how long that took, in milliseconds: within that time, a
 * limit that had refused it before has made room for one more request. Null if it is not accepted.
 */
async function untilAcceptedTwice(
  { clock }: Session,
  api: Api,
  policy: BackoffPolicy,
): Promise<number | null> {
  const began = clock.now();
  const list = async () => api.with({ impatient: true }).listWebhooks({ query: [['limit', '1']] });
  for (let time = 0; time < 2; time += 1) if (!(await awaitLift(clock, list, policy)).through) return null;
  return clock.now() - began;
}
