/** One call of the client: attempts with backoff, and each failure as an error of its own. */
import { attempt } from './attempt.ts';
import type { Answered, Unanswered } from './attempt.ts';
import { repeat } from './backoff.ts';
import type { BackoffGaveUp } from './backoff.ts';
import type { CallSettings } from './call-settings.ts';
import { AbortError, NetworkError, OutreachError, RateLimitError, reasonOf, requestIdOf } from './errors.ts';
import { statusError, TimeoutError, TokenError } from './errors.ts';
import type { AnswerFacts, RequestFacts } from './errors.ts';
import { isLasting } from './lasting-failure.ts';
import { createLimitGate } from './limit-gate.ts';
import type { LimitGate } from './limit-gate.ts';
import { maskedCause, maskedReason, maskOf } from './masking.ts';
import type { Mask } from './masking.ts';
import { checkToken } from './read-options.ts';
import { parseRetryAfter } from './retry-after.ts';
import { mayTryAgain } from './retry-rules.ts';
import { untilAborted } from './until-aborted.ts';

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
export async function exchange(request: RequestText, settings: CallSettings): Promise<AnswerFacts> {
  const { deadlineMs, clock, signal } = settings;
  if (deadlineMs === Infinity) return await new Exchange(request, settings).run();
  const deadline = new AbortController();
  const cancel = clock.after(deadlineMs, () => deadline.abort());
  const both = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  const one = new Exchange(request, { ...settings, signal: both });
  try {
    return await one.run();
  } catch (error) {
    if (!(error instanceof AbortError) || signal?.aborted) throw error;
    throw new TimeoutError(error, `no answer within the deadline of ${deadlineMs} ms`);
  } finally {
    cancel();
  }
}

class Exchange {
  readonly #request: RequestText;
  readonly #settings: CallSettings;
  readonly #gate: LimitGate;
  readonly #number: number;
  readonly #began: number;
  #mask: Mask = (text) => text;
  #attempts = 0;
  #underWay = false;
  #last: Answered | Unanswered | undefined;

  constructor(request: RequestText, settings: CallSettings) {
    const { shared, clock, random } = settings;
    this.#request = request;
    this.#settings = settings;
    this.#gate = settings.shareLimit ? shared.gate : createLimitGate(clock, random);
    this.#number = shared.calls += 1;
    this.#began = clock.now();
  }

