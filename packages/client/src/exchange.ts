/** One call of the client: attempts with backoff, and each failure as an error of its own. */
import { attempt } from './attempt.ts';
import type { Answer } from './attempt.ts';
import { createSchedule } from './backoff-schedule.ts';
import type { BackoffSchedule, RetryEnd } from './backoff-schedule.ts';
import { callOf } from './call.ts';
import type { Call } from './call.ts';
import type { CallSettings } from './call-settings.ts';
import type { RequestEvent, ResponseEvent } from './client-options.ts';
import { AbortError, OutreachError, RateLimitError, requestIdOf, requestOf } from './errors.ts';
import { statusError, statusOf, TimeoutError, TokenError } from './errors.ts';
import type { AnswerFacts, CallFacts } from './errors.ts';
import { inTime } from './in-time.ts';
import { createLimitGate } from './limit-gate.ts';
import { errorOf, maskOf } from './masking.ts';
import { checkToken } from './read-options.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { RetryBudget } from './retry-budget.ts';
import { mayTryAgain } from './retry-rules.ts';

/** A call under way. */
interface CallUnderWay extends CallFacts {
  /** The body as text. */
  body: string | undefined;
  /** Whether the answer may be that of a webhook's target. */
  isWebhookTest: boolean;
}

/** Reads the result out of a 2xx answer. */
type Read<Result> = (answer: AnswerFacts) => Result;

/**
 * Sends a request, with the credential, until it is answered: 429 is tried again with exponential backoff (section
 * "Errors"), each attempt with the same bytes, and so is what may pass where the method may be repeated.
 *
 * @throws OutreachError: StatusError and its kinds, NetworkError, TimeoutError, AbortError, TokenError; what `read`
 *   throws
 */
export function exchange<Result>(
  call: CallUnderWay,
  settings: CallSettings,
  read: Read<Result>,
): Call<Result> {
  const isBounded = settings.signal || settings.deadlineMs < Infinity;
  return callOf(isBounded ? untilEnded(call, settings, read) : run(call, settings, read), call);
}

async function untilEnded<Result>(
  call: CallUnderWay,
  settings: CallSettings,
  read: Read<Result>,
): Promise<Result> {
  const { signal, deadlineMs: ms, clock } = settings;
  const late = (): TimeoutError => new TimeoutError(call, [`no answer within the deadline of ${ms} ms`]);
  const limit = { ms, after: clock.after, late };
  try {
    return await inTime(async (ending) => run(call, settings, read, ending), signal, limit);
  } catch (error) {
    if (!signal?.aborted || error instanceof OutreachError) throw error;
    throw new AbortError(call, ['aborted by a signal'], signal.reason);
  }
}

/** @param signal - who gave it has ended the call already where it aborts; here no more is sent then */
async function run<Result>(
  call: CallUnderWay,
  settings: CallSettings,
  read: Read<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { token, retry, clock, budget, onRequest, onResponse, onRetry } = settings;
  const headers = headersOf(call, settings);
  if (typeof token === 'function') await authorize(headers, token, call, settings, signal);
  const gate = settings.gate ?? createLimitGate(clock, settings.random);
  const began = clock.now();
  let schedule: BackoffSchedule | undefined;
  if (!gate.pass()) await gate.enter(began, 0, signal);
  for (;;) {
    const sentAt = clock.now();
    let ended: Answer | OutreachError;
    let retryAfterMs: number | null = null;
    try {
      signal?.throwIfAborted();
      call.attempts += 1;
      call.response = undefined;
      onRequest?.(eventOf(call));
      ended = await attempt(call, headers, settings, signal);
      retryAfterMs = retryAfterOf(ended.response, clock.now());
      const limitMs = ended.response.status === 429 ? retryAfterMs || null : 0;
      // What a webhook test is answered says nothing of the account's limit: it may be the target's answer.
      if (!call.isWebhookTest) gate.note(sentAt, limitMs, retry);
    } catch (error) {
      if (!(error instanceof OutreachError)) throw error;
      ended = error;
    } finally {
      gate.leave();
    }
    onResponse?.(endOf(call, ended, clock.now() - sentAt));
    if ('body' in ended && ended.response.ok) {
      budget.refill();
      return read(Object.assign(call, { response: ended.response }, await ended.body));
    }
    schedule ??= createSchedule(settings, began);
    const mayGoOn = mayTryAgain(call, ended, retry);
    const delayMs = mayGoOn ? schedule.next(call.attempts, retryAfterMs ?? 0, gate.waitMs()) : 'attempts';
    if (typeof delayMs === 'number') {
      onRetry?.({ ...eventOf(call), status: statusOf(call), delayMs, retryAfterMs });
      await gate.enter(began, delayMs, signal);
      if ('body' in ended) ended.end?.();
      if (!schedule.isOver(delayMs)) continue;
      gate.leave();
    }
    throw 'body' in ended ? await failureOf(call, ended, budget, delayMs, retryAfterMs) : ended;
  }
}

function eventOf(call: CallUnderWay): RequestEvent {
  return { request: requestOf(call), attempt: call.attempts };
}

function endOf(call: CallUnderWay, ended: Answer | OutreachError, durationMs: number): ResponseEvent {
  const error = 'body' in ended ? null : ended;
  return { ...eventOf(call), status: statusOf(call), requestId: requestIdOf(call), durationMs, error };
}

/** What an answer that is no success asks to wait, in milliseconds; null where it does not say. */
function retryAfterOf({ headers, ok }: Response, now: number): number | null {
  return ok ? null : parseRetryAfter(headers.get('retry-after'), headers.get('date'), now);
}

/** The error for an answer that is no success. */
async function failureOf(
  call: CallUnderWay,
  { response, body }: Answer,
  budget: RetryBudget,
  end: RetryEnd | number,
  retryAfterMs: number | null,
): Promise<OutreachError> {
  const answer = { ...call, response, ...(await body) };
  // A wait that was to be made and is none: the time was over.
  const gaveUp = typeof end === 'string' ? end : 'time';
  if (response.status === 429 && !call.isWebhookTest) return new RateLimitError(answer, gaveUp, retryAfterMs);
  budget.refill();
  return statusError(answer, call.isWebhookTest);
}

function headersOf({ body }: CallUnderWay, { headers: given }: CallSettings): Record<string, string> {
  const headers = { ...given };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return headers;
}

/** Asks for the credential, and puts it among the headers. */
async function authorize(
  headers: Record<string, string>,
  token: () => string | Promise<string>,
  call: CallUnderWay,
  { timeoutMs: ms, clock: { after } }: CallSettings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const late = (): TimeoutError => new TimeoutError(call, [`no token within ${ms} ms`]);
  try {
    const key = await inTime(async () => checkToken(await token()), signal, { ms, after, late });
    call.mask = maskOf(key);
    headers['authorization'] = `Bearer ${key}`;
  } catch (error) {
    if (error instanceof OutreachError) throw error;
    throw new TokenError(call, ['the token function failed'], errorOf(error));
  }
}
