/**
 * What the client throws about a request. None of it shows the credential or what a body holds in a message, in
 * JSON or in `util.inspect`: bodies and responses are handed out only to who asks for them by name.
 */
import type { RetryEnd } from './backoff-schedule.ts';
import { codeOf, masked } from './masking.ts';
import type { Mask } from './masking.ts';

/** The request that it is about. */
export interface RequestSummary {
  method: string;
  url: string;
}

/** What is known of a call. */
export interface CallFacts extends RequestSummary {
  /** How many attempts were made. */
  attempts: number;
  /** The last answer, where one began. */
  response?: Response | undefined;
  /** The body of the last answer, once it has been read. */
  bytes?: ArrayBuffer | undefined;
  /** Why the body of the last answer is not whole. */
  broken?: unknown;
  /** Whether the answer may be that of a webhook's target. */
  isWebhookTest: boolean;
  /** What an answer that is no success asks to wait, in milliseconds; null where it does not say. */
  retryAfterMs: number | null;
  /** Takes the credential out of what is told. */
  mask: Mask;
}

/** A call whose answer has been read. */
export interface AnswerFacts extends CallFacts {
  response: Response;
  bytes: ArrayBuffer;
}

/** Whether the answer of a call has been read. */
export function isAnswered<Call extends CallFacts>(call: Call): call is Call & AnswerFacts {
  return call.bytes !== undefined;
}

/** What may be told of a call: its request without the credential, the status and the id of the last answer. */
export function factsOf({ method, url, attempts, mask, response }: CallFacts): {
  request: RequestSummary;
  attempt: number;
  status: number | null;
  requestId: string | null;
} {
  const ids = ['x-request-id', 'request-id', 'x-correlation-id'];
  return {
    request: { method, url: mask(url) },
    attempt: attempts,
    status: response?.status ?? null,
    requestId: ids.map((name) => response?.headers.get(name)).find(Boolean) ?? null,
  };
}

const decoder = /* @__PURE__ */ new TextDecoder();

/** The body of an answer as text. */
export function bodyOf({ bytes }: AnswerFacts): string {
  return decoder.decode(bytes);
}

/**
 * The response with its body to be read once more. It is made when it is asked for: to clone each response before it
 * is read takes longer than all else that a call does.
 */
export function unread({ response, bytes }: { response: Response; bytes: ArrayBuffer }): Response {
  // No body was read, or the status is one that cannot be constructed.
  if (response.body === null || response.status > 599) return response;
  return Object.defineProperty(new Response(bytes, response), 'url', { value: response.url });
}

/** Gives a kind of errors its name, which a minified class does not keep. */
function named(kind: { prototype: Error }, name: string): void {
  kind.prototype.name = name;
}

/** Any failure of a request; a wrong argument is a TypeError or RangeError instead. */
export abstract class OutreachError extends Error {
  static {
    named(this, 'OutreachError');
  }
  declare readonly request: RequestSummary;
  declare readonly attempts: number;
  /** The status of the last answer; null where none began. */
  declare readonly status: number | null;
  /** The id that the service gave the last attempt; null where no answer began or none is told. */
  declare readonly requestId: string | null;

  /** @param thrown - the cause, as it was thrown */
  constructor(call: CallFacts, problem?: string, thrown = call.broken) {
    const { request, attempt: attempts, status, requestId } = factsOf(call);
    const told = [call.response && `answered ${status}`, problem, call.broken && 'its body broke off'];
    const cause = masked(thrown, call.mask);
    const reason = cause === undefined ? '' : ` (${reasonOf(cause)})`;
    super(
      `${request.method} ${request.url}: ${told.filter(Boolean).join('; ')}${reason}`,
      cause === undefined ? cause : { cause },
    );
    Object.assign(this, { request, attempts, status, requestId });
  }

  /** What may be written to a log. */
  toJSON(): object {
    return Object.assign({}, this, { name: this.name, message: this.message });
  }
}

/** How `util.inspect` hands itself to an object that shows itself. */
type Inspect = (value: unknown, options: object) => string;

/** An answer came, and it is no use. */
abstract class AnswerError extends OutreachError {
  declare readonly status: number;
  readonly #answer: AnswerFacts;

