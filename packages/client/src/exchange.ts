/** One call of the client: attempts with a timeout, backoff after 429, and each failure as an error of its own. */
import { backOff } from './backoff.ts';
import { readTimeout } from './client-options.ts';
import type { CallOptions, ClientSettings } from './client-options.ts';
import {
  AbortError,
  NetworkError,
  OutreachError,
  RateLimitError,
  statusError,
  TimeoutError,
} from './errors.ts';
import type { RequestFacts, RequestSummary, RetryEnd } from './errors.ts';
import { maskedCause, maskOf } from './masking.ts';
import type { Mask } from './masking.ts';
import { parseRetryAfter } from './retry-after.ts';
import { untilAborted } from './until-aborted.ts';

/** A 2xx answer with its body; the response's own body can still be read. */
export interface Answered extends RequestFacts {
  response: Response;
  body: string;
}

type Attempt =
  | { kind: 'answered'; response: Response; body: string }
  | { kind: 'failed'; error: NetworkError };

/** The state of one call. */
interface Call {
  settings: ClientSettings;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  request: Request;
  summary: RequestSummary;
  mask: Mask;
  attempts: number;
}

/**
 * Sends a request until it is answered: 429 is tried again with exponential backoff (section "Errors"), each
 * attempt with the same bytes.
 *
 * @throws OutreachError: StatusError and its kinds, NetworkError, TimeoutError, AbortError
 */
export async function exchange(
  request: Request,
  settings: ClientSettings,
  options: CallOptions,
): Promise<Answered> {
  const mask = maskOf((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''));
  const signals = [settings.signal, options.signal].filter((signal) => signal !== undefined);
  const call: Call = {
    settings,
    signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
    timeoutMs: options.timeoutMs === undefined ? settings.timeoutMs : readTimeout(options.timeoutMs),
    request,
    summary: { method: request.method, url: mask(request.url) },
    mask,
    attempts: 0,
  };
  const { attempt, gaveUp } = await attemptUntilAnswered(call);
  if (attempt.kind === 'failed') throw attempt.error;
  const answered = {
    request: call.summary,
    attempts: call.attempts,
    response: attempt.response,
    body: attempt.body,
  };
  if (gaveUp !== null) throw rateLimitError(answered, gaveUp, mask);
  settings.budget.refill();
  if (!attempt.response.ok) throw statusError(answered);
  return answered;
}

async function attemptUntilAnswered(call: Call): Promise<{ attempt: Attempt; gaveUp: RetryEnd | null }> {
  const { settings, signal, summary } = call;
  let outOfBudget = false;
  let status: 429 | null = null;
  try {
    const outcome = await backOff(() => attemptOnce(call), {
      policy: settings.policy,
      signal,
      limited(attempt) {
        status = attempt.kind === 'answered' ? 429 : null;
        if (attempt.kind === 'answered' && attempt.response.status !== 429) return null;
        if (attempt.kind === 'failed' && !mayRepeat(call)) return null;
        outOfBudget = call.attempts < settings.policy.attempts && !settings.budget.spend();
        return outOfBudget ? null : limitOf(attempt);
      },
      onRetry: (retry) => settings.onRetry?.({ ...retry, request: summary, status }),
    });
    return { attempt: outcome.answer, gaveUp: outOfBudget ? 'budget' : outcome.gaveUp };
  } catch (error) {
    if (signal?.aborted === true && !(error instanceof OutreachError)) throw abortError(call);
    throw error;
  }
}

/** Only what changes nothing: a key that was created and whose answer got lost is gone. */
function mayRepeat({ settings, request }: Call): boolean {
  return settings.retriesNetworkErrors && request.method === 'GET';
}

function limitOf(attempt: Attempt): { retryAfter: string | null; date: string | null } {
  const headers = attempt.kind === 'answered' ? attempt.response.headers : new Headers();
  return { retryAfter: headers.get('retry-after'), date: headers.get('date') };
}

async function attemptOnce(call: Call): Promise<Attempt> {
  const { settings, timeoutMs } = call;
  call.attempts += 1;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = call.signal === undefined ? timeout.signal : AbortSignal.any([call.signal, timeout.signal]);
  try {
    return await untilAborted(async () => {
      const response = await settings.fetch(new Request(call.request.clone(), { signal }));
      // Read here, so that a body that breaks off is a failure of this attempt; the clone leaves it readable.
      return { kind: 'answered', response, body: await response.clone().text() };
    }, signal);
  } catch (error) {
    if (call.signal?.aborted === true) throw abortError(call);
    const facts = { request: call.summary, attempts: call.attempts };
    if (timeout.signal.aborted) throw new TimeoutError(facts, `no whole answer within ${timeoutMs} ms`);
    const cause = maskedCause(error, call.mask);
    return { kind: 'failed', error: new NetworkError(facts, `no answer (${reasonOf(cause)})`, cause) };
  } finally {
    clearTimeout(timer);
  }
}

function abortError(call: Call): AbortError {
  const facts = { request: call.summary, attempts: call.attempts };
  return new AbortError(facts, 'aborted by a signal', maskedCause(call.signal?.reason, call.mask));
}

/** The code says most (`ECONNREFUSED`); fetch hides it in the cause of its "fetch failed". */
function reasonOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function rateLimitError(answered: Answered, gaveUp: RetryEnd, mask: Mask): RateLimitError {
  const retryAfter = answered.response.headers.get('retry-after');
  const clock = { now: Date.now(), date: answered.response.headers.get('date') };
  return new RateLimitError(answered, {
    gaveUp,
    retryAfter: retryAfter === null ? null : mask(retryAfter),
    retryAfterMs: parseRetryAfter(retryAfter, clock),
  });
}
