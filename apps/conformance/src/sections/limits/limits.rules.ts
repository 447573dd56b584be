/** The RATE rules on the rate limit (Errors; Limits). */
import type { LimitsBreaches as Breaches } from '../../rules/breaches/limits.ts';
import { classOf } from '@outreach-api/model/records/answer-class';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import {
  doneAllTheSame,
  isList,
  isWebhookTest,
  neverLifted,
  otherKeyWas,
  refusedWith,
} from './limit-breaches.ts';
import type { OperationId } from '@outreach-api/model/records/operation';
import {
  cutOff,
  isLimited,
  isRefusal,
  wasAnswered429,
  otherRefusals,
  refusalsOfTheLimit,
  repeatedly,
  wasLimited,
  type LimitedRequest,
  type Lift,
  type MixedCallers,
  type RateSeen,
} from './limits-seen.ts';

const { holds, shownBy } = judging<Breaches>();

/** This many answers that a gateway may have given, in a row or for a quarter of the requests, are no accident. */
const leastOfAHabit = 3;
/** For these, a later refusal may concern what the request uses up. */
const uses: Partial<Record<OperationId, true>> = {
  createApiKey: true,
  testWebhook: true,
  deleteWebhook: true,
  deleteSenderProfile: true,
};

/**
 * RATE-01: past the account's limit the answer is 429, not another refusal.
 *
 * Another refusal counts if the same request was refused that way repeatedly while limited, alone or when the limit
 * was first reached, and was accepted before or after, or refused in a way of its own afterwards (a quota of keys): a
 * server that breaks down under the flood, and stays down, is not judged. Answers that a gateway may have given count if
 * they come each time, or too often to be an accident.
 */
export const limitIsAnswered429: RuleDefinition<Breaches, RateSeen> = {
  id: 'RATE-01',
  judge: ({ requests, sameAccount, createdAlone }) => {
    if (requests.some((one) => isList(one) && !one.worksLater)) return held;
    return every([
      answered429('listWebhooks', 'created-key-limited-not-with-429', [refusalsOfItsOwn(sameAccount)]),
      answered429('listWebhooks', 'created-key-limited-not-with-429', [createdAlone.filter(isRefusal)]),
      ...requests.map((one) => answered429(one.operation, 'limited-not-with-429', refusalsOfTheLimit(one))),
    ]);
  },
  breaches: {
    '503 instead of 429': (seen) => refusedWith(seen, () => 503, isList),
    '403 instead of 429': (seen) => refusedWith(seen, () => 403, isList),
    'the connection is cut': (seen) => refusedWith(seen, () => cutOff, isList),
    '503 once three were answered 429': (seen) =>
      refusedWith(seen, (index) => (index < 3 ? 429 : 503), isList),
    'every other answer is 500': (seen) =>
      refusedWith(seen, (index) => (index % 2 === 0 ? 429 : 500), isList),
    'a change is answered 403': (seen) =>
      refusedWith(
        seen,
        () => 403,
        ({ changes }) => changes,
      ),
    'all but the list is answered 503': (seen) =>
      refusedWith(
        seen,
        () => 503,
        (one) => !isList(one),
      ),
  },
  breachesWith: [
    {
      need: 'createApiKeys',
      breaches: {
        'creating a key is answered 503': (seen) =>
          refusedWith(
            seen,
            () => 503,
            ({ operation }) => operation === 'createApiKey',
          ),
      },
    },
    {
      need: 'deliveries',
      breaches: {
        'testing a webhook is answered 503': (seen) => refusedWith(seen, () => 503, isWebhookTest),
      },
    },
  ],
};

/**
 * RATE-02: the limit is per account: a key of the same account is limited with it, a key of another is not.
 *
 * Single answers prove nothing, since a limit may let one request through now and then. So the requests of both keys
 * are interleaved while the flooding key is limited: only if all of the other key's are accepted, or all refused, are
 * the keys counted separately, or together. The other account may have hit a limit of its own: its refusals count if
 * they recur with this account's, after it was accepted and has rested meanwhile.
 */
export const limitIsPerAccount: RuleDefinition<Breaches, RateSeen> = {
  id: 'RATE-02',
  judge: ({ sameAccount, otherAccount }) =>
    every([
      holds(
        sameAccount === null || !wasLimited(sameAccount) || sameAccount.other.some(isRefusal),
        'created-key-not-limited',
        { requests: sameAccount?.other.length ?? 0 },
      ),
      holds(
        otherAccount === null || !wasLimited(otherAccount) || !otherAccount.other.every(isRefusal),
        'other-account-limited',
        { requests: otherAccount?.other.length ?? 0 },
      ),
    ]),
  breaches: {
    'each key has a limit of its own': (seen) => otherKeyWas(seen, 'sameAccount', 200),
    'all accounts share one limit': (seen) => otherKeyWas(seen, 'otherAccount', 429),
  },
};

