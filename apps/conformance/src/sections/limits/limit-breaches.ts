/** What a target with a broken rate limit would have shown (Errors; Limits). */
import { canBeTold, type LimitedRequest } from './limits-seen.ts';
import { repeatedly, type RateSeen, type MixedCallers } from './limits-seen.ts';

export function isWebhookTest({ operation }: LimitedRequest): boolean {
  return operation === 'testWebhook';
}

export function done(one: LimitedRequest): LimitedRequest {
  return { ...one, hadEffect: true };
}

/** The outcome for a client that backed off in vain. */
const closed = { through: false, status: 429, waitedMs: 120_000, announcedLonger: false };

export function onLimited(
  seen: RateSeen,
  which: (one: LimitedRequest) => boolean,
  change: (one: LimitedRequest) => LimitedRequest,
): RateSeen | undefined {
  const isMeant = (one: LimitedRequest): boolean => one.limited && which(one);
  if (!seen.others.some(isMeant)) return undefined;
  return { ...seen, others: seen.others.map((one) => (isMeant(one) ? change(one) : one)) };
}

/** Whether the effect of a limited request would have been visible. */
export function isShown({ changes, limited, worksLater }: LimitedRequest): boolean {
  return changes && limited && worksLater;
}

/**
 * If one was refused in another way, and its control was neither accepted nor refused in a way of its own, the cause is
 * unknown.
 */
export function othersRefusedWith(
  seen: RateSeen,
  status: number,
  which: (one: LimitedRequest) => boolean,
): RateSeen | undefined {
  const isTold = seen.others.every((one) => canBeTold(one) || one.otherRefusals.length < repeatedly);
  if (!isTold || !seen.others.some((one) => which(one) && one.limited && canBeTold(one))) return undefined;
  return {
    ...seen,
    others: seen.others.map((one) =>
      which(one) && one.limited ? { ...one, limited: false, otherRefusals: [status, status, status] } : one,
    ),
  };
}

export function refusedWith(seen: RateSeen, status: (index: number) => number): RateSeen | undefined {
  if (!seen.statuses.includes(429)) return undefined;
  let refusals = -1;
  const instead = (taken: number): number => {
    if (taken !== 429) return taken;
    refusals += 1;
    return status(refusals);
  };
  return { ...seen, met: seen.met.map(instead), statuses: seen.statuses.map(instead) };
}

export function otherKeyWas(
  seen: RateSeen,
  which: 'sameAccount' | 'otherAccount',
  status: number,
): RateSeen | undefined {
  const callers: MixedCallers | null = seen[which];
  return callers === null
    ? undefined
    : { ...seen, [which]: { ...callers, other: callers.other.map(() => status) } };
}

export function neverLifted(seen: RateSeen, status: number): RateSeen | undefined {
  return seen.lift.through ? { ...seen, lift: { ...seen.lift, ...closed, status } } : undefined;
}

/** The same for some requests that were tried while the account was limited. */
export function neverLiftedFor(
  seen: RateSeen,
  which: (one: LimitedRequest) => boolean,
): RateSeen | undefined {
  if (!seen.lift.through || !seen.others.some(which)) return undefined;
  const others = seen.others.map((one) => (which(one) ? { ...one, limited: true, lift: closed } : one));
  return { ...seen, others };
}
