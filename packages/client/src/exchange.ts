/** One call of the client: attempts with backoff, and each failure as an error of its own. */
import { attempt, inTime } from './attempt.ts';
import type { Answer, Ended } from './attempt.ts';
import { repeat } from './backoff.ts';
import type { BackoffGaveUp, BackoffOutcome } from './backoff.ts';
import type { CallSettings } from './call-settings.ts';
import { AbortError, NetworkError, OutreachError, RateLimitError, reasonOf, requestIdOf } from './errors.ts';
import { statusError, TimeoutError, TokenError } from './errors.ts';
import type { AnswerFacts, RequestFacts } from './errors.ts';
import { LimitGate } from './limit-gate.ts';
import { maskedCause, maskedReason, maskOf } from './masking.ts';
import type { Mask } from './masking.ts';
import { checkToken } from './read-options.ts';
import { mayTryAgain } from './retry-rules.ts';

/** A request as it is sent, its body as text. */
export interface RequestText {
  method: string;
  url: string;
  body: string | undefined;
  /** Whether the answer may be that of a webhook's target. */
  isWebhookTest: boolean;
}

/**
 * Sends a request, with the credential, until it is answered: 429 is tried again with exponential backoff (section
 * "Errors"), each attempt with the same bytes, and so is what may pass where the method may be repeated.
 *
 * @returns a 2xx answer with its body
 * @throws OutreachError: StatusError and its kinds, NetworkError, TimeoutError, AbortError, TokenError
 */
export function exchange(request: RequestText, settings: CallSettings): Promise<AnswerFacts> {
  const call = new Exchange(request, settings);
  return settings.deadlineMs === Infinity ? call.run(settings.signal) : untilDeadline(call, settings);
}

async function untilDeadline(
  call: Exchange,
  { deadlineMs, clock, signal }: CallSettings,
): Promise<AnswerFacts> {
  const ended = await inTime(async (ending) => call.run(ending), deadlineMs, clock, signal).catch(
    call.aborted,
  );
  if ('value' in ended) return ended.value;
  throw ended.thrown ?? new TimeoutError(call.facts(), `no answer within the deadline of ${deadlineMs} ms`);
}

class Exchange {
  readonly #request: RequestText;
  readonly #settings: CallSettings;
  readonly #gate: LimitGate;
  readonly #number: number;
  #signal: AbortSignal | undefined;
  #mask: Mask = (text) => text;
  #attempts = 0;
  #hasTurn = false;
  #response: Response | undefined;
  #end: (() => void) | undefined;

  constructor(request: RequestText, settings: CallSettings) {
    const { shared, clock, random, shareLimit, token } = settings;
    if (typeof token === 'string') this.#mask = maskOf(token);
    this.#request = request;
    this.#settings = settings;
    this.#gate = shareLimit ? shared.gate : new LimitGate(clock, random);
    this.#number = shared.calls += 1;
  }

  async run(signal: AbortSignal | undefined): Promise<AnswerFacts> {
    this.#signal = signal;
    const { token, clock } = this.#settings;
    try {
      signal?.throwIfAborted();
      const init = this.#init(typeof token === 'string' ? token : await this.#askForToken(token));
      const began = clock.now();
      const first = await this.#attempt(init, 1);
      // Most calls end here: what retries take is not made for them.
      if ('value' in first && first.value.response.ok) return await this.#conclude(first, null);
      const { answer, gaveUp } = await this.#repeat(init, first, began);
      return await this.#conclude(answer, gaveUp);
    } catch (error) {
      if (!signal?.aborted || error instanceof OutreachError) throw error;
      return this.aborted(signal.reason);
    } finally {
      this.#leave();
      this.#end?.();
    }
  }

