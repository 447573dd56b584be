/**
 * What the client throws about a request. None of it shows the credential or the content of a body in a message, in
 * JSON or in `util.inspect`: bodies and responses are available only by name.
 */
import type { RetryEnd } from './backoff-schedule.ts';
import { codeOf, masked } from './masking.ts';
import type { Mask } from './masking.ts';

/** The request that it is about. */
export interface RequestSummary {
  method: string;
  url: string;
}

/** What is known about a call. */
export interface CallFacts extends RequestSummary {
  /** How many attempts were made. */
  attempts: number;
  /** The last answer, if one started. */
  response?: Response | undefined;
  /** The body of the last answer, once it has been read. */
  bytes?: ArrayBuffer | undefined;
  /** Why the body of the last answer is incomplete. */
  broken?: unknown;
  /** Whether the answer may be that of a webhook's target. */
  isWebhookTest: boolean;
  /** What an unsuccessful answer asks to wait, in milliseconds; null if it does not say. */
  retryAfterMs: number | null;
  /** Removes the credential from what is reported. */
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

/** What may be reported about a call: its request without the credential, the status and the id of the last answer. */
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
 * The response, with its body to be read again. It is created on demand: cloning each response before it is read takes
 * longer than all else that a call does.
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
  /** The status of the last answer; null if none started. */
  declare readonly status: number | null;
  /** The id that the service gave the last attempt; null if no answer started or it gives none. */
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

/** How `util.inspect` passes itself to an object that formats itself. */
type Inspect = (value: unknown, options: object) => string;

/** An answer came, but it is unusable. */
abstract class AnswerError extends OutreachError {
  declare readonly status: number;
  readonly #answer: AnswerFacts;

  constructor(answer: AnswerFacts, problem?: string) {
    super(answer, problem);
    this.#answer = answer;
  }

  /** The body as it came. It may contain anything, even a credential: be careful where you write it. */
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

/** The answer is not 2xx. Redirects are not followed: the credential is sent nowhere else. */
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

/** 422: the body was understood but not accepted. */
export class UnprocessableError extends StatusError {
  static {
    named(this, 'UnprocessableError');
  }
}

/** A webhook test was not answered with success: if the service passes it on, that is the target's own answer. */
export class WebhookTestError extends StatusError {
  static {
    named(this, 'WebhookTestError');
  }
}

/** 429: the account's rate limit is exceeded, and retrying was given up. */
export class RateLimitError extends StatusError {
  static {
    named(this, 'RateLimitError');
  }
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
}

/**
 * No answer, or only a part of one: the `status` is that of an answer whose body was incomplete. Whether the request
 * had an effect is not known.
 */
export class NetworkError extends OutreachError {
  static {
    named(this, 'NetworkError');
  }
}

/** No complete answer within `timeoutMs` or `deadlineMs`. Whether the request had an effect is not known. */
export class TimeoutError extends OutreachError {
  static {
    named(this, 'TimeoutError');
  }
}

/** The token function threw, or returned something that is not a key. Nothing was sent. */
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

/** The error for an unsuccessful answer. */
export function statusError(answer: AnswerFacts, gaveUp: RetryEnd): StatusError {
  const { status } = answer.response;
  if (answer.isWebhookTest) return new WebhookTestError(answer, "may be the answer of the webhook's target");
  if (status === 429) return new RateLimitError(answer, gaveUp);
  // 0: a page cannot see which redirect it was.
  return status < 400
    ? new StatusError(answer, 'redirects are not followed')
    : new (byStatus[status] ?? StatusError)(answer);
}

/** The code says most (`ECONNREFUSED`); fetch hides it in the cause of its "fetch failed". */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return codeOf(cause) ?? (cause.cause ? reasonOf(cause.cause) : cause.message);
}
