/** Sends requests to the target: paced, with a timeout, waiting out 429. */
import { setTimeout as wait } from 'node:timers/promises';
import { backOff } from '@outreach-api/client';
import { request, type Dispatcher } from 'undici';
import { ProgressBoard } from '../engine/progress.ts';
import { Stopped } from '../engine/unmet.ts';
import type { Target } from '../target/target.ts';
import { BodyReader, tooLarge, UnreadableBody } from './answer-body.ts';
import { dispatcherFor } from './dispatcher.ts';
import { isGatewayFailure, type Answer, type SentRequest } from './exchange.ts';
import { headersOfAll } from './headers-of-all.ts';
import type { Seat } from './meeting.ts';
import { Pace } from './pace.ts';
import { Patience } from './patience.ts';
import type { RequestListener } from './request-listener.ts';
import type { Vigil } from './vigil.ts';

/** What became of one request. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'unanswered'; readonly code: string; readonly why: string };

/** How a request is sent. */
export interface SendingManner {
  /** Set where an answer of 429 is not waited out. */
  readonly impatient?: boolean;
  /** How often it is sent at the most while the answer is 429. */
  readonly attempts?: number;
  /** Where it is to meet others at the target. */
  readonly seat?: Seat | null;
}

/** With the client's own policy this is up to two minutes of waiting. */
const patientAttempts = 12;
const hopelessAttempts = 2;
/** An answer came, but it is not read. */
const unread: ReadonlySet<string> = new Set([
  'TOO_LARGE',
  'ENCODING',
  'TOO_COMPLEX',
  'UND_ERR_HEADERS_OVERFLOW',
]);
/** What would come again if the request were sent again. */
const lasting = new Set(['ECONNREFUSED', 'TIMEOUT', ...unread]);

/**
 * Sends requests to the target: paced, with a timeout, waiting out 429 with exponential backoff, never following
 * a redirect. It knows nothing of the API.
 */
export class Transport {
  readonly #dispatcher: Dispatcher;
  /** Sent with every request. */
  readonly #headers: Readonly<Record<string, string>>;
  readonly #pace: Pace;
  readonly #patience: Patience;
  readonly #bodies = new BodyReader();
  readonly #stop: AbortSignal;
  readonly #vigil: Vigil | null;
  readonly #progress: ProgressBoard;
  /** Whether the latest request was still limited in the end: the next ones are not waited for as long again. */
  #hopeless = false;
  /** Is told of every request, repetitions included; null where nobody wants to know. */
  recorder: RequestListener | null = null;
  /** Requests sent, retries included. */
  sent = 0;
  /** How often an answer of 429 made the suite wait. */
  waits = 0;
  /** The first answer of 429, also where it was waited out; null while there was none. */
  firstLimited: Answer | null = null;

  /**
   * @param stop - nothing more is sent once it is aborted
   * @param vigil - told of each request whether it was answered
   * @param progress - told of each request, and of each wait for a limit
   */
  constructor(target: Target, stop: AbortSignal, vigil: Vigil | null = null, progress = new ProgressBoard()) {
    const { requests } = target;
    this.#vigil = vigil;
    this.#progress = progress;
    this.#patience = new Patience(requests.timeoutMs);
    this.#stop = stop;
    this.#pace = new Pace(requests.concurrency, requests.maxPerSecond, stop);
    this.#dispatcher = dispatcherFor(target);
    this.#headers = headersOfAll(target);
  }

  /**
   * Sends a request and resolves to what became of it. 429 is waited out, unless `impatient`.
   *
   * @throws Stopped where the run was stopped
   */
  async send(sent: SentRequest, manner: SendingManner = {}): Promise<Outcome> {
    const isImpatient = manner.impatient === true;
    const outcome = isImpatient ? await this.#attempt(sent) : await this.#sendPatiently(sent, manner);
    if (outcome.kind === 'answered' || wasUnread(outcome)) this.#vigil?.answered();
    else await this.#vigil?.unanswered(outcome.why);
    return outcome;
  }

