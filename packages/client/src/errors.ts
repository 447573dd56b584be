/**
 * What the client throws about a request. None of it shows the credential or, apart from the service's words about a
 * failure, the content of a body in a message, in JSON or in `util.inspect`: bodies and responses are available only by
 * name.
 */
import type { RetryEnd } from './backoff-schedule.ts';
import { bodyOf, factsOf, jsonOf, unread } from './call-facts.ts';
import type { AnswerFacts, CallFacts, RequestSummary } from './call-facts.ts';
import { abortedOf } from './in-time.ts';
import { codeOf, masked } from './masking.ts';
import { wordsOf } from './server-words.ts';

/** Gives a kind of errors its name, which a minified class does not keep. */
function named(kind: { prototype: Error }, name: string): void {
  kind.prototype.name = name;
}

/** What was wrong, in one or several parts of a message. */
type Problem = string | readonly (string | undefined)[];

/** Any failure of a request; a wrong argument is a TypeError or RangeError instead. */
export abstract class OutreachError extends Error {
  static {
    named(this, 'OutreachError');
  }
  /** `instanceof` narrows to all kinds, so that `name` then distinguishes them. */
  declare static readonly [Symbol.hasInstance]: <Kind>(
    this: Kind,
    value: unknown,
  ) => value is InstanceOf<Kind>;
  declare readonly name: OutreachFailure['name'];
  declare readonly request: RequestSummary;
  declare readonly attempts: number;
  /** The status of the last answer; null if none started. */
  declare readonly status: number | null;
  /** The id that the service gave the last attempt; null if no answer started or it gives none. */
  declare readonly requestId: string | null;

  /** @param thrown - the cause, as it was thrown */
  constructor(call: CallFacts, problem?: Problem, thrown = call.broken) {
    const { request, attempt: attempts, status, requestId } = factsOf(call);
    const facts = [call.response && `answered ${status}`, problem, call.broken && 'its body broke off'];
    const cause = masked(thrown, call.mask);
    const reason = cause === undefined ? '' : ` (${reasonOf(cause)})`;
    super(
      `${request.method} ${request.url}: ${facts.flat().filter(Boolean).join('; ')}${reason}`,
      cause === undefined ? cause : { cause },
    );
    Object.assign(this, { request, attempts, status, requestId });
  }

  /** What may be written to a log. */
  toJSON(): object {
    return Object.assign({}, this, { name: this.name, message: this.message });
  }
}

/** How `util.inspect` passes itself to an object that formats itself. */
type Inspect = (value: unknown, options: object) => string;

/** An answer came, but it is unusable. */
abstract class AnswerError extends OutreachError {
  declare readonly status: number;
  readonly #answer: AnswerFacts;

  constructor(answer: AnswerFacts, problem?: Problem) {
    super(answer, problem);
    this.#answer = answer;
  }

