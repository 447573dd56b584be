import { every, held, holds, show, type Judgement } from '../engine/judgement.ts';
import { defineRule } from '../engine/rule.ts';
import type { LimitedRequest } from '../experiments/limited-request.ts';
import {
  rateLimit,
  rateLimitOnDelivery,
  wasLimited,
  type MixedCallers,
  type RateSeen,
} from '../experiments/rate-limit.ts';

/** How often another refusal must have come before it counts: once may be an accident. */
const repeatedly = 2;

/**
 * RATE-01: past the account's limit the answer is 429, not another refusal.
 *
 * Another refusal counts where the same request was refused so repeatedly while limited, and was taken before and
 * after: a server that breaks down under the flood, and stays down, is not judged.
 */
export const limitIsAnswered429 = defineRule({
  id: 'RATE-01',
  from: [rateLimit, rateLimitOnDelivery],
  judge: ({ statuses, changes, lift }) => {
    if (!lift.through) return held;
    return every([
      answered429(
        'listWebhooks',
        statuses.filter((status) => status < 200 || status > 299),
      ),
      ...changes
        .filter(({ worksLater }) => worksLater)
        .map(({ operation, otherRefusals }) => answered429(operation, otherRefusals)),
    ]);
  },
  breaches: {
    '503 instead of 429': (seen) => refusedWith(seen, () => 503),
    '403 instead of 429': (seen) => refusedWith(seen, () => 403),
    '503 once three were answered 429': (seen) => refusedWith(seen, (index) => (index < 3 ? 429 : 503)),
    'every other answer is 500': (seen) => refusedWith(seen, (index) => (index % 2 === 0 ? 429 : 500)),
  },
});

/**
 * RATE-02: the limit is per account: a key of the same account is limited with it, a key of another is not.
 *
 * Single answers prove nothing, since a limit may let in one request now and then. So requests of both keys are
 * mixed while the flooding key is limited: only where each of the other key's is let in, or each refused, is it
 * counted apart, or together.
 */
export const limitIsPerAccount = defineRule({
  id: 'RATE-02',
  from: rateLimit,
  judge: ({ sameAccount, otherAccount }) =>
    every([
      holds(
        sameAccount === null || !wasLimited(sameAccount) || sameAccount.other.includes(true),
        'a created key of the same account is limited with the main key',
        `each of ${sameAccount?.other.length ?? 0} requests with it was taken while the main key was refused`,
      ),
      holds(
        otherAccount === null || !wasLimited(otherAccount) || otherAccount.other.includes(false),
        "a key of another account is not limited by this account's requests",
        `each of ${otherAccount?.other.length ?? 0} requests with it was refused while this account was limited`,
      ),
    ]),
  breaches: {
    'each key has a limit of its own': (seen) => otherKeyWas(seen, 'sameAccount', false),
    'all accounts share one limit': (seen) => otherKeyWas(seen, 'otherAccount', true),
  },
});

/**
 * RATE-03: a client that backs off exponentially gets through again.
 *
 * The description names no time, so a limit that never lifts cannot be told from one that lifts very late. What can
 * be asked is what a client can do: our client's documented patience of 120 seconds, with waits that double up to
 * 30 seconds and never undercut what the target announces. A limit that outlasts it unannounced is a breach in that
 * sense. One that announces a longer wait (`Retry-After` and the like) is not judged.
 */
export const backingOffGetsThrough = defineRule({
  id: 'RATE-03',
  from: rateLimit,
  judge: ({ statuses, lift }) => {
    if (!statuses.includes(429) || lift.announcedLonger) return held;
    const seconds = Math.round(lift.waitedMs / 1000);
    return holds(
      lift.through,
      'the list is answered again after backing off',
      `still answered ${show(lift.status)} after ${seconds} seconds of exponential backoff`,
    );
  },
  breaches: {
    'the limit never lifts': (seen) => neverLifted(seen, 429),
    'the key is shut out for good': (seen) => neverLifted(seen, 403),
  },
});

/** RATE-04: a request answered 429 had no effect. The control is the same request, taken with its effect later. */
export const limitedRequestHasNoEffect = defineRule({
  id: 'RATE-04',
  from: [rateLimit, rateLimitOnDelivery],
  judge: ({ changes }) =>
    every(
      changes.map(({ operation, hadEffect }) =>
        holds(
          !hadEffect,
          `${operation} has no effect where it is answered 429`,
          'its effect was seen when the limit had lifted',
        ),
      ),
    ),
  breaches: {
    'what is answered 429 is done all the same': (seen) => {
      if (!seen.changes.some(isShown)) return undefined;
      return {
        ...seen,
        changes: seen.changes.map((change) => (isShown(change) ? { ...change, hadEffect: true } : change)),
      };
    },
  },
});

function answered429(operation: string, refusals: readonly number[]): Judgement {
  const others = refusals.filter((status) => status !== 429);
  return holds(
    others.length < repeatedly,
    `${operation} is answered 429 past the limit`,
    `it was answered ${refusals.join(', ')}`,
  );
}

/** Whether the effect of a limited request would have been seen. */
function isShown({ limited, worksLater }: LimitedRequest): boolean {
  return limited && worksLater;
}

function refusedWith(seen: RateSeen, status: (index: number) => number): RateSeen | undefined {
  if (!seen.statuses.includes(429)) return undefined;
  let refusals = -1;
  const statuses = seen.statuses.map((taken) => {
    if (taken !== 429) return taken;
    refusals += 1;
    return status(refusals);
  });
  return { ...seen, statuses };
}

function otherKeyWas(
  seen: RateSeen,
  which: 'sameAccount' | 'otherAccount',
  refused: boolean,
): RateSeen | undefined {
  const callers: MixedCallers | null = seen[which];
  return callers === null
    ? undefined
    : { ...seen, [which]: { ...callers, other: callers.other.map(() => refused) } };
}

function neverLifted(seen: RateSeen, status: number): RateSeen | undefined {
  return seen.lift.through
    ? { ...seen, lift: { ...seen.lift, through: false, status, waitedMs: 120_000 } }
    : undefined;
}