  async #sendPatiently(
    sent: SentRequest,
    { attempts = patientAttempts, seat = null }: SendingManner,
  ): Promise<Outcome> {
    let isWaiting = false;
    const goOn = (): void => {
      if (isWaiting) this.#progress.waited();
      isWaiting = false;
    };
    const attempt = async (): Promise<Outcome> => {
      goOn();
      return this.#patientAttempt(sent, seat);
    };
    const { answer, gaveUp } = await backOff(attempt, {
      limited: (outcome) => {
        if (outcome.kind !== 'answered' || outcome.answer.status !== 429) return null;
        return { retryAfter: outcome.answer.headers['retry-after'] ?? null };
      },
      policy: { attempts: this.#hopeless ? hopelessAttempts : attempts },
      signal: this.#stop,
      onRetry: ({ delayMs }) => {
        this.waits += 1;
        isWaiting = true;
        this.#progress.waits(delayMs);
        this.#pace.slowDown(delayMs);
      },
    })
      .catch((error: unknown) => {
        if (this.#stop.aborted) throw stoppedBy(this.#stop);
        throw error;
      })
      .finally(goOn);
    this.#hopeless = gaveUp !== null;
    return answer;
  }

  /** How many requests can be sent at the same time. */
  get mostAtOnce(): number {
    return this.#pace.mostAtOnce;
  }

  /** Whether the latest request was still limited when waiting for it was given up. */
  get isLimitedThroughout(): boolean {
    return this.#hopeless;
  }

  /** The target was seen to stay limited: until a request is taken again, none is waited for as long. */
  loseHope(): void {
    this.#hopeless = true;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  /** A request that only reads is sent again where the connection broke or a gateway was not up. */
  async #patientAttempt(sent: SentRequest, seat: Seat | null): Promise<Outcome> {
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#pace.next(async () => this.#attempt(sent), seat);
      const again =
        outcome.kind === 'unanswered' ? !lasting.has(outcome.code) : isGatewayFailure(outcome.answer.status);
      if (!again || sent.method !== 'GET' || tries === 2) return outcome;
      await wait(200 * 2 ** tries, undefined, { signal: this.#stop }).catch(() => undefined);
    }
  }

  async #attempt(sent: SentRequest): Promise<Outcome> {
    if (this.#stop.aborted) throw stoppedBy(this.#stop);
    this.sent += 1;
    this.#progress.sent();
    const [startedAt, began] = [Date.now(), performance.now()];
    const outcome = await this.#outcome(sent);
    const came = outcome.kind === 'answered' ? outcome.answer : outcome.why;
    this.recorder?.add(sent, startedAt, performance.now() - began, came);
    return outcome;
  }

  async #outcome(sent: SentRequest): Promise<Outcome> {
    const timeoutMs = this.#patience.with(sent);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await this.#answer(sent, timeout);
      this.#patience.answered(sent);
      return { kind: 'answered', answer };
    } catch (error) {
      if (this.#stop.aborted && sent.method === 'GET') throw stoppedBy(this.#stop);
      if (error instanceof UnreadableBody)
        return { kind: 'unanswered', code: error.code, why: error.message };
      if (!timeout.aborted) return { kind: 'unanswered', ...described(error) };
      this.#patience.timedOut(sent);
      return { kind: 'unanswered', code: 'TIMEOUT', why: `no whole answer within ${timeoutMs} ms` };
    }
  }

  async #answer(sent: SentRequest, timeout: AbortSignal): Promise<Answer> {
    const response = await request(sent.url, {
      method: sent.method,
      headers: { ...this.#headers, ...sent.headers },
      body: sent.body,
      dispatcher: this.#dispatcher,
      // A server that does not read the body of a GET would take it for the next request of the connection.
      reset: sent.method === 'GET' && sent.body !== null,
      // A request that changes something is never cut off: what it did would come after what restores it.
      signal: sent.method === 'GET' ? AbortSignal.any([timeout, this.#stop]) : timeout,
    });
    const headers = lowerCase(response.headers);
    const { text, json } = await this.#bodies.read(response.body, headers['content-encoding']);
    const ok = response.statusCode >= 200 && response.statusCode < 300;
    const answer = { status: response.statusCode, ok, headers, text, json };
    if (answer.status === 429) this.firstLimited ??= answer;
    return answer;
  }
}

/** Whether an answer came that is not read. */
export function wasUnread({ code }: Extract<Outcome, { kind: 'unanswered' }>): boolean {
  return unread.has(code);
}

/** Why nothing more is sent: what the run was stopped with says it, unless a person stopped it. */
export function stoppedBy({ reason }: AbortSignal): Stopped {
  return new Stopped(reason instanceof Stopped ? reason.message : 'the run was stopped');
}

function lowerCase(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function described(error: unknown): { code: string; why: string } {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause)
    causes.push(cause);
  const inner =
    error instanceof AggregateError
      ? error.errors.find((one): one is Error => one instanceof Error)
      : undefined;
  const deepest = inner ?? causes.at(-1);
  const named = deepest !== undefined && 'code' in deepest ? deepest.code : undefined;
  const code = typeof named === 'string' ? named : 'FAILED';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    const { message } = tooLarge('is');
    return { code: 'TOO_LARGE', why: message };
  }
  const message = deepest?.message ?? String(error);
  return { code, why: code === 'FAILED' ? message : `${code}: ${message}` };
}