  async run(): Promise<AnswerFacts> {
    const { signal, clock, policy, deadlineMs, shared, retry, token, hooks } = this.#settings;
    try {
      signal?.throwIfAborted();
      const init = this.#init(typeof token === 'string' ? token : await this.#askForToken(token));
      const { answer, gaveUp } = await repeat(
        async (number) => this.#attempt(init, number),
        deadlineMs === Infinity ? policy : { ...policy, totalMs: Math.min(policy.totalMs, this.#leftMs()) },
        {
          signal,
          limited: (ended) => mayTryAgain(ended, this.#request, retry, (thrown) => this.#lasts(thrown)),
          mayRetry: shared.budget.spend,
          putOff: this.#gate.waitMs,
          onRetry: (wait) => {
            const { request, response } = this.#facts();
            hooks.onRetry?.({ ...wait, request, status: response?.status ?? null });
          },
          sleep: async (ms) => {
            await this.#takeTurn(ms);
            this.#drop();
          },
          now: clock.now,
          random: this.#settings.random,
        },
      );
      return await this.#conclude(answer, gaveUp);
    } catch (error) {
      if (!signal?.aborted || error instanceof OutreachError) throw error;
      throw new AbortError(this.#facts(), 'aborted by a signal', maskedReason(signal.reason, this.#mask));
    } finally {
      this.#leave();
      this.#drop();
    }
  }

  async #attempt(init: RequestInit, number: number): Promise<Answered | Unanswered> {
    const { fetch, timeoutMs, clock, signal, hooks } = this.#settings;
    if (number === 1) await this.#takeTurn(0);
    this.#attempts = number;
    hooks.onRequest?.({ request: this.#facts().request, attempt: number });
    const sentAt = clock.now();
    const ended = await attempt(
      async (ending) => fetch(this.#request.url, { ...init, signal: ending }),
      timeoutMs,
      clock,
      signal,
    );
    this.#last = ended;
    this.#tellGate(ended, sentAt);
    this.#leave();
    hooks.onResponse?.({
      request: this.#facts().request,
      attempt: number,
      status: ended.response?.status ?? null,
      requestId: requestIdOf(ended.response),
      durationMs: clock.now() - sentAt,
      error: 'timedOut' in ended ? this.#unanswered(ended) : null,
    });
    return ended;
  }

  async #conclude(ended: Answered | Unanswered, gaveUp: BackoffGaveUp): Promise<AnswerFacts> {
    if ('timedOut' in ended) throw this.#unanswered(ended);
    const { signal, shared, clock } = this.#settings;
    const { isWebhookTest } = this.#request;
    const { response } = ended;
    const { bytes, broken } = await ended.body;
    if (broken !== undefined) signal?.throwIfAborted();
    const facts: AnswerFacts = { ...this.#facts(), response, bytes };
    if (broken !== undefined) facts.broken = maskedCause(broken, this.#mask);
    const isLimited = response.status === 429 && !isWebhookTest;
    if (!isLimited) shared.budget.refill();
    if (response.ok) return facts;
    throw isLimited
      ? new RateLimitError(facts, gaveUp ?? 'attempts', this.#mask, clock.now())
      : statusError(facts, isWebhookTest);
  }

  #unanswered(ended: Unanswered): NetworkError | TimeoutError {
    const facts = this.#facts();
    if (ended.timedOut)
      return new TimeoutError(facts, `no whole answer within ${this.#settings.timeoutMs} ms`);
    const cause = maskedCause(ended.thrown, this.#mask);
    const what = ended.response ? 'its body broke off' : 'no answer';
    return new NetworkError(facts, `${what} (${reasonOf(cause)})`, cause);
  }

  #lasts(thrown: unknown): boolean {
    return isLasting(maskedCause(thrown, this.#mask));
  }

  /** What a webhook test is answered says nothing of the account's limit: it may be the target's answer. */
  #tellGate(ended: Answered | Unanswered, sentAt: number): void {
    if ('timedOut' in ended) return;
    const { clock, retry } = this.#settings;
    const { response } = ended;
    if (response.status !== 429) this.#gate.taken(sentAt);
    else if (!this.#request.isWebhookTest) {
      const { headers } = response;
      const ms = parseRetryAfter(headers.get('retry-after'), { now: clock.now(), date: headers.get('date') });
      if (ms !== null) this.#gate.limited(response, ms, sentAt, retry.spreadMs);
    }
  }

  async #takeTurn(ms: number): Promise<void> {
    const { signal, policy, clock } = this.#settings;
    const wait = { call: this.#number, ms, mostMs: policy.retryAfterMaxMs };
    this.#underWay = await this.#gate.enter(wait, signal);
    const closed = this.#underWay ? null : this.#gate.closed();
    if (closed === null) return;
    const facts = { ...this.#facts(), response: closed.by, bytes: new ArrayBuffer(0) };
    throw new RateLimitError(facts, 'retry-after', this.#mask, clock.now(), closed.ms);
  }

  #leave(): void {
    if (this.#underWay) this.#gate.leave();
    this.#underWay = false;
  }

  /** Ends what is still on its way of an answer that is not looked at any more. */
  #drop(): void {
    if (this.#last && !('timedOut' in this.#last)) this.#last.end();
  }

  #init(token: string): RequestInit {
    const { headers, fetchOptions } = this.#settings;
    const { method, body } = this.#request;
    this.#mask = maskOf(token);
    const sent: Record<string, string> = { ...headers, authorization: `Bearer ${token}` };
    if (body !== undefined) sent['content-type'] = 'application/json';
    // A redirect would take the request, and on the same host the credential, somewhere that nobody named.
    return { ...fetchOptions, method, headers: sent, body: body ?? null, redirect: 'manual' };
  }

  async #askForToken(token: () => string | Promise<string>): Promise<string> {
    const { clock, timeoutMs, signal } = this.#settings;
    const late = new AbortController();
    const cancel = clock.after(timeoutMs, () => late.abort());
    try {
      return checkToken(
        await untilAborted(async () => untilAborted(async () => token(), late.signal), signal),
      );
    } catch (error) {
      if (signal?.aborted) throw error;
      if (late.signal.aborted) throw new TimeoutError(this.#facts(), `no token within ${timeoutMs} ms`);
      const cause = maskedCause(error, this.#mask);
      throw new TokenError(this.#facts(), `the token function failed (${reasonOf(cause)})`, cause);
    } finally {
      cancel();
    }
  }

  #leftMs(): number {
    const { deadlineMs, clock } = this.#settings;
    return Math.max(0, deadlineMs - (clock.now() - this.#began));
  }

  #facts(): RequestFacts {
    const { method, url } = this.#request;
    const request = { method, url: this.#mask(url) };
    return { request, attempts: this.#attempts, response: this.#last?.response };
  }
}
