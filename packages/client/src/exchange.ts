/** One call of the client: attempts with a timeout, backoff after 429, and each failure as an error of its own. */
import { backOff } from './backoff.ts';
import type { LimitedAnswer } from './backoff.ts';
import type { CallSettings } from './client-options.ts';
import { AbortError, NetworkError, OutreachError, RateLimitError } from './errors.ts';
import { statusError, TimeoutError } from './errors.ts';
import type { AnswerFacts, RequestFacts } from './errors.ts';
import { maskedCause, maskOf } from './masking.ts';
import type { Mask } from './masking.ts';
import { untilAborted } from './until-aborted.ts';

/** A request as it is sent, its body as text. */
export interface RequestText {
  method: string;
  url: string;
  body: string | undefined;
}

/**
 * Sends a request, with the credential, until it is answered: 429 is tried again with exponential backoff (section
 * "Errors"), each attempt with the same bytes. Where no answer came only a GET is tried again, since it changes
 * nothing: a key that was created and whose answer got lost is gone.
 *
 * @returns a 2xx answer with its body
 * @throws OutreachError: StatusError and its kinds, NetworkError, TimeoutError, AbortError
 */
export async function exchange(
  { method, url, body }: RequestText,
  settings: CallSettings,
): Promise<AnswerFacts> {
  const { signal, budget, policy, onRetry } = settings;
  const token = await settings.token();
  const mask = maskOf(token);
  const facts: RequestFacts = { request: { method, url: mask(url) }, attempts: 0 };
  const headers = { ...settings.headers, authorization: `Bearer ${token}` };
  const init: RequestInit = {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body ?? null,
    // A redirect would take the request, and on the same host the credential, somewhere that nobody named.
    redirect: 'manual',
  };
  let status: 429 | null;
  const limited = (attempt: AnswerFacts | NetworkError): LimitedAnswer | null => {
    if (attempt instanceof NetworkError) {
      status = null;
      return settings.networkErrors && method === 'GET' ? { retryAfter: null } : null;
    }
    const { response } = attempt;
    if (response.status !== 429) return null;
    status = response.status;
    return { retryAfter: response.headers.get('retry-after'), date: response.headers.get('date') };
  };
  try {
    const { answer, gaveUp } = await backOff(async () => attemptOnce(url, init, settings, facts, mask), {
      policy,
      signal,
      limited,
      mayRetry: budget.spend,
      onRetry: (retry) => onRetry?.({ ...retry, request: facts.request, status }),
    });
    if (answer instanceof NetworkError) throw answer;
    if (gaveUp !== null) throw new RateLimitError(answer, gaveUp, mask);
    budget.refill();
    if (!answer.response.ok) throw statusError(answer);
    return answer;
  } catch (error) {
    if (!signal?.aborted || error instanceof OutreachError) throw error;
    throw new AbortError(facts, 'aborted by a signal', maskedCause(signal.reason, mask));
  }
}

async function attemptOnce(
  url: string,
  init: RequestInit,
  { signal, timeoutMs, fetch }: CallSettings,
  facts: RequestFacts,
  mask: Mask,
): Promise<AnswerFacts | NetworkError> {
  facts.attempts += 1;
  const ending = new AbortController();
  const end = (): void => ending.abort(signal?.reason);
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, timeoutMs);
  try {
    return await untilAborted(async () => {
      const response = await fetch(url, { ...init, signal: ending.signal });
      // Read here, so that a body that breaks off is a failure of this attempt.
      const bytes = await response.arrayBuffer();
      return { ...facts, response, bytes };
    }, ending.signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (ending.signal.aborted) throw new TimeoutError(facts, `no whole answer within ${timeoutMs} ms`);
    const cause = maskedCause(error, mask);
    return new NetworkError(facts, `no answer (${reasonOf(cause)})`, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** The code says most (`ECONNREFUSED`); fetch hides it in the cause of its "fetch failed". */
function reasonOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
