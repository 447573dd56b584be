/** One call of the client: attempts with backoff, and a separate error for each failure. */
import { attempt, timeLimit } from './attempt.ts';
import type { CallUnderWay, Failure } from './attempt.ts';
import { createSchedule } from './backoff-schedule.ts';
import type { BackoffSchedule, RetryEnd } from './backoff-schedule.ts';
import { callOf } from './call.ts';
import type { Call } from './call.ts';
import type { CallSettings } from './call-settings.ts';
import type { ClientRetry } from './client-options.ts';
import { AbortError, factsOf, isAnswered, OutreachError, statusError, TokenError } from './errors.ts';
import type { AnswerFacts } from './errors.ts';
import { inTime } from './in-time.ts';
import { createLimitGate } from './limit-gate.ts';
import { errorOf, maskOf } from './masking.ts';
import { checkToken } from './read-options.ts';
import { mayTryAgain } from './retry-rules.ts';

/** Reads the result from a 2xx answer. */
type Read<Result> = (answer: AnswerFacts) => Result;

/**
 * Sends a request, with the credential, until it is answered: 429 is retried with exponential backoff (section
 * "Errors"), each attempt with the same bytes, and so are failures that may pass if the method may be repeated.
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
  return callOf((isBounded ? untilEnded : run)(call, settings, read), call);
}

async function untilEnded<Result>(
  call: CallUnderWay,
  settings: CallSettings,
  read: Read<Result>,
): Promise<Result> {
  const { signal, deadlineMs } = settings;
  const limit = timeLimit(call, settings, deadlineMs, 'no answer within the deadline of');
  try {
    return await inTime(async (ending) => run(call, settings, read, ending), signal, limit);
  } catch (error) {
    if (!signal?.aborted || error instanceof OutreachError) throw error;
    throw new AbortError(call, 'aborted by a signal', signal.reason);
  }
}

/** @param signal - if it aborts, its owner has ended the call already; here it only prevents further requests */
async function run<Result>(
  call: CallUnderWay,
  settings: CallSettings,
  read: Read<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { token, retry, now, budget, onResponse, onRetry } = settings;
  const headers = { ...settings.headers };
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  if (typeof token === 'function') await authorize(headers, token, call, settings, signal);
  const gate = settings.gate ?? createLimitGate(settings);
  const began = now();
  let schedule: BackoffSchedule | undefined;
  const turn = gate.enter(began, 0, signal);
  if (turn) await turn;
  for (;;) {
    const sentAt = now();
    let failure: Failure | undefined;
    let error: OutreachError | null = null;
    let limiting: number | undefined;
    try {
      signal?.throwIfAborted();
      failure = await attempt(call, headers, settings, signal);
      // The answer to a webhook test says nothing about the account's limit: it may be the target's answer.
      if (!call.isWebhookTest) limiting = call.response?.status;
    } catch (thrown) {
      if (!(thrown instanceof OutreachError)) throw thrown;
      error = thrown;
    } finally {
      gate.leave(retry, sentAt, limiting, call.retryAfterMs);
    }
    onResponse?.({ ...factsOf(call), durationMs: now() - sentAt, error });
    let gaveUp: RetryEnd = 'time';
    if (!isAnswered(call) && mayTryAgain(call, error, retry)) {
      schedule ??= createSchedule(settings, began);
      const delayMs = schedule.next(call.attempts, call.retryAfterMs ?? 0, gate.waitMs());
      if (typeof delayMs === 'number') {
        onRetry?.(retryOf(call, delayMs));
        await gate.enter(began, delayMs, signal);
        failure?.end();
        if (!schedule.isOver()) continue;
        gate.leave(retry, began);
      } else gaveUp = delayMs;
    }
    if (failure) Object.assign(call, await failure.body);
    if (!isAnswered(call)) throw error;
    if (call.isWebhookTest || call.response.status !== 429) budget.refill();
    if (call.response.ok) return read(call);
    throw statusError(call, gaveUp);
  }
}

function retryOf(call: CallUnderWay, delayMs: number): ClientRetry {
  const { request, attempt: number, status } = factsOf(call);
  return { request, attempt: number, status, delayMs, retryAfterMs: call.retryAfterMs };
}

/** Gets the credential, and puts it among the headers. */
async function authorize(
  headers: Record<string, string>,
  token: () => string | Promise<string>,
  call: CallUnderWay,
  settings: CallSettings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = timeLimit(call, settings, settings.timeoutMs, 'no token within');
  try {
    const key = await inTime(async () => checkToken(await token()), signal, limit);
    call.mask = maskOf(key);
    headers['authorization'] = `Bearer ${key}`;
  } catch (error) {
    if (error instanceof OutreachError) throw error;
    throw new TokenError(call, 'the token function failed', errorOf(error));
  }
}
