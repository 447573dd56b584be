/** Requests other than the list, sent while the account was limited. */
import type { BackoffPolicy } from '@outreach-api/client';
import { laterChange } from '../../http/bounds.ts';
import { eventually, type Waiter } from '../../engine/eventually.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import type { Api, OperationId } from '../../session/api.ts';
import type { Answer } from '../../records/exchange.ts';
import { requestOf } from '../../session/request-of.ts';
import type { Session } from '../../session/session.ts';
import type { Flood } from './flood.ts';
import { awaitLift, type Lift } from './lift.ts';

/** A request other than the list, sent while the account was limited, and what came of it. */
export interface LimitedRequest {
  readonly operation: OperationId;
  /** Whether it changes something. */
  readonly changes: boolean;
  /** Statuses other than 429 with which it was refused meanwhile. */
  readonly otherRefusals: readonly number[];
  /** Whether it was answered 429. */
  readonly limited: boolean;
  /** Whether the effect of a request answered 429 was seen afterwards. */
  readonly hadEffect: boolean;
  /** Whether the same request was taken, with its effect, when the limit had lifted: the control. */
  readonly worksLater: boolean;
  /** Whether the operation was taken before the limit was met; null where that is not known. */
  readonly workedBefore: boolean | null;
  /** How the client that sent the control got through; null where there was no reason to send it. */
  readonly lift: Lift | null;
}

/** The number of a request, or the one that is sent when the limit has lifted, or before it was reached. */
export type Attempt = number | 'before' | 'later';

/** A request that can be tried while limited, and its effect, if it has one, seen afterwards. */
export interface LimitedTry {
  readonly operation: OperationId;
  /** Whether it can be done but once. */
  readonly once: boolean;
  /** Turns to another record where the one before was let in; false where none is left. Of those that are done once. */
  another?(): boolean;
  /** Set where it is not sent before the flood, and how soon it is taken again says nothing: what it uses up is limited, too. */
  readonly spared?: true;
  /** Sends it; each time a new one, so that their effects are told apart. */
  send(api: Api, attempt: Attempt): Promise<Answer>;
  /** Whether the effect of any of those is to be seen; null where it only reads. */
  readonly effectOf: ((attempts: readonly Attempt[]) => Promise<boolean>) | null;
}

/** So many refusals are looked at; more where one was of another kind, to tell an accident from a habit. */
const refusalsWanted = 5;
const refusalsAfterAnother = 10;
const mostAttempts = 16;
/** For how long a request that was refused by something else than 429 is tried again, as a control. */
const patienceWithOthersMs = 30_000;

/** A request after its attempts under the limit; `settle` finds out, once it has lifted, what came of it. */
export interface TriedRequest {
  settle(session: Session, policy: BackoffPolicy): Promise<LimitedRequest>;
}

/**
 * Sends a request several times, the limit reached anew before each.
 *
 * @param api - whoever sends it; waiting is turned off here
 * @param workedBefore - whether it was taken before the flood
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
    if (answer.status === 429) limitedAt.push(attempt);
    else if (!answer.ok) otherRefusals.push(answer.status);
    // A record that may be gone tells nothing more.
    if (tried.once && (answer.status === 429 || (answer.ok && tried.another?.() !== true))) break;
  }
  return {
    settle: async (patient, policy) => {
      const limited = limitedAt.length > 0;
      const hadEffectAtOnce = limited && (await seen(tried, limitedAt));
      const isDone = tried.once && hadEffectAtOnce;
      // What was taken right before the flood is to be taken again, however it was refused meanwhile.
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
        // Once more: what was put off may have been done meanwhile.
        hadEffect: hadEffectAtOnce || (limited && !tried.once && (await seen(tried, limitedAt))),
        worksLater: control?.works ?? false,
        workedBefore,
        lift: control?.lift ?? null,
      };
    },
  };
}

/** Whether a request was taken before the flood, or what is known of it where it was shut out already. */
export type Before =
  | { readonly kind: 'open'; readonly worked: boolean | null }
  | { readonly kind: 'shut'; readonly seen: LimitedRequest };

/**
 * Sends a request once before the flood; again and again where it is limited by then, as a flood before may have
 * left it.
 *
 * @throws Unmet where it stays limited and was never taken in this run: nobody knows whether it ever is
 */
export async function tryBefore(tried: LimitedTry, session: Session, policy: BackoffPolicy): Promise<Before> {
  const wasTaken = session.state.successesOf(tried.operation).length > 0;
  if (tried.spared === true) return { kind: 'open', worked: null };
  if (tried.once) return { kind: 'open', worked: wasTaken ? true : null };
  const send = async (): Promise<Answer> =>
    tried.send(session.api.control.with({ impatient: true }), 'before');
  const answer = await send().catch(whereUnmet(null));
  // A flood before may have shut it out, and not with 429.
  const isShut = answer?.ok === false && session.state.limitedForGood.has(tried.operation);
  if (answer?.status !== 429 && !isShut) return { kind: 'open', worked: answer?.ok ?? false };
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

/** Null where a budget is used up. */
async function sendOnce(tried: LimitedTry, flood: Flood, api: Api, attempt: number): Promise<Answer | null> {
  try {
    await flood.refill();
    return await flood.behindOthers(async () => tried.send(api.with({ impatient: true }), attempt));
  } catch (error) {
    return whereUnmet(null)(error);
  }
}

/**
 * The same request, backed off until it is taken: right after the lift it may meet the limit again, and a broken
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
