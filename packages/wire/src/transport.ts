/** Sends requests to the target: paced, with a timeout, waiting out 429. */
import { Clock, ProgressBoard, stoppedBy } from '@outreach-api/engine';
import { backOff, defaultBackoffPolicy } from '@outreach-api/client';
import { BodyReader, UnreadableBody } from './answer-body.ts';
import type { Answer, SentRequest } from './exchange.ts';
import type { BarrierParty } from './barrier.ts';
import type { Network, Wire } from './network.ts';
import { RequestPacer } from './pace.ts';
import { Patience } from './patience.ts';
import { RequestCount } from './request-count.ts';
import type { RequestListener } from './request-listener.ts';
import { sockets } from './sockets.ts';
import { recurs, unansweredBy, type Unanswered } from './unanswered.ts';
import type { AnsweredBy, WireOptions } from './wire-options.ts';

/** When a request was sent: its number in the run, and the time. */
export interface Moment {
  readonly request: number;
  readonly at: Date;
}

type Came = { readonly kind: 'answered'; readonly answer: Answer } | Unanswered;

/** The outcome of one request, and when it was sent; if it was limited to the end, when it was first sent. */
export type Outcome = Came & { readonly sent: Moment };

/** How a request is sent. */
export interface SendOptions {
  /** Set if a 429 response is not waited out. */
  readonly impatient?: boolean;
  /** Set if it only checks that the target still answers as before. */
  readonly isControl?: boolean;
  /** How often it is sent at most while the answer is 429. */
  readonly attempts?: number;
  /** The barrier at which it waits for others. */
  readonly party?: BarrierParty | null;
}

/** Who is notified of what a transport sends. */
export interface Watching {
  readonly progress: ProgressBoard;
  readonly count: RequestCount;
  /** Called when no more requests may be sent. */
  onUsedUp(): void;
  /**
   * Called when a request has waited long for a limit, once until a request is accepted again.
   *
   * @param upToMs - the longest wait
   */
  onLongWait(upToMs: number): void;
}

/** With the client's own policy this is up to two minutes of waiting. */
const patientAttempts = 12;
const fewAttempts = 2;
/** After this many consecutive requests that were limited to the end, each further one is sent only once. */
const mostLimited = 8;
/** Methods whose repetition changes nothing and is answered the same. */
export const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT']);
/** A wait for a limit longer than this is reported. */
const longWaitMs = 10_000;
/** However often waiting failed: a limit of some requests per second is always waited out. */
const leastBackoffMs = 3000;
/**
 * Sends requests to the target: paced, with a timeout, waiting out 429 with exponential backoff, never following a
 * redirect. It knows nothing about the API.
 */
export class Transport {
  readonly #wire: Wire;
  readonly #pace: RequestPacer;
  readonly #patience: Patience;
  readonly #bodies = new BodyReader();
  readonly #stop: AbortSignal;
  readonly #clock: Clock;
  readonly #progress: ProgressBoard;
  readonly #count: RequestCount;
  readonly #watching: Partial<Watching>;
  readonly #answeredBy: (status: number) => AnsweredBy;
  #hasWaitedLong = false;
  /** How long to back off from a limit, in milliseconds: less once that has failed. */
  #backoffMs: number;
  /** How many of the latest requests were limited to the end: the next ones wait for a shorter time. */
  #limitedInARow = 0;
  /** Is notified of every request, repetitions included; null if there is none. */
  recorder: RequestListener | null = null;
  /** How often a 429 response made the suite wait. */
  waits = 0;
  /** The first 429 response, even if it was waited out; null while there was none. */
  firstLimited: Answer | null = null;

  /**
   * @param stop - nothing more is sent once it is aborted
   * @param watching - is notified of what is sent, if set
   */
  constructor(
    options: WireOptions,
    stop: AbortSignal,
    watching: Partial<Watching> = {},
    network: Pick<Network, 'connect'> = sockets,
  ) {
    const { requests, limitMs, answeredBy } = options;
    this.#progress = watching.progress ?? new ProgressBoard();
    this.#count = watching.count ?? new RequestCount();
    this.#watching = watching;
    this.#backoffMs = Math.min(defaultBackoffPolicy.totalMs, limitMs);
    this.#patience = new Patience(requests.timeoutMs);
    this.#stop = stop;
    this.#clock = new Clock(stop);
    this.#pace = new RequestPacer(requests.concurrency, requests.maxPerSecond, this.#clock);
    this.#answeredBy = answeredBy;
    this.#wire = network.connect(options);
  }

  /**
   * Sends a request and resolves to its outcome. 429 is waited out, unless `impatient`.
   *
   * @throws Stopped if the run was stopped: then the request had no effect, unless it only reads
   */
  async send(sent: SentRequest, options: SendOptions = {}): Promise<Outcome> {
    const { impatient = false, isControl = false } = options;
    return impatient || isControl ? this.#attempt(sent, isControl) : this.#sendPatiently(sent, options);
  }

