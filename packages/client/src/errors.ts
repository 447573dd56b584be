/**
 * What the client throws about a request. None of it shows the credential or what a body holds in a message, in
 * JSON or in `util.inspect`: bodies and responses are handed out only to who asks for them by name.
 */
import type { BackoffGaveUp } from './backoff.ts';
import type { Mask } from './masking.ts';
import { retryAfterOf } from './retry-after.ts';

/** The request that it is about. */
export interface RequestSummary {
  method: string;
  url: string;
}

/** What every error of a request tells. */
export interface RequestFacts {
  request: RequestSummary;
  /** How many attempts were made. */
  attempts: number;
  /** The last answer, where one began. */
  response?: Response | undefined;
}

/** An answer whose body has been read. */
export interface AnswerFacts extends RequestFacts {
  response: Response;
  bytes: ArrayBuffer;
  /** Why the body is not whole. */
  broken?: Error | undefined;
}

/** The id that the service gave a request: `X-Request-Id`, `Request-Id` or `X-Correlation-Id`; null without one. */
export function requestIdOf(response: Response | undefined): string | null {
  const ids = ['x-request-id', 'request-id', 'x-correlation-id'];
  return ids.map((name) => response?.headers.get(name)).find(Boolean) ?? null;
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
export function unread({ response, bytes }: AnswerFacts): Response {
  // No body was read, or the status is one that cannot be constructed.
  if (response.body === null || response.status > 599) return response;
  return Object.defineProperty(new Response(bytes, response), 'url', { value: response.url });
}

/** Why a 429 was not tried again; `budget`: the client's retries were used up by other calls. */
export type RetryEnd = NonNullable<BackoffGaveUp>;

/** Any failure of a request; a wrong argument is a TypeError or RangeError instead. */
export abstract class OutreachError extends Error {
  static {
    this.prototype.name = 'OutreachError';
  }
  readonly request: RequestSummary;
  readonly attempts: number;
  /** The id that the service gave the last attempt; null where no answer began or none is told. */
  readonly requestId: string | null;

  constructor({ request, attempts, response }: RequestFacts, problem: string, cause?: unknown) {
    super(`${request.method} ${request.url}: ${problem}`, cause === undefined ? undefined : { cause });
    this.request = request;
    this.attempts = attempts;
    this.requestId = requestIdOf(response);
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
  readonly status: number;
  readonly #body: string;
  readonly #response: Response;

  constructor(facts: AnswerFacts, problem: string) {
    const { broken } = facts;
    super(facts, broken ? `${problem}, and its body broke off (${reasonOf(broken)})` : problem, broken);
    this.status = facts.response.status;
    this.#body = bodyOf(facts);
    this.#response = unread(facts);
  }

  /** The body as it came. It may hold anything, a credential too: mind where you write it. */
  get body(): string {
    return this.#body;
  }

  /** The answer itself; its body can still be read. */
  get response(): Response {
    return this.#response;
  }

  /** `util.inspect` with the option `getters` would open body and response. */
  [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: object, inspect: Inspect): string {
    return inspect(this, { ...options, getters: false, customInspect: false });
  }
}

/** The answer is not 2xx. Redirects are not followed: the credential goes nowhere else. */
export class StatusError extends AnswerError {
  static {
    this.prototype.name = 'StatusError';
  }

  constructor(facts: AnswerFacts, problem = `answered ${facts.response.status}`) {
    super(facts, problem);
  }
}

/** 401: the credential was not accepted. */
export class UnauthorizedError extends StatusError {
  static {
    this.prototype.name = 'UnauthorizedError';
  }
}

/** 403: the credential does not allow it. */
export class ForbiddenError extends StatusError {
  static {
    this.prototype.name = 'ForbiddenError';
  }
}

/** 404: there is no such record, or none that this key may see. */
export class NotFoundError extends StatusError {
  static {
    this.prototype.name = 'NotFoundError';
  }
}

/** 422: the body was understood and not accepted. */
export class UnprocessableError extends StatusError {
  static {
    this.prototype.name = 'UnprocessableError';
  }
}

/** A webhook test was not answered with a success: where the service hands it on, that is the target's own answer. */
export class WebhookTestError extends StatusError {
  static {
    this.prototype.name = 'WebhookTestError';
  }
}

/** 429: the account's rate limit is exceeded, and trying again was given up. */
export class RateLimitError extends StatusError {
  static {
    this.prototype.name = 'RateLimitError';
  }
  /** Why it was given up. */
  readonly gaveUp: RetryEnd;
  /** The header `Retry-After` as it came; null where there is none. */
  readonly retryAfter: string | null;
  /** What `Retry-After` asks for, in milliseconds; null where it is missing or unreadable. */
  readonly retryAfterMs: number | null;

  constructor(facts: AnswerFacts, gaveUp: RetryEnd, mask: Mask, now: number) {
    super(facts, `answered 429, given up after attempt ${facts.attempts} (${gaveUp})`);
    const { headers } = facts.response;
    const retryAfter = headers.get('retry-after');
    this.gaveUp = gaveUp;
    this.retryAfter = retryAfter && mask(retryAfter);
    this.retryAfterMs = retryAfterOf(headers, now);
  }
}

/** The answer is 2xx, but its body is not what the description says. What was asked for may have been done. */
export class UnreadableAnswerError extends AnswerError {
  static {
    this.prototype.name = 'UnreadableAnswerError';
  }
}

/** No whole answer came. Whether the request had an effect is not known. */
abstract class UnansweredError extends OutreachError {
  /** The status of an answer whose body did not come whole; null where none began. */
  readonly status: number | null;

  constructor(facts: RequestFacts, problem: string, cause?: unknown) {
    const status = facts.response?.status ?? null;
    super(facts, status === null ? problem : `answered ${status}, but ${problem}`, cause);
    this.status = status;
  }
}

/** No answer, or only a part of one. Whether the request had an effect is not known. */
export class NetworkError extends UnansweredError {
  static {
    this.prototype.name = 'NetworkError';
  }
}

/** No whole answer within `timeoutMs` or `deadlineMs`. Whether the request had an effect is not known. */
export class TimeoutError extends UnansweredError {
  static {
    this.prototype.name = 'TimeoutError';
  }
}

/** The token function threw, or brought what is no key. Nothing was sent. */
export class TokenError extends OutreachError {
  static {
    this.prototype.name = 'TokenError';
  }
}

/** A signal ended it. Whether the request had an effect is not known. */
export class AbortError extends OutreachError {
  static {
    this.prototype.name = 'AbortError';
  }
}

const byStatus = new Map([
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [422, UnprocessableError],
]);

/** The error for an answer that is neither 2xx nor the account's 429. */
export function statusError(facts: AnswerFacts, isWebhookTest: boolean): StatusError {
  const { status, type } = facts.response;
  if (isWebhookTest)
    return new WebhookTestError(facts, `answered ${status}, which may be the answer of the webhook's target`);
  const redirected = type === 'opaqueredirect' || (status >= 300 && status < 400);
  return redirected
    ? new StatusError(facts, `answered ${status || 'with'} a redirect, which is not followed`)
    : new (byStatus.get(status) ?? StatusError)(facts);
}

/** The code says most (`ECONNREFUSED`); fetch hides it in the cause of its "fetch failed". */
export function reasonOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
