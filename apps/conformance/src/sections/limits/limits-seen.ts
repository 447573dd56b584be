/** What is seen of a rate limit (Errors; Limits). */
import { classOf, isSuccess } from '@outreach-api/model/records/answer-class';
import type { OperationId } from '@outreach-api/model/records/operation';

/** What a flood showed. */
export interface RateSeen {
  /** What was requested past the limit: the list first, then what was tried besides. */
  readonly requests: readonly LimitedRequest[];
  /** A created key of the same account, interleaved with the main key; null if it could not be tried. */
  readonly sameAccount: MixedCallers | null;
  /** The statuses of requests with the created key, each sent alone after reaching the limit again. */
  readonly createdAlone: readonly number[];
  /** A key of another account, interleaved with the main key; null if it could not be tried. */
  readonly otherAccount: MixedCallers | null;
}

/** How often another refusal must occur before it counts: once may be an accident. */
export const repeatedly = 2;

/** Stands for a status if the connection was closed without an answer. */
export const cutOff = 0;

/** Whether a client with exponential backoff got past a limit (Errors). */
export interface Lift {
  readonly through: boolean;
  /** Of the last answer; null if there was none. */
  readonly status: number | null;
  /** How long it took, in milliseconds. */
  readonly waitedMs: number;
  /** Whether it gave up because the target itself announced a wait longer than our patience. */
  readonly announcedLonger: boolean;
}

/** The statuses of two callers whose requests were interleaved while the first was limited. */
export interface MixedCallers {
  readonly flooding: readonly number[];
  readonly other: readonly number[];
}

/** Whether the flooding caller was limited meanwhile: a bucket lets one request through now and then. */
export function wasLimited({ flooding }: MixedCallers): boolean {
  return flooding.filter(isRefusal).length >= 0.75 * flooding.length;
}

/** Whether a status is a refusal: any but 2xx, and none at all. */
export function isRefusal(status: number): boolean {
  return !isSuccess(status);
}

/** A request sent while the account was limited, and its outcome. */
export interface LimitedRequest {
  readonly operation: OperationId;
  /** Whether it changes something. */
  readonly changes: boolean;
  /** The statuses with which it was refused meanwhile, in order; those under the same circumstances together. */
  readonly refusals: readonly (readonly number[])[];
  /** Whether the effect of a request answered with 429 was seen afterwards. */
  readonly hadEffect: boolean;
  /** The control: whether the same request was accepted, and took effect, once the limit had lifted. */
  readonly worksLater: boolean;
  /** Whether the operation was accepted before the limit was reached; null if unknown, or if none was. */
  readonly workedBefore: boolean | null;
  /** How the client that sent the control got through; null if there was no reason to send it. */
  readonly lift: Lift | null;
}

/** Whether a status is 429. */
export function isLimited(status: number): boolean {
  return classOf({ status }).kind === 'limited';
}

/** Whether a request was answered with 429. */
export function wasAnswered429({ refusals }: LimitedRequest): boolean {
  return refusals.flat().some(isLimited);
}

/** Statuses other than 429 with which a request was refused. */
export function otherRefusals({ refusals }: LimitedRequest): readonly number[] {
  return refusals.flat().filter((status) => !isLimited(status));
}

/**
 * The refusals that concern the limit: all if the same request was accepted afterwards. If it was refused then for a
 * reason of its own, those with another status; if it is unknown how it is answered then, those with 429.
 */
export function refusalsOfTheLimit(one: LimitedRequest): readonly (readonly number[])[] {
  if (one.worksLater) return one.refusals;
  const isKnown = isDistinguishable(one);
  const concerns = (status: number): boolean => isLimited(status) || (isKnown && status !== one.lift?.status);
  return one.refusals.map((some) => some.filter(concerns));
}

/** Whether it is known how the same request is answered when no limit is in its way. */
export function isDistinguishable({ worksLater, lift }: LimitedRequest): boolean {
  return worksLater || classOf(lift && { status: lift.status ?? cutOff }).kind === 'refused';
}
