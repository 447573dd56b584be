/** Requests other than the list, sent while the account was limited. */
import { classOf } from '../../records/answer-class.ts';
import type { BackoffPolicy } from '@outreach-api/client';
import { laterChange } from '../../http/bounds.ts';
import { eventually, type Waiter } from '../../engine/eventually.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import type { OperationId } from '../../records/operation.ts';
import type { Api } from '../../session/api.ts';
import type { Answer } from '../../records/exchange.ts';
import { requestOf } from '../../session/request-of.ts';
import type { Session } from '../../session/session.ts';
import type { Flood } from './flood.ts';
import { awaitLift } from './lift.ts';
import type { Lift, LimitedRequest } from './limits-seen.ts';

/** The number of a request; or the one sent after the limit has lifted, or before it was reached. */
export type Attempt = number | 'before' | 'later';

/** A request that can be tried while limited, and its effect, if any, as seen afterwards. */
export interface LimitedTry {
  readonly operation: OperationId;
  /** Whether it can be done only once. */
  readonly once: boolean;
  /**
   * Moves on to another record if the previous request was accepted; false if none is left. Only for what can be done
   * once.
   */
  another?(): boolean;
  /**
   * Set if it is not sent before the flood, and how soon it is accepted again proves nothing: what it uses up is
   * limited, too.
   */
  readonly spared?: true;
  /** Sends it; a different request each time, so that their effects can be told apart. */
  send(api: Api, attempt: Attempt): Promise<Answer>;
  /** Whether the effect of any of those is visible; null if it only reads. */
  readonly effectOf: ((attempts: readonly Attempt[]) => Promise<boolean>) | null;
}

/** How many refusals to collect; more if one was of another kind, to tell an accident from a pattern. */
const refusalsWanted = 5;
const refusalsAfterAnother = 10;
const mostAttempts = 16;
/** How long to retry, as a control, a request that was refused with something other than 429. */
const patienceWithOthersMs = 30_000;

/** A request after its attempts under the limit; `settle` finds out the outcome once the limit has lifted. */
export interface TriedRequest {
  settle(session: Session, policy: BackoffPolicy): Promise<LimitedRequest>;
}

/**
 * Sends a request several times, reaching the limit again before each.
 *
 * @param api - the caller; waiting is turned off here
 * @param workedBefore - whether it was accepted before the flood
 */
export async function tryWhileLimited(
  tried: LimitedTry,
  flood: Flood,
  api: Api,
  workedBefore: boolean | null,
): Promise<TriedRequest> {
  const otherRefusals: number[] = [];
  const limitedAt: number[] = [];
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const wanted = otherRefusals.length === 1 ? refusalsAfterAnother : refusalsWanted;
    if (limitedAt.length + otherRefusals.length >= wanted) break;
    const answer = await sendOnce(tried, flood, api, attempt);
    if (answer === null) break;
    const isLimited = classOf(answer).kind === 'limited';
    if (isLimited) limitedAt.push(attempt);
    else if (!answer.ok) otherRefusals.push(answer.status);
    // A record that may be gone reveals nothing more.
    if (tried.once && (isLimited || (answer.ok && tried.another?.() !== true))) break;
  }
  return {
    settle: async (patient, policy) => {
      const limited = limitedAt.length > 0;
      const hadEffectAtOnce = limited && (await seen(tried, limitedAt));
      const isDone = tried.once && hadEffectAtOnce;
      // A request accepted right before the flood must be accepted again, however it was refused meanwhile.
      const isAwaited = limited || (workedBefore === true && !tried.once);
      const control =
        isDone || (!limited && otherRefusals.length === 0)
          ? null
          : await controlOf(tried, patient, isAwaited && tried.spared !== true ? policy : briefly(policy));
      return {
        operation: tried.operation,
        changes: tried.effectOf !== null,
        otherRefusals,
        limited,
        // Checks again: what was postponed may have been done meanwhile.
        hadEffect: hadEffectAtOnce || (limited && !tried.once && (await seen(tried, limitedAt))),
        worksLater: control?.works ?? false,
        workedBefore,
        lift: control?.lift ?? null,
      };
    },
  };
}

/** Whether a request was accepted before the flood, or what is known of it if it was already locked out. */
export type Before =
  | { readonly kind: 'open'; readonly worked: boolean | null }
  | { readonly kind: 'shut'; readonly seen: LimitedRequest };

/**
 * Sends a request once before the flood; repeatedly if it is already limited, as an earlier flood may have left it.
 *
 * @throws Unmet if it stays limited and was never accepted in this run: it is unknown whether it ever is
 */
export async function tryBefore(tried: LimitedTry, session: Session, policy: BackoffPolicy): Promise<Before> {
  const wasTaken = session.state.successes.of(tried.operation).length > 0;
  if (tried.spared === true) return { kind: 'open', worked: null };
  if (tried.once) return { kind: 'open', worked: wasTaken ? true : null };
  const send = async (): Promise<Answer> =>
    tried.send(session.api.control.with({ impatient: true }), 'before');
  const answer = await send().catch(whereUnmet(null));
  // An earlier flood may have locked it out, and not with 429.
  const isShut = answer?.ok === false && session.state.limitedForGood.has(tried.operation);
  if (classOf(answer).kind !== 'limited' && !isShut) return { kind: 'open', worked: answer?.ok ?? false };
  const lift = await awaitLift(session.clock, send, policy);
  if (lift.through) return { kind: 'open', worked: true };
  const { operation } = tried;
  if (!wasTaken) throw new Unmet(`\`${requestOf[operation]}\` was limited before the flood began`);
  return {
    kind: 'shut',
    seen: {
      operation,
      changes: tried.effectOf !== null,
      otherRefusals: [],
      limited: true,
      hadEffect: false,
      worksLater: false,
      workedBefore: true,
      lift,
    },
  };
}

/** Null if a budget is used up. */
async function sendOnce(tried: LimitedTry, flood: Flood, api: Api, attempt: number): Promise<Answer | null> {
  try {
    await flood.refill();
    return await flood.behindOthers(async () => tried.send(api.with({ impatient: true }), attempt));
  } catch (error) {
    return whereUnmet(null)(error);
  }
}

/**
 * The same request, with backoff until it is accepted: right after the lift it may hit the limit again, and a broken
 * target then answers it as it did before.
 */
async function controlOf(
  tried: LimitedTry,
  { api, clock, state }: Session,
  policy: BackoffPolicy,
): Promise<{ readonly works: boolean; readonly lift: Lift }> {
  const lift = await awaitLift(
    clock,
    async () => tried.send(api.control.with({ impatient: true }), 'later'),
    policy,
  );
  return { works: lift.through && (tried.effectOf === null || (await appears(state, tried))), lift };
}

function briefly(policy: BackoffPolicy): BackoffPolicy {
  return { ...policy, totalMs: Math.min(policy.totalMs, patienceWithOthersMs) };
}

async function appears(waiter: Waiter, tried: LimitedTry): Promise<boolean> {
  const look = async (): Promise<boolean> => seen(tried, ['later']);
  return (await eventually(waiter, laterChange(tried.operation), look, Boolean)).shown;
}

async function seen(tried: LimitedTry, which: readonly Attempt[]): Promise<boolean> {
  return tried.effectOf !== null && tried.effectOf(which);
}