  async #repeat(
    init: RequestInit,
    first: Ended<Answer>,
    began: number,
  ): Promise<BackoffOutcome<Ended<Answer>>> {
    const { clock, policy, random, deadlineMs, shared, retry, onRetry } = this.#settings;
    const bounded = { ...policy, totalMs: Math.min(policy.totalMs, deadlineMs) };
    const send = async (number: number) => (number === 1 ? first : this.#attempt(init, number));
    return await repeat(send, bounded, began, {
      signal: this.#signal,
      limited: (ended) => mayTryAgain(ended, this.#request, retry),
      mayRetry: shared.budget.spend,
      putOff: (ms) => this.#gate.waitMs(ms),
      onRetry: (wait) =>
        onRetry?.({ ...wait, request: this.facts().request, status: this.#response?.status ?? null }),
      sleep: async (ms) => this.#takeTurn(ms).finally(this.#end),
      now: clock.now,
      random,
    });
  }

  readonly aborted = (reason: unknown): never => {
    throw new AbortError(this.facts(), 'aborted by a signal', maskedReason(reason, this.#mask));
  };

  facts(): RequestFacts {
    const { method, url } = this.#request;
    const request = { method, url: this.#mask(url) };
    return { request, attempts: this.#attempts, response: this.#response };
  }

  async #attempt(init: RequestInit, number: number): Promise<Ended<Answer>> {
    const { fetch, timeoutMs, clock, retry, policy, onRequest, onResponse } = this.#settings;
    if (number === 1) this.#hasTurn = this.#gate.pass();
    if (!this.#hasTurn) await this.#takeTurn(0);
    this.#attempts = number;
    this.#response = undefined;
    const sentAt = clock.now();
    onRequest?.({ request: this.facts().request, attempt: number });
    const ended = await attempt(
      (signal) => fetch(this.#request.url, { ...init, signal }),
      (response) => (this.#response = response),
      timeoutMs,
      clock,
      this.#signal,
    );
    const answered = 'value' in ended;
    if (answered) {
      const { response } = ended.value;
      // What a webhook test is answered says nothing of the account's limit: it may be the target's answer.
      const patience = { spreadMs: retry.spreadMs, mostMs: policy.retryAfterMaxMs };
      if (!this.#request.isWebhookTest) this.#gate.note(response, sentAt, patience);
      this.#end = response.ok ? undefined : ended.end;
    }
    this.#leave();
    if (onResponse) {
      const { request, response } = this.facts();
      onResponse({
        request,
        attempt: number,
        status: response?.status ?? null,
        requestId: requestIdOf(response),
        durationMs: clock.now() - sentAt,
        error: answered ? null : this.#unanswered(ended.thrown),
      });
    }
    return ended;
  }

  async #conclude(ended: Ended<Answer>, gaveUp: BackoffGaveUp): Promise<AnswerFacts> {
    if ('thrown' in ended) throw this.#unanswered(ended.thrown);
    const { response, body } = ended.value;
    const { bytes, broken } = await body;
    if (broken) this.#signal?.throwIfAborted();
    const facts: AnswerFacts = { ...this.facts(), response, bytes };
    if (broken) facts.broken = maskedCause(broken, this.#mask);
    const { isWebhookTest } = this.#request;
    if (response.status === 429 && !isWebhookTest)
      throw new RateLimitError(facts, gaveUp ?? 'attempts', this.#mask, this.#settings.clock.now());
    this.#settings.shared.budget.refill();
    if (response.ok) return facts;
    throw statusError(facts, isWebhookTest);
  }

  #unanswered(thrown: unknown): NetworkError | TimeoutError {
    const facts = this.facts();
    if (thrown === undefined)
      return new TimeoutError(facts, `no whole answer within ${this.#settings.timeoutMs} ms`);
    const cause = maskedCause(thrown, this.#mask);
    return new NetworkError(facts, `no ${facts.response ? 'whole ' : ''}answer (${reasonOf(cause)})`, cause);
  }

  async #takeTurn(ms: number): Promise<void> {
    await this.#gate.enter(this.#number, ms, this.#signal);
    this.#hasTurn = true;
    // An abort in this moment has ended the call already.
    if (this.#signal?.aborted) this.#leave();
  }

  #leave(): void {
    if (this.#hasTurn) this.#gate.leave();
    this.#hasTurn = false;
  }

  #init(key: string): RequestInit {
    const { headers, fetchOptions } = this.#settings;
    const { method, body } = this.#request;
    const sent: Record<string, string> = { ...headers, authorization: `Bearer ${key}` };
    if (body !== undefined) sent['content-type'] = 'application/json';
    // A redirect would take the request, and on the same host the credential, somewhere that nobody named.
    return { ...fetchOptions, method, headers: sent, body: body ?? null, redirect: 'manual' };
  }

  async #askForToken(token: () => string | Promise<string>): Promise<string> {
    const { clock, timeoutMs } = this.#settings;
    const ended = await inTime(async () => checkToken(await token()), timeoutMs, clock, this.#signal);
    if ('value' in ended) {
      ended.end();
      this.#mask = maskOf(ended.value);
      return ended.value;
    }
    if (ended.thrown === undefined) throw new TimeoutError(this.facts(), `no token within ${timeoutMs} ms`);
    const cause = maskedCause(ended.thrown, this.#mask);
    throw new TokenError(this.facts(), `the token function failed (${reasonOf(cause)})`, cause);
  }
}