  async #sendPatiently(
    sent: SentRequest,
    { attempts = patientAttempts, party = null }: SendOptions,
  ): Promise<Outcome> {
    const began = this.#clock.now();
    let isWaiting = false;
    const goOn = (): void => {
      if (isWaiting) this.#progress.waited();
      isWaiting = false;
    };
    let first: Moment | null = null;
    const attempt = async (): Promise<Outcome> => {
      goOn();
      const outcome = await this.#patientAttempt(sent, party);
      first ??= outcome.sent;
      return outcome;
    };
    const { answer, gaveUp } = await backOff(attempt, {
      limited: (outcome) => {
        if (outcome.kind !== 'answered') return null;
        if (this.#answeredBy(outcome.answer.status) !== 'limit') {
          this.#pace.accepted();
          return null;
        }
        return { retryAfter: outcome.answer.headers['retry-after'] ?? null };
      },
      policy: {
        attempts: this.#limitedInARow === 0 ? attempts : this.#limitedInARow > mostLimited ? 1 : fewAttempts,
        totalMs: Math.max(this.#backoffMs, leastBackoffMs),
      },
      signal: this.#stop,
      sleep: async (ms) => this.#clock.wait(ms),
      onRetry: ({ delayMs }) => {
        this.waits += 1;
        isWaiting = true;
        this.#progress.waits(delayMs);
        this.#reportLongWait(this.#clock.now() - began + delayMs);
        // If the account stays limited anyway, that is no sign that requests should slow down.
        if (!this.isLimitedThroughout) this.#pace.slowDown(delayMs, this.#count.recent.inLastSecond);
      },
    })
      .catch((error: unknown) => {
        if (this.#stop.aborted) throw stoppedBy(this.#stop);
        throw error;
      })
      .finally(goOn);
    this.#limitedInARow = gaveUp === null ? 0 : this.#limitedInARow + 1;
    if (gaveUp !== null) this.#backoffMs -= this.#clock.now() - began;
    return gaveUp === null ? answer : { ...answer, sent: first ?? answer.sent };
  }

  #reportLongWait(ms: number): void {
    if (this.#hasWaitedLong || ms < longWaitMs) return;
    this.#hasWaitedLong = true;
    this.#watching.onLongWait?.(this.#backoffMs);
  }

  /** How many requests can be sent at the same time. */
  get mostAtOnce(): number {
    return this.#pace.mostAtOnce;
  }

  /** Whether the latest request was still limited when waiting was given up. */
  get isLimitedThroughout(): boolean {
    return this.#limitedInARow > 0;
  }

  /** The target was seen to stay limited: until a request is accepted again, waits are shorter. */
  stopWaiting(): void {
    this.#limitedInARow = Math.max(1, this.#limitedInARow);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#wire.close();
  }

  /**
   * If the connection broke or a gateway was not up, an idempotent request is sent again: what such an answer says
   * counts only if the same request gets it each time, and then from the first time on.
   */
  async #patientAttempt(sent: SentRequest, party: BarrierParty | null): Promise<Outcome> {
    let first: Moment | null = null;
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#pace.next(async () => this.#attempt(sent), party);
      first ??= outcome.sent;
      const again =
        outcome.kind === 'unanswered'
          ? !recurs(outcome)
          : this.#answeredBy(outcome.answer.status) === 'gateway';
      if (!again) return outcome;
      if (!repeatable.has(sent.method) || tries === 2) return { ...outcome, sent: first };
      await this.#clock.wait(200 * 2 ** tries);
    }
  }

  async #attempt(sent: SentRequest, isControl = false): Promise<Outcome> {
    if (this.#stop.aborted) throw stoppedBy(this.#stop);
    const number = this.#count.add(isControl);
    if (number === null) {
      this.#watching.onUsedUp?.();
      throw stoppedBy(this.#stop);
    }
    const [startedAt, began] = [this.#clock.date(), this.#clock.now()];
    const outcome = await this.#outcome(sent);
    const came = outcome.kind === 'answered' ? outcome.answer : outcome.why;
    this.recorder?.add(sent, startedAt.getTime(), this.#clock.now() - began, came);
    return { ...outcome, sent: { request: number, at: startedAt } };
  }

  async #outcome(sent: SentRequest): Promise<Came> {
    const timeoutMs = this.#patience.with(sent);
    const timeout = new AbortController();
    const takeBack = this.#clock.after(timeoutMs, () => {
      timeout.abort();
    });
    try {
      const answer = await this.#answer(sent, timeout.signal);
      this.#patience.answered(sent);
      return { kind: 'answered', answer };
    } catch (error) {
      if (this.#stop.aborted && sent.method === 'GET') throw stoppedBy(this.#stop);
      if (error instanceof UnreadableBody)
        return { kind: 'unanswered', code: error.code, why: error.message };
      if (!timeout.signal.aborted) return unansweredBy(error);
      this.#patience.timedOut(sent);
      return { kind: 'unanswered', code: 'TIMEOUT', why: `no whole answer within ${timeoutMs} ms` };
    } finally {
      takeBack();
    }
  }

  async #answer(sent: SentRequest, timeout: AbortSignal): Promise<Answer> {
    // A request that changes something is never aborted: its effect could come after the restoration.
    const signal = sent.method === 'GET' ? AbortSignal.any([timeout, this.#stop]) : timeout;
    const { status, headers, body } = await this.#wire.send(sent, signal);
    const read = await this.#bodies.read(body, headers['content-encoding']);
    const answer = { status, ok: Math.floor(status / 100) === 2, headers, ...read };
    if (this.#answeredBy(status) === 'limit') this.firstLimited ??= answer;
    return answer;
  }
}