  /** The body as it came. It may contain anything, even a credential: be careful where you write it. */
  get body(): string {
    return bodyOf(this.#answer);
  }

  /** The body as JSON; undefined if it is not JSON. It is read on each access, and may contain anything. */
  get data(): unknown {
    return jsonOf(this.#answer);
  }

  /** The answer itself, its body unread. */
  get response(): Response {
    return unread(this.#answer);
  }

  /** `util.inspect` with the option `getters` would open body, data and response. */
  [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: object, inspect: Inspect): string {
    return inspect(this, { ...options, getters: false, customInspect: false });
  }
}

/** The answer is not 2xx. Redirects are not followed: the credential is sent nowhere else. */
export class StatusError extends AnswerError {
  static {
    named(this, 'StatusError');
  }
  declare readonly name: StatusErrorName;

  constructor(answer: AnswerFacts, problem?: string) {
    super(answer, [problem, wordsOf(answer)]);
  }
}

/** 401: the credential was not accepted. */
export class UnauthorizedError extends StatusError {
  static {
    named(this, 'UnauthorizedError');
  }
  declare readonly name: 'UnauthorizedError';
}

/** 403: the credential does not allow it. */
export class ForbiddenError extends StatusError {
  static {
    named(this, 'ForbiddenError');
  }
  declare readonly name: 'ForbiddenError';
}

/** 404: there is no such record, or none that this key may see. */
export class NotFoundError extends StatusError {
  static {
    named(this, 'NotFoundError');
  }
  declare readonly name: 'NotFoundError';
}

/** 422: the body was understood but not accepted. */
export class UnprocessableError extends StatusError {
  static {
    named(this, 'UnprocessableError');
  }
  declare readonly name: 'UnprocessableError';
}

/** A webhook test was not answered with success: if the service passes it on, that is the target's own answer. */
export class WebhookTestError extends StatusError {
  static {
    named(this, 'WebhookTestError');
  }
  declare readonly name: 'WebhookTestError';
}

/** 429: the account's rate limit is exceeded, and retrying was given up. */
export class RateLimitError extends StatusError {
  static {
    named(this, 'RateLimitError');
  }
  declare readonly name: 'RateLimitError';
  /** Why it was given up. */
  declare readonly gaveUp: RetryEnd;
  /** The header `Retry-After` as it came; null if there is none. */
  declare readonly retryAfter: string | null;
  /** What `Retry-After` asks for, in milliseconds; null if it is missing or unreadable. */
  declare readonly retryAfterMs: number | null;

  constructor(answer: AnswerFacts, gaveUp: RetryEnd) {
    super(answer, `given up after attempt ${answer.attempts} (${gaveUp})`);
    const { response, retryAfterMs, mask } = answer;
    const header = response.headers.get('retry-after');
    Object.assign(this, { gaveUp, retryAfter: header && mask(header), retryAfterMs });
  }
}

/** The answer is 2xx, but its body is not as described. The request may have taken effect. */
export class UnreadableAnswerError extends AnswerError {
  static {
    named(this, 'UnreadableAnswerError');
  }
  declare readonly name: 'UnreadableAnswerError';
}

/**
 * No answer, or only a part of one: the `status` is that of an answer whose body was incomplete. Whether the request
 * had an effect is not known.
 */
export class NetworkError extends OutreachError {
  static {
    named(this, 'NetworkError');
  }
  declare readonly name: 'NetworkError';
}

/** No complete answer within `timeoutMs` or `deadlineMs`. Whether the request had an effect is not known. */
export class TimeoutError extends OutreachError {
  static {
    named(this, 'TimeoutError');
  }
  declare readonly name: 'TimeoutError';
}

/** The token function threw, or returned something that is not a key. Nothing was sent. */
export class TokenError extends OutreachError {
  static {
    named(this, 'TokenError');
  }
  declare readonly name: 'TokenError';
}

/** A signal ended it. Whether the request had an effect is not known. */
export class AbortError extends OutreachError {
  static {
    named(this, 'AbortError');
  }
  declare readonly name: 'AbortError';
}

/** The name of a `StatusError` of any kind. */
type StatusErrorName =
  | 'StatusError'
  | 'UnauthorizedError'
  | 'ForbiddenError'
  | 'NotFoundError'
  | 'UnprocessableError'
  | 'WebhookTestError'
  | 'RateLimitError';

/** A `StatusError`, by its name. */
export type StatusFailure =
  | (StatusError & { readonly name: 'StatusError' })
  | UnauthorizedError
  | ForbiddenError
  | NotFoundError
  | UnprocessableError
  | WebhookTestError
  | RateLimitError;

/** An `OutreachError`, by its name: `error.name === 'RateLimitError'` narrows it. */
export type OutreachFailure =
  | StatusFailure
  | UnreadableAnswerError
  | NetworkError
  | TimeoutError
  | TokenError
  | AbortError;

/** What `instanceof` says: for `OutreachError` itself, all of its kinds. */
type InstanceOf<Kind> = Kind extends abstract new (...given: never) => infer Instance
  ? OutreachError extends Instance
    ? OutreachFailure
    : Instance
  : never;

/**
 * Ends a call whose signal has aborted.
 *
 * @throws AbortError
 */
export function throwIfAborted(call: CallFacts): void {
  const signal = abortedOf(call.signals);
  if (signal) throw new AbortError(call, 'aborted by a signal', signal.reason);
}

const byStatus: Record<number, typeof StatusError> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  422: UnprocessableError,
};

/** The error for an unsuccessful answer. */
export function statusError(answer: AnswerFacts, gaveUp: RetryEnd): StatusError {
  const { status } = answer.response;
  if (answer.isWebhookTest) return new WebhookTestError(answer, "may be the answer of the webhook's target");
  if (status === 429) return new RateLimitError(answer, gaveUp);
  // 0: a page cannot see which redirect it was.
  return new (byStatus[status] ?? StatusError)(
    answer,
    status < 400 ? 'redirects are not followed' : undefined,
  );
}

/** The code says most (`ECONNREFUSED`); fetch hides it in the cause of its "fetch failed". */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = codeOf(cause);
  // Node.js refuses a dispatcher of another undici than its own.
  if (code === 'UND_ERR_INVALID_ARG') return `${code}: a dispatcher needs the fetch of its own undici`;
  return code ?? (cause.cause ? reasonOf(cause.cause) : cause.message);
}
