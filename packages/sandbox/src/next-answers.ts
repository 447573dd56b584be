/** Answers that a test plans for upcoming requests: bursts of 429, or anything it makes up. */
import type { Behaviour } from './behaviour.ts';
import type { AdmittedCall } from './call.ts';
import { routes } from './http/routes.ts';
import type { Operation } from './request-record.ts';

/** Which upcoming requests are meant. */
export interface NextOptions {
  /** Only requests for this operation; all by default. */
  readonly operation?: Operation;
}

/** What a burst of 429 looks like. */
export interface LimitNextOptions extends NextOptions {
  /** The header `Retry-After`, in seconds or as a date; none by default, whatever the dialect says. */
  readonly retryAfter?: number | Date;
}

/** Makes up an answer. If it throws, the caller's request fails with that, as if the network had failed. */
export type MadeUpAnswer = (request: Request) => Response | Promise<Response>;

/** Plans answers. */
export interface Planning {
  /**
   * Answers the next requests with 429, as the dialect specifies, and without effect. Only requests with a valid key
   * count.
   *
   * @throws {RangeError} if `times` is not a whole number above 0 (or Infinity), or `retryAfter` is negative
   * @throws {TypeError} for an unknown operation or option, or if `retryAfter` is not a number or date
   */
  readonly limitNext: (times: number, options?: LimitNextOptions) => void;
  /**
   * Answers the next requests with what `answer` makes up, instead of the sandbox.
   *
   * @throws {RangeError} if `times` is not a whole number above 0 (or Infinity)
   * @throws {TypeError} for an unknown operation or option, or if `answer` is not a function
   */
  readonly answerNext: (times: number, answer: MadeUpAnswer, options?: NextOptions) => void;
  /** How many planned answers are left. */
  readonly pendingAnswers: number;
}

/** Plans answers, and hands them out. */
export interface NextAnswers extends Planning {
  /** The answer made up for a request for this operation, if any. */
  madeUp(operation: Operation): MadeUpAnswer | null;
  /** The behaviour with its bursts of 429. */
  limiting(behaviour: Behaviour): Behaviour;
}

/** Wraps what a made-up answer throws; the router's handler for faults of the sandbox lets it through. */
export class MadeUpFailure extends Error {
  override readonly name = 'MadeUpFailure';
}

interface Plan<T> {
  left: number;
  readonly operation: Operation | undefined;
  readonly what: T;
}

/** Nothing planned yet. */
export function nextAnswers(): NextAnswers {
  const answers: Plan<MadeUpAnswer>[] = [];
  const limits: Plan<string | null>[] = [];
  return {
    limitNext: (times, options = {}) => {
      checkNames(options, ['operation', 'retryAfter']);
      const { operation, retryAfter } = options;
      limits.push({ left: counted(times), operation: known(operation), what: retryAfterText(retryAfter) });
    },
    answerNext: (times, answer, options = {}) => {
      checkNames(options, ['operation']);
      if (typeof answer !== 'function')
        throw new TypeError('the answer must be a function that returns a Response');
      answers.push({ left: counted(times), operation: known(options.operation), what: answer });
    },
    get pendingAnswers() {
      return [...answers, ...limits].reduce((sum, { left }) => sum + left, 0);
    },
    madeUp: (operation) => taken(answers, operation)?.what ?? null,
    limiting: (behaviour) => limiting(behaviour, (operation) => taken(limits, operation)),
  };
}

function limiting(
  behaviour: Behaviour,
  take: (operation: Operation) => Plan<string | null> | undefined,
): Behaviour {
  const limited = new WeakMap<AdmittedCall, Plan<string | null>>();
  return {
    ...behaviour,
    admit: (call) => {
      const plan = take(call.operation);
      if (plan === undefined) return behaviour.admit(call);
      limited.set(call, plan);
      return { admitted: false, waitMs: 0 };
    },
    limited: async (waitMs, call, perform) => {
      const answer = await behaviour.limited(waitMs, call, perform);
      const plan = limited.get(call);
      if (plan === undefined) return answer;
      const others = Object.entries(answer.headers).filter(
        ([name]) => !/^(retry-after|ratelimit)/i.test(name),
      );
      const retryAfter = plan.what === null ? {} : { 'retry-after': plan.what };
      return { ...answer, headers: { ...Object.fromEntries(others), ...retryAfter } };
    },
  };
}

function taken<T>(plans: Plan<T>[], operation: Operation): Plan<T> | undefined {
  const plan = plans.find((one) => one.left > 0 && (one.operation ?? operation) === operation);
  if (plan !== undefined) plan.left -= 1;
  return plan;
}

function counted(times: number): number {
  if (times === Infinity || (Number.isInteger(times) && times > 0)) return times;
  throw new RangeError(`the number of requests must be a whole number above 0, or Infinity; not ${times}`);
}

function checkNames(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`there is no option ${unknown}; the options are ${names.join(', ')}`);
  }
}

function known(operation: Operation | undefined): Operation | undefined {
  const operations: readonly Operation[] = [...routes.map((route) => route.operation), 'unknown'];
  if (operation === undefined || operations.includes(operation)) return operation;
  throw new TypeError(
    `there is no operation ${JSON.stringify(operation)}; the operations are ${operations.join(', ')}`,
  );
}

function retryAfterText(value: number | Date | undefined): string | null {
  if (value === undefined) return null;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toUTCString();
  if (typeof value !== 'number')
    throw new TypeError('retryAfter must be seconds as a number, or a valid date');
  if (value >= 0 && value < Infinity) return String(value);
  throw new RangeError(`retryAfter must be seconds, 0 or more, or a date; not ${value}`);
}
