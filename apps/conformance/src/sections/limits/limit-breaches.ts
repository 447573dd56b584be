/** What a target with a broken rate limit would have shown (Errors; Limits). */
import {
  isDistinguishable,
  wasAnswered429,
  otherRefusals,
  repeatedly,
  type LimitedRequest,
  type RateSeen,
} from './limits-seen.ts';

type IsMeant = (one: LimitedRequest) => boolean;

/** At least this many requests are sent if one is refused otherwise than with 429. */
const leastRefusals = 3;

/** Whether it is the request that floods (List webhooks). */
export function isList({ operation }: LimitedRequest): boolean {
  return operation === 'listWebhooks';
}

/** Whether it asks for a webhook call (Test a webhook). */
export function isWebhookTest({ operation }: LimitedRequest): boolean {
  return operation === 'testWebhook';
}

/** Those whose effect would have been visible were done although they were answered 429. */
export function doneAllTheSame(seen: RateSeen, isMeant: IsMeant = () => true): RateSeen | undefined {
  const isShown = (one: LimitedRequest): boolean =>
    one.changes && wasAnswered429(one) && one.worksLater && isMeant(one);
  return changed(seen, isShown, (one) => ({ ...one, hadEffect: true }));
}

/**
 * Requests that were answered 429 were refused otherwise. If one was, and its control was neither accepted nor refused
 * in a way of its own, the cause is unknown.
 */
export function refusedWith(
  seen: RateSeen,
  status: (index: number) => number,
  isMeant: IsMeant,
): RateSeen | undefined {
  if (seen.requests.some((one) => !isDistinguishable(one) && otherRefusals(one).length >= repeatedly))
    return undefined;
  return changed(
    seen,
    (one) => isMeant(one) && wasAnswered429(one) && isDistinguishable(one),
    (one) => {
      const length = Math.max(leastRefusals, one.refusals.flat().length);
      return { ...one, refusals: [Array.from({ length }, (_, index) => status(index))] };
    },
  );
}

/** The limit lifts for other requests, if at all, but never for these. */
export function neverLifted(seen: RateSeen, status: number, isMeant: IsMeant): RateSeen | undefined {
  const lift = { through: false, status, waitedMs: 120_000, announcedLonger: false };
  if (!seen.requests.some((one) => isList(one) && one.worksLater)) return undefined;
  return changed(seen, isMeant, (one) => ({ ...one, refusals: [...one.refusals, [429]], lift }));
}

/** Another key was refused or accepted throughout. */
export function otherKeyWas(
  seen: RateSeen,
  which: 'sameAccount' | 'otherAccount',
  status: number,
): RateSeen | undefined {
  const callers = seen[which];
  if (callers === null) return undefined;
  return { ...seen, [which]: { ...callers, other: callers.other.map(() => status) } };
}

function changed(
  seen: RateSeen,
  isMeant: IsMeant,
  change: (one: LimitedRequest) => LimitedRequest,
): RateSeen | undefined {
  if (!seen.requests.some(isMeant)) return undefined;
  return { ...seen, requests: seen.requests.map((one) => (isMeant(one) ? change(one) : one)) };
}