/**
 * RATE-03: a client with exponential backoff gets through again, with whatever was limited.
 *
 * The description gives no time, so a limit that never lifts cannot be distinguished from one that lifts very late. What can be
 * required is what a client can do: our client's documented patience of 120 seconds, with waits that double up to 48
 * seconds and are never shorter than what the target announces. A limit that outlasts it unannounced is a breach in
 * that sense. One that announces a longer wait (`Retry-After` and the like) is not judged.
 */
export const backingOffGetsThrough: RuleDefinition<Breaches, RateSeen> = {
  id: 'RATE-03',
  judge: ({ requests }) =>
    every(
      requests.flatMap((one) =>
        one.workedBefore === true && one.lift !== null && isOfTheLimit(one, one.lift)
          ? [lifted(one.operation, one.lift)]
          : [],
      ),
    ),
  breaches: {
    'the limit never lifts': (seen) => neverLifted(seen, 429, isList),
    'the key is locked out for good': (seen) => neverLifted(seen, 403, isList),
  },
  breachesWith: [
    {
      need: 'deliveries',
      breaches: {
        'the limit never lifts for webhook tests': (seen) => neverLifted(seen, 429, isWebhookTest),
      },
    },
  ],
};

/**
 * RATE-04: a request answered with 429 had no effect. The control is the same request, accepted later and with effect.
 */
export const limitedRequestHasNoEffect: RuleDefinition<Breaches, RateSeen> = {
  id: 'RATE-04',
  judge: ({ requests }) =>
    every(
      requests.map(({ operation, hadEffect }) =>
        shownBy(holds(!hadEffect, 'limited-request-took-effect', { operation }), {
          operations: [operation],
          statuses: [429],
        }),
      ),
    ),
  breaches: {
    'what is answered 429 is done all the same': (seen) => doneAllTheSame(seen),
  },
  breachesWith: [
    {
      need: 'deliveries',
      breaches: {
        'a webhook test answered 429 is done all the same': (seen) => doneAllTheSame(seen, isWebhookTest),
      },
    },
  ],
};

/** @param together - refusals of the same request, those of one list under the same circumstances */
function answered429(
  operation: OperationId,
  code: 'limited-not-with-429' | 'created-key-limited-not-with-429',
  together: readonly (readonly number[])[],
): Judgement<Breaches> {
  const refusals = [...Map.groupBy(together.flat(), (status) => status)].map(([status, all]) => ({
    status: status === cutOff ? null : status,
    times: all.length,
  }));
  return shownBy(holds(together.flatMap(countedIn).length < repeatedly, code, { operation, refusals }), {
    operations: [operation],
    statuses: refusals.flatMap(({ status }) => status ?? []),
  });
}

/** The refusals other than 429 that count as evidence. */
function countedIn(refusals: readonly number[]): readonly number[] {
  const accidents = refusals.filter(mayBeAnAccident);
  const isEach = accidents.length === refusals.length;
  const isHabit = hasRunOf(leastOfAHabit, refusals) || accidents.length >= refusals.length / 4;
  const isCounted = isEach || (accidents.length >= leastOfAHabit && isHabit);
  return refusals.filter((status) => !isLimited(status) && (isCounted || !mayBeAnAccident(status)));
}

function mayBeAnAccident(status: number): boolean {
  return classOf({ status }).kind === 'unknown';
}

function hasRunOf(length: number, refusals: readonly number[]): boolean {
  return refusals.some((_, from) => {
    const run = refusals.slice(from, from + length);
    return run.length === length && run.every(mayBeAnAccident);
  });
}

/**
 * The created key's refusals, if every request of the main key interleaved with them got 429 and none of the created
 * key's did: many were in progress at once, so an occasional other refusal may have another cause.
 */
function refusalsOfItsOwn(callers: MixedCallers | null): readonly number[] {
  if (callers === null || !wasLimited(callers)) return [];
  const isPlain = callers.flooding.filter(isRefusal).every(isLimited);
  const refusals = callers.other.filter(isRefusal);
  return isPlain && !refusals.some(isLimited) ? refusals : [];
}

function lifted(
  operation: OperationId,
  { through, status, waitedMs, announcedLonger }: Lift,
): Judgement<Breaches> {
  const seconds = Math.round(waitedMs / 1000);
  return shownBy(holds(through || announcedLonger, 'limit-never-lifts', { operation, status, seconds }), {
    operations: [operation],
    ...(status === null ? {} : { statuses: [status] }),
  });
}

/**
 * Whether it is the limit that still refuses a request; for those that use something up, another refusal may concern
 * that.
 */
function isOfTheLimit(one: LimitedRequest, { status }: Lift): boolean {
  if (status !== null && isLimited(status)) return wasAnswered429(one);
  return uses[one.operation] !== true && (wasAnswered429(one) || otherRefusals(one).length >= repeatedly);
}