  constructor(answer: AnswerFacts, problem?: string) {
    super(answer, problem);
    this.#answer = answer;
  }

  /** The body as it came. It may hold anything, a credential too: mind where you write it. */
  get body(): string {
    return bodyOf(this.#answer);
  }

  /** The answer itself, its body unread. */
  get response(): Response {
    return unread(this.#answer);
  }

  /** `util.inspect` with the option `getters` would open body and response. */
  [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: object, inspect: Inspect): string {
    return inspect(this, { ...options, getters: false, customInspect: false });
  }
}

/** The answer is not 2xx. Redirects are not followed: the credential goes nowhere else. */
export class StatusError extends AnswerError {
  static {
    named(this, 'StatusError');
  }
}

/** 401: the credential was not accepted. */
export class UnauthorizedError extends StatusError {
  static {
    named(this, 'UnauthorizedError');
  }
}

/** 403: the credential does not allow it. */
export class ForbiddenError extends StatusError {
  static {
    named(this, 'ForbiddenError');
  }
}

/** 404: there is no such record, or none that this key may see. */
export class NotFoundError extends StatusError {
  static {
    named(this, 'NotFoundError');
  }
}

/** 422: the body was understood and not accepted. */
export class UnprocessableError extends StatusError {
  static {
    named(this, 'UnprocessableError');
  }
}

/** A webhook test was not answered with a success: where the service hands it on, that is the target's own answer. */
export class WebhookTestError extends StatusError {
  static {
    named(this, 'WebhookTestError');
  }
}

/** 429: the account's rate limit is exceeded, and trying again was given up. */
export class RateLimitError extends StatusError {
  static {
    named(this, 'RateLimitError');
  }
  /** Why it was given up. */
  declare readonly gaveUp: RetryEnd;
  /** The header `Retry-After` as it came; null where there is none. */
  declare readonly retryAfter: string | null;
  /** What `Retry-After` asks for, in milliseconds; null where it is missing or unreadable. */
  declare readonly retryAfterMs: number | null;

  constructor(answer: AnswerFacts, gaveUp: RetryEnd) {
    super(answer, `given up after attempt ${answer.attempts} (${gaveUp})`);
    const { response, retryAfterMs, mask } = answer;
    const header = response.headers.get('retry-after');
    Object.assign(this, { gaveUp, retryAfter: header && mask(header), retryAfterMs });
  }
}

/** The answer is 2xx, but its body is not what the description says. What was asked for may have been done. */
export class UnreadableAnswerError extends AnswerError {
  static {
    named(this, 'UnreadableAnswerError');
  }
}

/**
 * No answer, or only a part of one: the `status` is that of an answer whose body did not come whole. Whether the
 * request had an effect is not known.
 */
export class NetworkError extends OutreachError {
  static {
    named(this, 'NetworkError');
  }
}

/** No whole answer within `timeoutMs` or `deadlineMs`. Whether the request had an effect is not known. */
export class TimeoutError extends OutreachError {
  static {
    named(this, 'TimeoutError');
  }
}

/** The token function threw, or brought what is no key. Nothing was sent. */
export class TokenError extends OutreachError {
  static {
    named(this, 'TokenError');
  }
}

/** A signal ended it. Whether the request had an effect is not known. */
export class AbortError extends OutreachError {
  static {
    named(this, 'AbortError');
  }
}

const byStatus: Record<number, typeof StatusError> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  422: UnprocessableError,
};

/** The error for an answer that is no success. */
export function statusError(answer: AnswerFacts, gaveUp: RetryEnd): StatusError {
  const { status } = answer.response;
  if (answer.isWebhookTest) return new WebhookTestError(answer, "may be the answer of the webhook's target");
  if (status === 429) return new RateLimitError(answer, gaveUp);
  // 0: a page is not told which redirect it was.
  return status < 400
    ? new StatusError(answer, 'redirects are not followed')
    : new (byStatus[status] ?? StatusError)(answer);
}

/** The code says most (`ECONNREFUSED`); fetch hides it in the cause of its "fetch failed". */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return codeOf(cause) ?? (cause.cause ? reasonOf(cause.cause) : cause.message);
}
