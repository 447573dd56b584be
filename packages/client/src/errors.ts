/**
 * What the client throws about a request. None of it shows the credential or what a body holds in a message, in
 * JSON or in `util.inspect`: bodies and responses are handed out only to who asks for them by name.
 */
import type { BackoffGaveUp } from './backoff.ts';

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
}

/** An answer, with its body as it came. */
export interface AnswerFacts extends RequestFacts {
  response: Response;
  body: string;
}

/** Why a 429 was not tried again; `budget`: the client's retries were used up by other calls. */
export type RetryEnd = NonNullable<BackoffGaveUp> | 'budget';

/** Any failure of a request; a wrong argument is a TypeError or RangeError instead. */
export abstract class OutreachError extends Error {
  static {
    this.prototype.name = 'OutreachError';
  }
  readonly request: RequestSummary;
  readonly attempts: number;

  constructor({ request, attempts }: RequestFacts, problem: string, cause?: Error) {
    super(`${request.method} ${request.url}: ${problem}`, cause === undefined ? undefined : { cause });
    this.request = request;
    this.attempts = attempts;
  }

  /** What may be written to a log. */
  toJSON(): Record<string, unknown> {
    return { ...Object.fromEntries(Object.entries(this)), name: this.name, message: this.message };
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
    super(facts, problem);
    this.status = facts.response.status;
    this.#body = facts.body;
    this.#response = facts.response;
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

  constructor(
    facts: AnswerFacts,
    limit: { gaveUp: RetryEnd; retryAfter: string | null; retryAfterMs: number | null },
  ) {
    super(facts, `answered 429, given up after attempt ${facts.attempts} (${limit.gaveUp})`);
    this.gaveUp = limit.gaveUp;
    this.retryAfter = limit.retryAfter;
    this.retryAfterMs = limit.retryAfterMs;
  }
}

/** The answer is 2xx, but its body is not what the description says. What was asked for may have been done. */
export class UnreadableAnswerError extends AnswerError {
  static {
    this.prototype.name = 'UnreadableAnswerError';
  }
}

/** No answer, or only a part of one. Whether the request had an effect is not known. */
export class NetworkError extends OutreachError {
  static {
    this.prototype.name = 'NetworkError';
  }
}

/** No whole answer within `timeoutMs`. Whether the request had an effect is not known. */
export class TimeoutError extends OutreachError {
  static {
    this.prototype.name = 'TimeoutError';
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

/** The error for an answer that is neither 2xx nor 429. */
export function statusError(facts: AnswerFacts): StatusError {
  const { response } = facts;
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    return new StatusError(facts, `answered ${response.status || 'with'} a redirect, which is not followed`);
  }
  return new (byStatus.get(response.status) ?? StatusError)(facts);
}
