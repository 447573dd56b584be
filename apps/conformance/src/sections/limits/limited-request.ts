/** Requests other than the list, sent while the account was limited. */
import type { BackoffPolicy } from '@outreach-api/client';
import { eventually, Unmet, whereUnmet } from '@outreach-api/engine';
import { laterChange } from '@outreach-api/model/bounds';
import type { Answer } from '@outreach-api/model/records/exchange';
import { requestOf } from '../../session/request-of.ts';
import type { Session } from '../../session/session.ts';
import type { Flood } from './flood.ts';
import { awaitLift } from './lift.ts';
import type { Attempt, LimitedTry } from './limited-tries.ts';
import { isLimited, type Lift, type LimitedRequest } from './limits-seen.ts';

/** How many refusals to collect; more if one was of another kind, to distinguish an accident from a pattern. */
const refusalsWanted = 5;
const refusalsAfterAnother = 10;
const mostAttempts = 16;
/** How long to retry, as a control, a request that was refused with something other than 429. */
const patienceWithOthersMs = 30_000;

/** What is known of a request before the flood. */
export interface TriedBefore {
  readonly tried: LimitedTry;
  /** Whether it was accepted; null if unknown. */
  readonly worked: boolean | null;
  /** How it was backed off from without success, as an earlier flood left it limited; null if it was not. */
  readonly shut: Lift | null;
}

/** The refusals of a request while the account was limited, in order, and which attempts were answered with 429. */
export interface TriedMeanwhile extends TriedBefore {
  readonly refusals: readonly number[];
  readonly limitedAt: readonly Attempt[];
}

/**
 * Sends a request once before the flood; repeatedly if it is already limited, as an earlier flood may have left it.
 *
 * @throws Unmet if it stays limited and was never accepted in this run: it is unknown whether it ever is
 */
export async function tryBefore(
  tried: LimitedTry,
  session: Session,
  policy: BackoffPolicy,
): Promise<TriedBefore> {
  const { operation, uses } = tried;
  const wasAccepted = session.state.successes.of(operation).length > 0;
  if (uses !== 'nothing')
    return { tried, worked: uses === 'a record' && wasAccepted ? true : null, shut: null };
  const send = async (): Promise<Answer> =>
    tried.send(session.api.control.with({ impatient: true }), 'before');
  const answer = await send().catch(whereUnmet(null));
  // An earlier flood may have locked it out, and not with 429.
  const isShut = answer?.ok === false && session.state.limitedForGood.has(operation);
  if ((answer === null || !isLimited(answer.status)) && !isShut)
    return { tried, worked: answer?.ok ?? false, shut: null };
  const lift = await awaitLift(session.clock, send, policy);
  if (!lift.through && !wasAccepted)
    throw new Unmet(`\`${requestOf[operation]}\` was limited before the flood began`);
  return { tried, worked: true, shut: lift.through ? null : lift };
}

/** A request that was not tried, since it was limited before. */
export function untried(before: TriedBefore): TriedMeanwhile {
  return { ...before, refusals: [], limitedAt: [] };
}

/** Sends a request several times, reaching the limit again before each, as the run's caller. */
export async function tryWhileLimited(
  before: TriedBefore,
  flood: Flood,
  session: Session,
): Promise<TriedMeanwhile> {
  const { tried } = before;
  const api = session.api.with({ impatient: true });
  const refusals: number[] = [];
  const limitedAt: number[] = [];
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const wanted = refusals.length - limitedAt.length === 1 ? refusalsAfterAnother : refusalsWanted;
    if (refusals.length >= wanted) break;
    const answer = await flood
      .refill()
      .then(async () => flood.behindOthers(async () => tried.send(api, attempt)))
      // A budget is used up.
      .catch(whereUnmet(null));
    if (answer === null) break;
    if (!answer.ok) refusals.push(answer.status);
    if (isLimited(answer.status)) limitedAt.push(attempt);
    if (tried.continues?.(answer) === false) break;
  }
  return { ...before, refusals, limitedAt };
}

/** Finds out the outcome of a request once the limit has lifted. */
export async function settled(
  { tried, worked, shut, refusals, limitedAt }: TriedMeanwhile,
  session: Session,
  policy: BackoffPolicy,
): Promise<LimitedRequest> {
  const isOfRecord = tried.uses === 'a record';
  const limited = limitedAt.length > 0;
  const hadEffect = async (which: readonly Attempt[]): Promise<boolean> =>
    which.length > 0 && tried.effectOf !== null && tried.effectOf(which);
  const hadEffectAtOnce = await hadEffect(limitedAt);
  let worksLater = false;
  let lift = shut;
  if (refusals.length > 0 && !(isOfRecord && hadEffectAtOnce)) {
    // A request accepted right before the flood must be accepted again, however it was refused meanwhile.
    const isAwaited = tried.uses !== 'a key' && (limited || (worked === true && !isOfRecord));
    // Right after the lift it may hit the limit again, and a broken target then answers it as it did before.
    const again = async (): Promise<Answer> =>
      tried.send(session.api.control.with({ impatient: true }), 'later');
    lift = await awaitLift(session.clock, again, isAwaited ? policy : briefly(policy));
    worksLater = lift.through && (tried.effectOf === null || (await shows(tried, hadEffect, session)));
  }
  // Checks again: what was postponed may have been done meanwhile.
  const tookEffect = hadEffectAtOnce || (!isOfRecord && (await hadEffect(limitedAt)));
  if (lift?.through === true && tried.uses === 'nothing')
    lift = (await liftOfTheSame(tried, limitedAt.at(-1), session, policy)) ?? lift;
  return {
    operation: tried.operation,
    changes: tried.effectOf !== null,
    refusals: [shut === null ? refusals : [429]],
    hadEffect: tookEffect,
    worksLater,
    workedBefore: worked,
    lift,
  };
}

/**
 * How a client gets through that repeats the very request that was limited, as clients do: a target may have kept its
 * answer. Null if it got through at once, there was none, or a budget is used up.
 */
async function liftOfTheSame(
  tried: LimitedTry,
  limited: Attempt | undefined,
  { api, clock }: Session,
  policy: BackoffPolicy,
): Promise<Lift | null> {
  if (limited === undefined) return null;
  const again = async (): Promise<Answer> => tried.send(api.control.with({ impatient: true }), limited);
  const answer = await again().catch(whereUnmet(null));
  return answer === null || answer.ok ? null : awaitLift(clock, again, policy);
}

async function shows(
  { operation }: LimitedTry,
  hadEffect: (which: readonly Attempt[]) => Promise<boolean>,
  { state }: Session,
): Promise<boolean> {
  const look = async (): Promise<boolean> => hadEffect(['later']);
  return (await eventually(state, laterChange(operation), look, Boolean)).shown;
}

function briefly(policy: BackoffPolicy): BackoffPolicy {
  return { ...policy, totalMs: Math.min(policy.totalMs, patienceWithOthersMs) };
}
