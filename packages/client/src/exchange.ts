/** One call of the client: attempts with backoff, and a separate error for each failure. */
import { attempt, timeLimit } from './attempt.ts';
import type { CallUnderWay, Failure } from './attempt.ts';
import { createSchedule } from './backoff-schedule.ts';
import type { BackoffSchedule, RetryEnd } from './backoff-schedule.ts';
import { callOf } from './call.ts';
import type { Call } from './call.ts';
import type { CallSettings } from './call-settings.ts';
import { factsOf, isAnswered } from './call-facts.ts';
import { NetworkError, OutreachError, statusError, throwIfAborted } from './errors.ts';
import { TimeoutError, UnauthorizedError } from './errors.ts';
import type { AnswerFacts } from './call-facts.ts';
import { inTime } from './in-time.ts';
import { createLimitGate } from './limit-gate.ts';
import { mayTryAgain } from './retry-rules.ts';
import { authorizer } from './token.ts';
import type { TokenSource } from './token.ts';

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
  const { token, deadlineMs, now } = settings;

  /** @param signals - if one aborts, its owner has ended the call already; here it only prevents further requests */
  function run(signals: readonly AbortSignal[]): Promise<Result> {
    const headers = { ...settings.headers };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const send = (began: number) => untilAnswered(call, headers, settings, read, signals, began);
    return token ? withKey(authorizer(headers, token, call, settings, signals), send) : send(now());
  }

  /** Sends with a key; if the service rejects it, once more with another: a rejected request had no effect. */
  async function withKey(provide: TokenSource, send: (began: number) => Promise<Result>): Promise<Result> {
    const key = await provide();
    const began = now();
    try {
      return await send(began);
    } catch (error) {
      const mayRepeat = error instanceof UnauthorizedError && call.attempts < settings.retry.attempts;
      if (!mayRepeat || (await provide(key)) === key) throw error;
      return await send(began);
    }
  }

  const limit = timeLimit(call, settings, deadlineMs, 'no answer within the deadline of');
  if (!limit && call.signals.length === 0) return callOf(run([]), call);
  const ended = (error: unknown): never => {
    if (!(error instanceof OutreachError)) throwIfAborted(call);
    throw error;
  };
  return callOf(inTime((ending) => run([ending]), call.signals, limit).catch(ended), call);
}

async function untilAnswered<Result>(
  call: CallUnderWay,
  headers: Record<string, string>,
  settings: CallSettings,
  read: Read<Result>,
  signals: readonly AbortSignal[],
  began: number,
): Promise<Result> {
  const { retry, now, budget, onResponse, onRetry } = settings;
  const gate = settings.gate ?? createLimitGate(settings);
  let schedule: BackoffSchedule | undefined;
  const turn = gate.enter(began, 0, signals);
  if (turn) await turn;
  for (;;) {
    const sentAt = now();
    let failure: Failure | undefined;
    let error: NetworkError | TimeoutError | null = null;
    try {
      failure = await attempt(call, headers, settings, signals);
    } catch (thrown) {
      if (!(thrown instanceof NetworkError || thrown instanceof TimeoutError)) throw thrown;
      error = thrown;
    } finally {
      // The answer to a webhook test says nothing about the account's limit: it may be the target's answer.
      gate.leave(retry, sentAt, call.isWebhookTest ? 0 : call.response?.status, call.retryAfterMs);
    }
    onResponse?.({ ...factsOf(call), durationMs: now() - sentAt, error });
    let gaveUp: RetryEnd = 'time';
    if (!isAnswered(call) && mayTryAgain(call, error, retry)) {
      schedule ??= createSchedule(settings, began);
      const delayMs = schedule.next(call.attempts, call.retryAfterMs ?? 0, gate.waitMs());
      if (typeof delayMs === 'number') {
        onRetry?.({ ...factsOf(call), delayMs, retryAfterMs: call.retryAfterMs });
        await gate.enter(began, delayMs, signals);
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
